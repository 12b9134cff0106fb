"""Strategies of proved claims: for each position that can come up, a move with which the claim is won in finite play.

The solver tells of a position that a claim about it is proved, and mostly by which move. Its memory is small, though,
and what it has forgotten and proves again may rest on what was proved by it; so moves taken from it one by one may lead
round in a circle. Here a position counts as won only after those that it rests on: settled ones first, then upwards
through the graph of positions. Where the moves at hand win nothing, further moves with which the claim is proved are
tried; as the claim can be won, there are some that win it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bonduc.errors import BonducError
from bonduc.notation import Move
from bonduc.players import Player
from bonduc.position import Position

Moves = Callable[[Position], Iterator[Move]]


class NoStrategyError(BonducError):
    """A claim for which no strategy is found; names the position where a move is missing."""


@dataclass
class _Node:
    """A position: `pending` replies are not won yet, `options` are the claimant's moves left to try."""

    position: Position
    options: Iterator[Move] | None = None
    pending: int = 0
    won: bool = False
    move: Move | None = None
    parents: list[tuple[_Node, Move]] = field(default_factory=list)


class Strategy:
    """The strategy of `side` from `start` for a claim; built by `moves`, a move for each position that needs one.

    `is_won` says of a position whether it wins the claim by itself, None if that depends on how play goes on;
    `proving_moves` yields moves of the claimant after which the claim is proved, the best one first. At most `most`
    positions are looked at, if that is given.
    """

    def __init__(
        self,
        start: Position,
        side: Player,
        is_won: Callable[[Position], bool | None],
        proving_moves: Moves,
        most: int | None = None,
    ) -> None:
        self._side, self._is_won, self._proving_moves, self._most = side, is_won, proving_moves, most
        self._nodes: dict[Position, _Node] = {}
        self._fresh: list[_Node] = []
        self._start = self._node(start)

    def moves(self) -> dict[Position, Move]:
        """The moves, for all positions that can come up if they are played; NoStrategyError if the claim is not won."""
        while not self._start.won:
            if self._most is not None and len(self._nodes) > self._most:
                raise NoStrategyError(f"no strategy from {self._start.position} is found among {self._most} positions")
            if self._fresh:
                self._look_into(self._fresh.pop())
                continue
            tried = [self._try_another(node) for node in list(self._nodes.values()) if not node.won]
            if not any(tried):
                raise NoStrategyError(f"no move is proved to keep the claim in {self._start.position}")
        return self._reached()

    def _node(self, position: Position) -> _Node:
        node = self._nodes.get(position)
        if node is None:
            node = self._nodes[position] = _Node(position)
            self._fresh.append(node)
        return node

    def _look_into(self, node: _Node) -> None:
        """Settle a position met for the first time, or put what follows from it into the graph."""
        settled = self._is_won(node.position)
        if settled is not None:
            node.won = settled
            for parent, move in node.parents if settled else ():
                self._tell(parent, move)
        elif node.position.mover == self._side:
            node.options = self._proving_moves(node.position)
            self._try_another(node)
        else:
            replies = node.position.legal_moves
            node.pending = len(replies)
            for move in replies:
                self._follow(node, move)

    def _try_another(self, node: _Node) -> bool:
        """Put the claimant's next move into the graph; False if there is none."""
        move = None if node.options is None else next(node.options, None)
        if move is None:
            return False
        node.pending = 1
        self._follow(node, move)
        return True

    def _follow(self, node: _Node, move: Move) -> None:
        child = self._node(node.position.play(move))
        child.parents.append((node, move))
        if child.won:
            self._tell(node, move)

    def _tell(self, node: _Node, move: Move) -> None:
        """A reply of a position is won; so may be the position, and those before it."""
        telling = [(node, move)]
        while telling:
            node, move = telling.pop()
            if node.won:
                continue
            node.pending -= 1
            if node.pending == 0 or node.position.mover == self._side:
                node.won, node.move = True, move
                telling += node.parents

    def _reached(self) -> dict[Position, Move]:
        """The moves of the claimant in the positions that come up."""
        found: dict[Position, Move] = {}
        seen, waiting = {self._start.position}, [self._start.position]
        while waiting:
            here = waiting.pop()
            node = self._nodes[here]
            following = []
            if node.position.mover == self._side and node.move is not None:
                found[here] = node.move
                following = [node.move]
            elif node.move is not None:
                following = list(here.legal_moves)
            for after in map(here.play, following):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return found
