"""The baseline `uct:N`: plain UCT, N rollouts a move.

Every move starts a fresh tree; rollouts are random to the end of the round and count won, drawn or lost; no
evaluation, no proofs, no reuse. The exploration constant is 1 for rewards from -1 to 1. The most visited move is
played, the earlier in board order of equals. In an opening of steps (Kiothi) each step is a move.
"""

from __future__ import annotations

from bonduc.arena.chooser import Chooser, Reply
from bonduc.arena.clock import Allowance
from bonduc.arena.seeds import derive_seed
from bonduc.engine.mcts import PLAIN, SearchTree
from bonduc.engine.mcts_tree import MOVE, VISITS
from bonduc.games.contract import MAX_MOVES
from bonduc.notation import move_of_steps
from bonduc.play import Round
from bonduc.position import Game

WARM_UP = 64  # rollouts made before any clock runs, so that the code is in memory


class PlainUct(Chooser):
    """UCT with a number of rollouts a move (module docstring)."""

    def __init__(self, game: Game, rollouts: int) -> None:
        self.game = game
        self.rollouts = rollouts
        self._seed = 0
        self._grown(Round(game), WARM_UP, 0)

    def new_game(self, seed: int) -> None:
        self._seed = seed

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        tree = self._grown(played, self.rollouts, derive_seed(self._seed, "move", len(played.moves)))
        best = max(tree.children(0), key=lambda child: int(tree.links[child, VISITS]))
        move = move_of_steps((int(tree.links[best, MOVE]),), self.game.layout)
        return Reply(move, nodes=self.rollouts)

    def _grown(self, played: Round, rollouts: int, seed: int) -> SearchTree:
        # One expansion a rollout at most, of all the moves of a node.
        tree = SearchTree(self.game, nodes=(rollouts + 2) * MAX_MOVES, style=PLAIN, seed=seed)
        tree.look_at(played.position, played.positions[:-1])
        tree.grow(rollouts)
        return tree
