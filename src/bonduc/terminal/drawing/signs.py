"""The characters the board is drawn with, in Unicode and in plain ASCII."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Frame:
    """Box characters of one horizontal line: left end, bar, crossing, right end."""

    left: str
    bar: str
    cross: str
    right: str


@dataclass(frozen=True)
class Signs:
    """One set of characters. Every meaning has a sign of its own, so that nothing depends on colour."""

    top: Frame
    middle: Frame
    ridge: Frame
    bottom: Frame
    side: str
    empty: str
    stone: str
    movable: str
    taken: str
    mark: str
    owners: tuple[str, str]
    sand: str
    from_hole: tuple[str, str]
    at_hole: tuple[str, str]
    turn: str
    up: str
    down: str


UNICODE = Signs(
    top=Frame("╭", "─", "┬", "╮"),
    middle=Frame("├", "─", "┼", "┤"),
    ridge=Frame("╞", "═", "╪", "╡"),
    bottom=Frame("╰", "─", "┴", "╯"),
    side="│",
    empty="·",
    stone="●",
    movable="◉",
    taken="×",
    mark="°",
    owners=("ˢ", "ⁿ"),
    sand="░",
    from_hole=("‹", "›"),
    at_hole=("[", "]"),
    turn="▸",
    up="▴",
    down="▾",
)

ASCII = Signs(
    top=Frame("+", "-", "+", "+"),
    middle=Frame("+", "-", "+", "+"),
    ridge=Frame("+", "=", "+", "+"),
    bottom=Frame("+", "-", "+", "+"),
    side="|",
    empty=".",
    stone="o",
    movable="@",
    taken="x",
    mark="*",
    owners=("S", "N"),
    sand=":",
    from_hole=("<", ">"),
    at_hole=("[", "]"),
    turn=">",
    up="^",
    down="^",
)
