"""What the rest of bonduc knows of a game beside its kernels: names, options, board, notation, match rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase, ascii_uppercase
from types import ModuleType
from typing import TypeAlias

from bonduc.games.kernels.state import Kind, Options
from bonduc.games.narration import SOWING, Narration
from bonduc.games.options import Option, Value
from bonduc.games.words import SEEDS, Words
from bonduc.language import Message

OptionValues: TypeAlias = Mapping[str, Value]


class HoleNotes(StrEnum):
    """What a game notes of every hole, in FLAGS; its text is what position texts call it."""

    NONE = ""
    MARKS = "marks"  # 1: the hole has a mark, which it can lose
    OWNERS = "owner"  # the number of the player who owns it
    CLOSED = "closed"  # 1: nothing is sown into it

    @property
    def are_players(self) -> bool:
        """Whether a note is the number of a player: seen from the other side, it is the other's."""
        return self is HoleNotes.OWNERS

    @property
    def close_holes(self) -> bool:
        """Whether a noted hole stays empty for the whole round."""
        return self is HoleNotes.CLOSED

    @property
    def last(self) -> bool:
        """Whether what is noted at the start of a round is noted to its end."""
        return self is not HoleNotes.MARKS


class Winnings(StrEnum):
    """Where captured seeds lie."""

    BOWLS = "bowls"  # beside the board
    TROUGHS = "troughs"  # in the wood of the board
    ASIDE = "aside"  # out of the game


class Alternation(StrEnum):
    """What changes from round to round of a match."""

    BEGINNER = "beginner"  # the players keep their seats and begin in turn
    SEATS = "seats"  # they change seats, and South begins


@dataclass(frozen=True)
class Layout:
    """The board: lines of holes, as many in each, South's half of the holes first in board order, then North's.

    `lines` are the rows as South sees them, North's back row first, each the indices of its holes from South's
    left; `names` the holes' names in board order: a letter, and where one letter names several holes of a player's
    file, the number of the row, counted from its owner. `rings` are the ways round the board that seeds go, each the
    indices of its holes in order. `ridge` is the number of the line before which a ridge parts the sides, 0 if none
    does.
    """

    lines: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    rings: tuple[tuple[int, ...], ...]
    ridge: int = 0

    @property
    def rows(self) -> int:
        """How many lines of holes the board has."""
        return len(self.lines)

    @property
    def columns(self) -> int:
        """How many holes a line has."""
        return len(self.lines[0])

    @property
    def size(self) -> int:
        """How many holes the board has."""
        return self.rows * self.columns

    @property
    def is_numbered(self) -> bool:
        """Whether names are letter and number, so that letters name files and numbers rows."""
        return any(len(name) > 1 for name in self.names)

    @property
    def has_own_rings(self) -> bool:
        """Whether each player's seeds go round that player's own half of the board."""
        return all(len({self.side(hole) for hole in ring}) == 1 for ring in self.rings)

    @property
    def files(self) -> tuple[tuple[int, ...], ...]:
        """The holes one behind the other, from South's left and from South's edge of the board."""
        return tuple(tuple(line[i] for line in reversed(self.lines)) for i in range(self.columns))

    def letter(self, hole: int) -> str:
        """The letter in a hole's name."""
        return self.names[hole][0]

    def row_number(self, hole: int) -> str:
        """The number in a hole's name, "" if it has none."""
        return self.names[hole][1:]

    def side(self, hole: int) -> int:
        """Whose side of the board a hole is on: 0 South's, 1 North's."""
        return hole // (self.size // 2)


def two_rows(columns: int) -> Layout:
    """South's holes `0 … n-1`, North's `n … 2n-1`, each from the owner's left (RULES.md, Conventions)."""
    names = ascii_uppercase[:columns] + ascii_lowercase[:columns]
    ring = tuple(range(2 * columns))
    return Layout((ring[: columns - 1 : -1], ring[:columns]), tuple(names), (ring,))


def four_rows(columns: int) -> Layout:
    """Two rings (RULES.md, Bao la Kimasai): back row left to right, then front row right to left."""
    ring = 2 * columns

    def ring_names(letters: str) -> list[str]:
        return [f"{letters[i]}1" for i in range(columns)] + [f"{letters[i]}2" for i in range(columns)][::-1]

    back, front = tuple(range(columns)), tuple(range(ring - 1, columns - 1, -1))
    lines = (
        tuple(ring + i for i in reversed(back)),
        tuple(ring + i for i in reversed(front)),
        front,
        back,
    )
    names = ring_names(ascii_uppercase) + ring_names(ascii_lowercase)
    return Layout(lines, tuple(names), (tuple(range(ring)), tuple(range(ring, 2 * ring))), ridge=2)


@dataclass(frozen=True)
class Redistribution:
    """An opening: each player in turn empties two own holes and puts what they held wherever they like.

    `help` are examples of what to type, each with what it means.
    """

    help: tuple[tuple[str, Message], ...] = ()


@dataclass(frozen=True)
class MatchRules:
    """How rounds make a match.

    `restock` gives the row of a later round for the seeds South and North hold; None where all rounds start alike.
    `ended` says, before a round, who has won the match by its rules (a player, or None) from the row the round
    would start with and the seeds held; `points` what a won round counts.
    """

    options: tuple[Option, ...]
    alternation: Alternation
    restock: Callable[[OptionValues, tuple[int, int], int], list[int]] | None = None
    ended: Callable[[OptionValues, OptionValues, Sequence[int], tuple[int, int]], tuple[int, str] | None] | None = None
    points: Callable[[OptionValues, tuple[int, int]], int] | None = None


@dataclass(frozen=True)
class GameSpec:
    """A game as data and small functions; its rules are the kernels of `module`.

    `kinds` are the kinds of its moves. `counts_seeds`: whether a round is won by the seeds in the stores, where every
    captured seed is; otherwise captured seeds leave the game, and the winner's store holds the point of a round that is
    over. `defects` lists what is impossible about a row (plain integers, WIDTH of them); `forbids` says which rule
    forbids a move that `list_moves` does not list. `start_options` matter for the start of a round only, not for what
    a position is worth. `hole_limit` is the most seeds that a hole ever holds, if the rules say so. `check_options`
    says what is wrong with a combination of option values; `finished` whether a row ends the round although its mover
    could move (set-up positions only: a move that ends the round says so itself). What `defects`, `forbids` and
    `check_options` say are `Message`s.
    """

    id: str
    name: str
    people: str
    rules_version: int
    module: ModuleType
    options: tuple[Option, ...]
    layout: Callable[[OptionValues], Layout]
    total: Callable[[OptionValues], int]
    kinds: tuple[Kind, ...]
    defects: Callable[[Sequence[int], OptionValues, Layout], list[str]]
    forbids: Callable[[Sequence[int], int, OptionValues, Layout], str]
    match: MatchRules
    notes: HoleNotes = HoleNotes.NONE
    counts_seeds: bool = True
    hole_limit: int | None = None
    winnings: Winnings = Winnings.BOWLS
    opening: Redistribution | None = None
    has_passes: bool = False
    start_options: tuple[str, ...] = ()
    words: Words = SEEDS
    narration: Narration = SOWING
    aliases: tuple[str, ...] = ()
    check_options: Callable[[OptionValues], str] = lambda values: ""
    finished: Callable[[Sequence[int], Options], bool] = lambda row, options: False

    @property
    def has_opening(self) -> bool:
        """Whether a round begins with an opening."""
        return self.opening is not None

    @property
    def holds_singles(self) -> bool:
        """Whether no hole ever holds more than one seed: then nothing need be counted in it."""
        return self.hole_limit == 1
