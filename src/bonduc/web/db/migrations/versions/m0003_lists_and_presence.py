"""What the lists of a visitor's games need to know, and when players were last seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns; games made before say nothing there until they change."""
    with op.batch_alter_table("live_games") as games:
        games.add_column(sa.Column("mover", sa.SmallInteger))
        games.add_column(sa.Column("glance", sa.Text))
    with op.batch_alter_table("live_seats") as seats:
        seats.add_column(sa.Column("seen", sa.BigInteger))
        seats.add_column(sa.Column("removed", sa.SmallInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("live_seats") as seats:
        seats.drop_column("removed")
        seats.drop_column("seen")
    with op.batch_alter_table("live_games") as games:
        games.drop_column("glance")
        games.drop_column("mover")
