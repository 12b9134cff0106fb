"""What visitors have done with puzzles, and the ratings of both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of puzzles."""
    op.create_table(
        "puzzle_attempts",
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(20), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("step", sa.SmallInteger, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False),
        sa.Column("hints", sa.SmallInteger, nullable=False),
        sa.Column("solved", sa.SmallInteger, nullable=False),
        sa.Column("score", sa.Float),
        sa.Column("rating_before", sa.Float),
        sa.Column("rating_after", sa.Float),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("visitor", "puzzle", name="pk_puzzle_attempts"),
    )
    op.create_index("ix_puzzle_attempts_visitor_game", "puzzle_attempts", ["visitor", "game"])
    op.create_table(
        "puzzle_solvers",
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("visitor", "game", name="pk_puzzle_solvers"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(20), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
    op.create_index("ix_puzzle_ratings_game", "puzzle_ratings", ["game"])


def downgrade() -> None:
    """Drop them."""
    for name in ("puzzle_ratings", "puzzle_solvers", "puzzle_attempts"):
        op.drop_table(name)
