"""The database: SQLite by default, PostgreSQL by URL. SQLAlchemy Core, no ORM.

`app.state.database` is a `Database`. Its functions run in threads of its own, each in one transaction:

    rows = await database.read(lambda connection: connection.execute(select(live_games)).all())
    await database.write(store_something, code, value)     # store_something(connection, code, value)

An acknowledged `write` is on disk. `write` functions may run again after a conflict with another process, so they do
nothing but talk to the database.

To add tables: describe them in `tables`, write a migration in `migrations/versions` that makes them (`revision` the
next number, `down_revision` the one before), and run tests/web/db/test_database.py, which compares the two.
"""
