"""What the rest of bonduc knows of a game beside its kernels: names, options, board, notation, match rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from types import ModuleType
from typing import TypeAlias

from bonduc.games.kernels.state import Kind, Options
from bonduc.games.options import Option, Value
from bonduc.games.words import SEEDS, Words

OptionValues: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True)
class Layout:
    """The board: `rows` (2 or 4) of `columns` holes.

    `lines` are the rows as South sees them, North's back row first, each the indices of its holes from South's
    left; `names` the holes' names in board order.
    """

    rows: int
    columns: int
    lines: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many holes the board has."""
        return self.rows * self.columns

    def side(self, hole: int) -> int:
        """Whose side of the board a hole is on: 0 South's, 1 North's."""
        return hole // (self.size // 2)


def two_rows(columns: int) -> Layout:
    """South's holes `0 … n-1`, North's `n … 2n-1`, each from the owner's left (RULES.md, Conventions)."""
    names = ascii_uppercase[:columns] + ascii_lowercase[:columns]
    return Layout(2, columns, (tuple(range(2 * columns - 1, columns - 1, -1)), tuple(range(columns))), tuple(names))


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
    return Layout(4, columns, lines, tuple(ring_names(ascii_uppercase) + ring_names(ascii_lowercase)))


@dataclass(frozen=True)
class MatchRules:
    """How rounds make a match.

    `alternate`: "first" if the seats stay and the players start rounds in turn, "seats" if they change seats.
    `restock` gives the row of a later round for the seeds South and North hold; None where all rounds start alike.
    `ended` says, before a round, who has won the match by its rules (a player, or None) from the row the round
    would start with and the seeds held; `points` what a won round counts.
    """

    options: tuple[Option, ...]
    alternate: str
    restock: Callable[[OptionValues, tuple[int, int], int], list[int]] | None = None
    ended: Callable[[OptionValues, OptionValues, Sequence[int], tuple[int, int]], tuple[int, str] | None] | None = None
    points: Callable[[OptionValues, tuple[int, int]], int] | None = None


@dataclass(frozen=True)
class GameSpec:
    """A game as data and small functions; its rules are the kernels of `module`.

    `notes` is what FLAGS holds of each hole: "marks", "owner", "closed" or "". `kinds` are the kinds of its moves.
    `defects` lists what is impossible about a row (plain integers, WIDTH of them); `forbids` says which rule
    forbids a move that `list_moves` does not list. `start_options` matter for the start of a round only, not for what
    a position is worth. `hole_limit` is the most seeds that a hole ever holds, if the rules say so. `winnings` is where
    captured seeds lie: in "bowls" beside the board, in "troughs" in it, or "aside", out of the game. `check_options`
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
    notes: str = ""
    conserves_seeds: bool = True
    hole_limit: int | None = None
    winnings: str = "bowls"
    has_opening: bool = False
    has_passes: bool = False
    start_options: tuple[str, ...] = ()
    words: Words = SEEDS
    aliases: tuple[str, ...] = ()
    check_options: Callable[[OptionValues], str] = lambda values: ""
    finished: Callable[[Sequence[int], Options], bool] = lambda row, options: False
