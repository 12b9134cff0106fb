"""Which games may be studied, and published rounds that lead to nobody.

Rounds stored before are no longer published: nobody had been asked.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the mark, and begin to collect anew."""
    op.add_column("live_games", sa.Column("studied", sa.SmallInteger, nullable=False, server_default="0"))
    op.create_index("ix_live_games_changed", "live_games", ["changed"])
    _make_rounds(sa.Column("code", sa.String(24), nullable=False))
    op.execute("DELETE FROM explored_moves")


def downgrade() -> None:
    """Take the mark away; no round is known to the older version."""
    key = sa.ForeignKeyConstraint(["code"], ["live_games.code"], name="fk_finished_rounds_code", ondelete="CASCADE")
    _make_rounds(sa.Column("code", sa.String(16), nullable=False), key)
    op.drop_index("ix_live_games_changed", "live_games")
    op.drop_column("live_games", "studied")


def _make_rounds(code: sa.Column[str], *more: sa.Constraint) -> None:
    op.drop_table("finished_rounds")
    op.create_table(
        "finished_rounds",
        code,
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", "number", name="pk_finished_rounds"),
        *more,
    )
    op.create_index("ix_finished_rounds_finished", "finished_rounds", ["finished", "code", "number"])
