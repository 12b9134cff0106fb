"""Moves as people type them, and lists of moves as people read them."""

from __future__ import annotations

import re

from bonduc.errors import BonducError
from bonduc.games.kernels.state import Kind
from bonduc.language import _
from bonduc.notation import Move
from bonduc.play import Round
from bonduc.players import SOUTH
from bonduc.position import Position

_LIFT = re.compile(r"([A-Za-z])[ :]*([0-9]{1,3})", re.ASCII)


def read_move(text: str, position: Position) -> Move:
    """The legal move that a typed text means.

    Beside the notation: `c3` and `c 3` for `C:3`, letters in the wrong case where the text as it stands is no legal
    move, blanks after commas. Raises NotationError or IllegalMoveError as `Position.play` does, for the mover's own
    hole of that letter.
    """
    tidy = _tidy(text, position)
    own = _own_case(tidy, position)
    if own != tidy:
        try:
            return _checked(tidy, position)
        except BonducError:
            pass
    return _checked(own, position)


def _checked(text: str, position: Position) -> Move:
    move = position.parse_move(text)
    position.play(move)
    return move


def _tidy(text: str, position: Position) -> str:
    stripped = " ".join(text.split())
    if ">" in stripped:
        return stripped.replace(" ", "")
    if stripped.lower() == "pass":
        return "pass"
    lift = _LIFT.fullmatch(stripped)
    if lift and Kind.LIFT in position.game.spec.kinds:
        return f"{lift[1]}:{lift[2]}"
    return stripped.replace(" ", "")


def _own_case(text: str, position: Position) -> str:
    """The text with its first holes named as the mover names their own."""
    if text == "pass":
        return text
    first, arrow, rest = text.partition(">")
    return (first.upper() if position.mover == SOUTH else first.lower()) + arrow + rest


def looks_like_move(text: str, position: Position) -> bool:
    """Could the text name a hole of the board? Then what is wrong with it is told as a fault of the move."""
    first = re.split(r"[:> ,+-]", text.strip(), maxsplit=1)[0]
    names = position.game.layout.names
    holes = {name.lower() for name in names}
    return first.lower() in holes or bool(re.match(r"[A-Za-z]{1,2}[ ]*[:>0-9+-]", text.strip(), re.ASCII))


def list_moves(round_: Round) -> str:
    """The legal moves in one line: partial lifts of a hole together, `A:1-5`."""
    moves = round_.legal_moves
    if not moves:
        return _("none, the round is over")
    if moves[0].kind != Kind.LIFT:
        return "  ".join(str(move) for move in moves)
    by_hole: dict[int, list[int]] = {}
    for move in moves:
        if move.hole is not None and move.count is not None:
            by_hole.setdefault(move.hole, []).append(move.count)
    names = round_.game.layout.names
    return "  ".join(f"{names[hole]}:{_ranges(counts)}" for hole, counts in by_hole.items())


def _ranges(numbers: list[int]) -> str:
    """Ascending numbers, `1-3,5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
