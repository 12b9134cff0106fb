"""Live games in the database: `storage` keeps their events, `listing` finds a visitor's, `explorer` counts moves.

All functions take a connection in a transaction (`Database.read`, `Database.write`); `live.service` calls them.
"""
