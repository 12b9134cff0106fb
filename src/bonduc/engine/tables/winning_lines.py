"""From knowing the value of a position to winning it: lines that make progress.

A table says what a position is worth, not how to get there: moves that keep the value may lead round in a circle, and
the second occurrence of a position ends the round with nothing gained. So a claim of a lead, by the side that is
ahead in value, is proved here: whatever the other side does, within finitely many moves something is captured, or
the round ends, and the lead is still to be had; and on the way no position occurs that has occurred in the round.

The proof works upwards from such ends through a graph of positions that is explored step by step, where the least is
left to be shown first. A position counts as proved only after those it rests on, so that a proof never goes round in
a circle: who follows it meets no position twice.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from heapq import heappop, heappush
from math import log2

from bonduc.notation import Move
from bonduc.players import Player
from bonduc.position import Position

KnownLead = Callable[[Position, Player], int | None]


class _Node:
    """A position of the graph. `pending` replies are not settled; `result` None: nor is the claim here.

    A reply with the result `decisive` settles the claim; else the last one does. `move` is the one that did: for the
    other side, the one that held out longest.
    """

    __slots__ = ("cost", "decisive", "move", "parents", "pending", "position", "result")

    def __init__(self, position: Position, decisive: bool, cost: float) -> None:
        self.position = position
        self.decisive = decisive
        self.cost = cost
        self.parents: list[tuple[_Node, Move]] = []
        self.pending = 0
        self.result: bool | None = None
        self.move: Move | None = None


class ProgressProof:
    """The attempt to prove that from `start` on `side` ends at least `lead` ahead.

    `start` must not be over; by the tables (`known`: the lead a side ends with) the claim must hold in it. `past` are
    the repetition keys of positions that must not occur again. `result` is None while the question is open.
    """

    def __init__(self, start: Position, side: Player, lead: int, past: Set[bytes], known: KnownLead) -> None:
        self.side, self.lead, self.past, self.known = side, lead, past, known
        self.expanded = 0
        self._nodes: dict[bytes, _Node] = {}
        self._waiting: list[tuple[float, int, _Node]] = []
        self._start = self._add(start, 0.0)

    @property
    def result(self) -> bool | None:
        """True: proved. False: refuted, the past being what it is. None: not known yet, or beyond the tables."""
        return self._start.result

    def work(self, most: int, give_up: Callable[[], bool] = lambda: False) -> bool | None:
        """Look at positions until there is a result, `most` have been looked at in all, or it is time to give up."""
        while self._start.result is None and self._waiting and self.expanded < most and not give_up():
            _, _, node = heappop(self._waiting)
            needed = not node.parents or any(parent.result is None for parent, _ in node.parents)
            if node.result is None and needed:
                self.expanded += 1
                self._expand(node)
        return self._start.result

    def line(self) -> list[Move]:
        """The line of the proof from `start` to the capture or end it rests on."""
        moves: list[Move] = []
        node: _Node | None = self._start
        while node is not None and node.move is not None:
            moves.append(node.move)
            node = self._nodes.get(node.position.play(node.move).repetition_key)
        return moves

    def _add(self, position: Position, cost: float) -> _Node:
        node = _Node(position, position.mover == self.side, cost)
        self._nodes[position.repetition_key] = node
        heappush(self._waiting, (cost, len(self._nodes), node))
        return node

    def _expand(self, node: _Node) -> None:
        """Settle what the replies say by themselves, and put the others into the graph."""
        followed: list[tuple[Move, Position]] = []
        known: list[tuple[Move, bool]] = []
        for move in node.position.legal_moves:
            after = node.position.play(move)
            result = self._settled(node.position, after)
            if result is None:
                followed.append((move, after))
            else:
                known.append((move, result))
        node.pending = len(followed) + len(known)
        for move, result in known:
            self._tell(node, move, result)
        if node.result is not None:
            return
        choices = log2(len(followed)) if node.decisive else 2 * log2(len(followed))
        for move, after in followed:
            child = self._nodes.get(after.repetition_key) or self._add(after, node.cost + 1 + choices)
            child.parents.append((node, move))
            if child.result is not None:
                self._tell(node, move, child.result)

    def _settled(self, before: Position, after: Position) -> bool | None:
        """What a reply says of the claim by itself; None if it depends on how play goes on."""
        if after.mover is None:
            return after.stores[self.side] - after.stores[self.side.other] >= self.lead
        captured = sum(after.holes) != sum(before.holes)
        if not captured and after.repetition_key in self.past:
            return after.stores[self.side] - after.stores[self.side.other] >= self.lead
        reached = self.known(after, self.side)
        holds = reached is not None and reached >= self.lead
        return holds if captured or not holds else None

    def _tell(self, node: _Node, move: Move, result: bool) -> None:
        """A reply of a position is settled; so may be the position, and those before it."""
        telling = [(node, move, result)]
        while telling:
            node, move, result = telling.pop()
            if node.result is not None:
                continue
            node.pending -= 1
            if result == node.decisive or node.pending == 0:
                node.result, node.move = result, move
                telling += [(parent, via, result) for parent, via in node.parents]
