"""Live games, their events, finished rounds, the opening explorer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "live_games",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("opponent", sa.String(16), nullable=False),
        sa.Column("level", sa.SmallInteger),
        sa.Column("match_options", sa.Text),
        sa.Column("clock_initial", sa.BigInteger),
        sa.Column("clock_increment", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("wakes", sa.BigInteger),
        sa.Column("rematch_of", sa.String(16)),
        sa.PrimaryKeyConstraint("code", name="pk_live_games"),
    )
    op.create_index("ix_live_games_wakes", "live_games", ["wakes"])
    op.create_index("ix_live_games_rematch_of", "live_games", ["rematch_of"], unique=True)
    op.create_table(
        "live_seats",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("player", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("visitor", sa.String(32)),
        sa.Column("computer", sa.SmallInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("code", "player", name="pk_live_seats"),
        sa.ForeignKeyConstraint(["code"], ["live_games.code"], name="fk_live_seats_code", ondelete="CASCADE"),
    )
    op.create_index("ix_live_seats_visitor", "live_seats", ["visitor"])
    op.create_table(
        "live_events",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("player", sa.SmallInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", "seq", name="pk_live_events"),
        sa.ForeignKeyConstraint(["code"], ["live_games.code"], name="fk_live_events_code", ondelete="CASCADE"),
    )
    op.create_table(
        "finished_rounds",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", "number", name="pk_finished_rounds"),
        sa.ForeignKeyConstraint(["code"], ["live_games.code"], name="fk_finished_rounds_code", ondelete="CASCADE"),
    )
    op.create_index("ix_finished_rounds_finished", "finished_rounds", ["finished", "code", "number"])
    op.create_table(
        "explored_moves",
        sa.Column("position", sa.String(32), nullable=False),
        sa.Column("move", sa.String(200), nullable=False),
        sa.Column("south", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("north", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("position", "move", name="pk_explored_moves"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("explored_moves", "finished_rounds", "live_events", "live_seats", "live_games"):
        op.drop_table(name)
