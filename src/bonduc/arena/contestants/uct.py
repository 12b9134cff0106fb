"""The baseline `uct:N`: plain UCT, N rollouts a move.

Every move starts a fresh tree; rollouts are random to the end of the round and count won, drawn or lost; no
evaluation, no proofs, no reuse. The exploration constant is 1 for rewards from -1 to 1. The most visited move is
played; a lone legal move at once. In an opening of steps (Kiothi) each step is a move.
"""

from __future__ import annotations

from bonduc.arena.clock import Allowance
from bonduc.arena.contestants.player import Chooser, Reply
from bonduc.arena.seeds import derive_seed
from bonduc.engine.analysis import Analysis
from bonduc.engine.rollouts.uct import DEFAULT_NODES, MOST_NODES, PLAIN, SearchTree, search
from bonduc.play import Round
from bonduc.position import Game

WARM_UP = 64  # rollouts made before any clock runs, so that the code is in memory
BRANCHES = 40  # children that a rollout adds to the tree at most, but for rare positions


class PlainUct(Chooser):
    """UCT with a number of rollouts a move (module docstring)."""

    def __init__(self, game: Game, rollouts: int) -> None:
        self.game = game
        self.rollouts = rollouts
        self._seed = 0
        self._search(Round(game), WARM_UP, 0)

    def new_game(self, seed: int) -> None:
        self._seed = seed

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        moves = played.legal_moves
        if len(moves) == 1:
            return Reply(moves[0])
        found = self._search(played, self.rollouts, derive_seed(self._seed, "move", len(played.moves)))
        return Reply(found.best, found.lines[0].score, found.depth, found.nodes)

    def _search(self, played: Round, rollouts: int, seed: int) -> Analysis:
        room = min(max(DEFAULT_NODES, BRANCHES * rollouts), MOST_NODES)
        tree = SearchTree(self.game, nodes=room, style=PLAIN, seed=seed)
        return search(played.position, rollouts=rollouts, history=played.positions[:-1], tree=tree)
