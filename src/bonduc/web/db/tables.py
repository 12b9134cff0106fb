"""The tables. Times are whole milliseconds since 1970 in UTC; visitors are digests of their tokens (`identity`)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

CODE_LENGTH = 16  # characters of the public name of a game
ALIAS_LENGTH = 24
VISITOR_LENGTH = 32
NAME_LENGTH = 40
KEY_LENGTH = 32  # hexadecimal digits of a position's digest
PUZZLE_LENGTH = 20  # characters of a puzzle's id
GONE = "gone"  # in place of a visitor who asked to be forgotten

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _of_game() -> Column[str]:
    """The column that says which live game a row belongs to."""
    return Column("code", String(CODE_LENGTH), ForeignKey("live_games.code", ondelete="CASCADE"), primary_key=True)


# A game as it was made, and what follows from its events, kept beside them so that it can be searched:
# `status` (waiting, playing, between, finished), `version` (the last event's seq), `wakes`, when the server has to
# do something by itself (a flag may have fallen, the computer is to move), and for lists of games `mover`, the player
# to move, and `glance`, what a line of a list tells (`listing`; null if it has not changed since there are glances).
# `studied`: 1 if its rounds may be published, without names, when it is over.
live_games = Table(
    "live_games",
    metadata,
    Column("code", String(CODE_LENGTH), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules_version", Integer, nullable=False),
    Column("opponent", String(16), nullable=False),  # computer, same-screen, friend
    Column("level", SmallInteger),
    Column("match_options", Text),  # JSON; null for a single round
    Column("clock_initial", BigInteger),  # milliseconds; null for no clock
    Column("clock_increment", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("wakes", BigInteger),
    Column("mover", SmallInteger),
    Column("glance", Text),  # JSON
    Column("rematch_of", String(CODE_LENGTH)),
    Column("studied", SmallInteger, nullable=False, server_default="0", default=0),
    Index("ix_live_games_wakes", "wakes"),
    Index("ix_live_games_changed", "changed"),
    Index("ix_live_games_rematch_of", "rematch_of", unique=True),
)

# The two players of a game, named by where they sit in its first round: 0 South, 1 North. An open seat has no visitor
# and is no computer. `seen`: when the visitor was last known to be there; `removed`: 1 if they took the game off their
# list, 2 if they closed it before anybody joined.
live_seats = Table(
    "live_seats",
    metadata,
    _of_game(),
    Column("player", SmallInteger, primary_key=True),
    Column("visitor", String(VISITOR_LENGTH)),
    Column("computer", SmallInteger, nullable=False, default=0),
    Column("name", String(NAME_LENGTH), nullable=False, default=""),
    Column("seen", BigInteger),
    Column("removed", SmallInteger, nullable=False, server_default="0", default=0),
    Index("ix_live_seats_visitor", "visitor"),
)

# All that happened in a game, in order; the state of the game is what they add up to. The primary key decides which
# of two processes was first.
live_events = Table(
    "live_events",
    metadata,
    _of_game(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("player", SmallInteger),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON
)

# Rounds of games that are over and may be studied, as records without names, for export. `code` is no game's: it is
# derived from one with the site's secret (`terms.alias`), so that it leads to nobody.
finished_rounds = Table(
    "finished_rounds",
    metadata,
    Column("code", String(ALIAS_LENGTH), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(40), nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("result", String(8), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Index("ix_finished_rounds_finished", "finished", "code", "number"),
)

# The opening explorer: what was played in positions of those rounds, and how they ended.
explored_moves = Table(
    "explored_moves",
    metadata,
    Column("position", String(KEY_LENGTH), primary_key=True),  # `explorer.position_key`
    Column("move", String(200), primary_key=True),
    Column("south", Integer, nullable=False),  # rounds won by South
    Column("draws", Integer, nullable=False),
    Column("north", Integer, nullable=False),
)

# What a visitor has done with a puzzle: the step reached, how often wrong, how many hints, and the `score` it was rated
# with (null while that is open): 1 solved, ½ with hints, 0 after a wrong move or when shown the solution.
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("visitor", String(VISITOR_LENGTH), primary_key=True),
    Column("puzzle", String(PUZZLE_LENGTH), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("step", SmallInteger, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("hints", SmallInteger, nullable=False),
    Column("solved", SmallInteger, nullable=False),  # 1 once the last move was found, however often tried
    Column("score", Float),
    Column("rating_before", Float),
    Column("rating_after", Float),
    Column("changed", BigInteger, nullable=False),
    Index("ix_puzzle_attempts_visitor_game", "visitor", "game"),
)

# How well a visitor solves the puzzles of a game.
puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("visitor", String(VISITOR_LENGTH), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

# How hard puzzles have turned out to be; those nobody has tried are not here.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(PUZZLE_LENGTH), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Index("ix_puzzle_ratings_game", "game"),
)
