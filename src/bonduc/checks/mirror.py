"""Positions and moves seen from the other seat: the rules treat both players alike."""

from __future__ import annotations

from bonduc.errors import BonducError
from bonduc.games.kernels.state import Kind, decode, encode
from bonduc.notation import Move, move_of_steps
from bonduc.position import Game, Position


def mirror(position: Position) -> Position:
    """The position with the players exchanged: holes, stores, mover, marks, owners and closed holes.

    BonducError during an opening, whose steps follow the board order and so have no mirror image.
    """
    if position.phase != "play":
        raise BonducError(f"an opening under way has no mirror image: {position}")
    game, size = position.game, position.game.layout.size
    half = size // 2

    def turned(holes: frozenset[int]) -> frozenset[int]:
        return frozenset((hole + half) % size for hole in holes)

    owners = {
        (hole + half) % size: owner.other
        for hole, owner in enumerate(position.owners)
        if owner != game.layout.side(hole)
    }
    return game.setup(
        holes=position.holes[half:] + position.holes[:half],
        stores=position.stores[::-1],
        mover=None if position.mover is None else position.mover.other,
        marks=turned(position.marks),
        closed=turned(position.closed),
        owners=owners,
        passed=position.passed,
        lost=position.lost,
    )


def mirror_move(move: Move, game: Game) -> Move:
    """The move of the other player from the hole in the same place of their own side."""
    size = game.layout.size
    steps = []
    for step in move.steps:
        kind, hole, amount = decode(step)
        steps.append(step if kind == Kind.PASS else encode(kind, (hole + size // 2) % size, amount))
    return move_of_steps(steps, game.layout)
