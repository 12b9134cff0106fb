"""Brings a database up to date when the server starts; one process at a time."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bonduc.errors import BonducError
from bonduc.language import N_

LOCK = 0x626F6E64  # of PostgreSQL's advisory locks


def migrate(connection: Connection) -> None:
    """Run the migrations that the database lacks, inside the connection's transaction, which holds a lock.

    Raises BonducError if a newer bonduc has changed the database: this one could damage it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    config = configuration(connection)
    script = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(connection).get_current_revision()
    known = {each.revision for each in script.walk_revisions()}
    if found is not None and found not in known:
        newest = script.get_current_head()
        raise BonducError(
            N_(
                "the database was made by a newer bonduc (its tables are version {found}, this one knows {newest})",
                found=found,
                newest=newest,
            )
        )
    if found != script.get_current_head():
        command.upgrade(config, "head")


def configuration(connection: Connection) -> Config:
    """What Alembic needs to know to work on a connection."""
    config = Config()
    config.set_main_option("script_location", "bonduc.web.db:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
