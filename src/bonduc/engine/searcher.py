"""Iterative deepening over the game's kernels, within limits."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from bonduc.engine.analysis import SEED, Analysis, Limits, Line, OnInfo, StopSignal
from bonduc.engine.opening import in_opening, search_opening
from bonduc.errors import BonducError
from bonduc.games.contract import MOVER, NOBODY, NORTH_STORE, PASS_CODE, PASSED, SOUTH_STORE, WIDTH
from bonduc.notation import Move, move_of_steps
from bonduc.position import Game, Position

DEEPEST = 60


class _StoppedError(Exception):
    """The limits are reached."""


class Searcher:
    """Searches positions of one game."""

    def __init__(self, game: Game, threads: int = 1) -> None:
        if not 1 <= threads <= 256:
            raise BonducError(f"threads={threads}: must be from 1 to 256")
        self.game = game

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        history: Sequence[Position] = (),
        stop: StopSignal | None = None,
        on_info: OnInfo | None = None,
    ) -> Analysis:
        """As `bonduc.analyse`."""
        if position.mover is None:
            raise BonducError(f"nothing to search: the round is over in {position}")
        if in_opening(position):
            return search_opening(position)
        search = _Search(self.game, limits, stop, [earlier.repetition_key for earlier in history])
        analysis: Analysis | None = None
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            try:
                found = search.root(position.row, depth, lines)
            except _StoppedError:
                break
            ranked = tuple(
                Line(tuple(Move(m.text, m.steps) for m in self._moves(line)), score, exact, depth)
                for score, exact, line in found
            )
            analysis = Analysis(position, ranked, search.nodes, perf_counter() - search.began, depth)
            search.may_stop = True
            if on_info:
                on_info(analysis)
            if all(line.exact for line in ranked):
                break
        assert analysis is not None
        return analysis

    def _moves(self, codes: Sequence[int]) -> list[Move]:
        return [move_of_steps((code,), self.game.layout) for code in codes]


class _Search:
    def __init__(self, game: Game, limits: Limits, stop: StopSignal | None, history: list[bytes]) -> None:
        self.game = game
        self.limits = limits
        self.stop = stop
        self.path = history
        self.nodes = 0
        self.began = perf_counter()
        self.may_stop = False
        self.evaluate = game.runner.compile().evaluate
        self.states = np.zeros((2, WIDTH), np.int8)

    def root(self, row: bytes, depth: int, lines: int) -> list[tuple[int, bool, list[int]]]:
        found = [(*self.child(row, after, depth, -SEED * 1000, SEED * 1000), code) for code, after in self.moves(row)]
        found.sort(key=lambda each: -each[0])
        return [(score, exact, [code, *line]) for score, exact, line, code in found[:lines]]

    def moves(self, row: bytes) -> list[tuple[int, bytes]]:
        runner = self.game.runner
        played = [(code, *runner.play(row, code)) for code in runner.candidates(row)]
        legal = [(code, after) for code, flags, after in played if flags >= 0]
        return legal or [(PASS_CODE, runner.stuck(row)[1])]

    def child(self, row: bytes, after: bytes, depth: int, alpha: int, beta: int) -> tuple[int, bool, list[int]]:
        self.nodes += 1
        self.poll()
        mover = row[MOVER]
        key = after[:PASSED] + b"\0" + after[PASSED + 1 :]
        if key in self.path:
            after = self.game.runner.share(after)
        if after[MOVER] == NOBODY:
            lead = after[SOUTH_STORE] - after[NORTH_STORE]
            return SEED * (-lead if mover else lead), True, []
        same = after[MOVER] == mover
        if depth == 1:
            self.states[0] = np.frombuffer(after, np.int8)
            score = int(self.evaluate(self.states, 0, self.game.runner.options))
            return (score if same else -score), False, []
        own = row[:PASSED] + b"\0" + row[PASSED + 1 :]
        self.path.append(own)
        try:
            score, exact, line = self.node(after, depth - 1, *((alpha, beta) if same else (-beta, -alpha)))
        finally:
            self.path.pop()
        return (score if same else -score), exact, line

    def node(self, row: bytes, depth: int, alpha: int, beta: int) -> tuple[int, bool, list[int]]:
        best: tuple[int, list[int]] | None = None
        exact = True
        for code, after in self.moves(row):
            score, proved, line = self.child(row, after, depth, alpha, beta)
            exact = exact and proved
            if best is None or score > best[0]:
                best = score, [code, *line]
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        assert best is not None
        return best[0], exact, best[1]

    def poll(self) -> None:
        limits = self.limits
        if not self.may_stop:
            return
        if limits.nodes is not None and self.nodes >= limits.nodes:
            raise _StoppedError
        if limits.seconds is not None and perf_counter() - self.began >= limits.seconds:
            raise _StoppedError
        if self.stop is not None and self.stop.is_set():
            raise _StoppedError
