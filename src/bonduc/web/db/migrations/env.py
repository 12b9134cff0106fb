"""How Alembic runs the migrations: on the connection that `migrate` gives it, in its transaction."""

from __future__ import annotations

from alembic import context

from bonduc.web.db.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
