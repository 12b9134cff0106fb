"""Finding puzzles: games of the engine against itself, looked through for moves that are clearly best.

Everything follows from the seed and the number of the game: whichever process plays it, the puzzles are the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from bonduc.engine import Engine, EngineSettings, Limits
from bonduc.engine.tuning.selfplay import random_start
from bonduc.notation import Move
from bonduc.playouts import random_playouts
from bonduc.position import Game, Position
from bonduc.puzzles.facts import Facts, gain
from bonduc.puzzles.maker.difficulty import difficulty
from bonduc.puzzles.maker.judge import DEEPER, QUICK_NODES, Judge, judgement
from bonduc.puzzles.model import Puzzle, Source, Step, is_opening, puzzle_id
from bonduc.puzzles.themes import themes_of

PLAY_LIMITS = Limits(nodes=QUICK_NODES)
REPLY_LIMITS = Limits(nodes=5 * QUICK_NODES)
PLAY_MEGABYTES = 0.5
NOISE = 0.2  # how often a move is a random one: games without mistakes have few puzzles
LONGEST_GAME = 120
LATE = (0.5, 0.95)  # the part of a random round that games started late leave out
LATE_GAMES = 0.5  # how many games start late; all of them, where there is nothing to win but the round
MEASURED_ROUNDS = 200  # random rounds that tell how long one is
LEAST_MOVES = 3  # legal moves: a choice of two is a guess
MOST_STEPS = 4
HINT_OF_MARGIN = 0.6  # the part of the margin that makes a position worth a closer look
APART = 6  # moves between two puzzles of one game
MOST_A_GAME = 3


@dataclass(frozen=True)
class HuntPlan:
    """What is looked for: puzzles of a game, from the games against itself of a seed, with the tables of a folder.

    `easy` is the part of those positions to be looked at in which greed finds the right move at once; `deeper` how many
    moves deeper than a quick search a move is verified.
    """

    game: Game
    seed: int
    tables: Path | None = None
    use_tables: bool = True
    easy: float = 1.0
    deeper: int = DEEPER


@lru_cache(maxsize=2)
def _player(game: Game) -> Engine:
    return Engine(game, EngineSettings(megabytes=PLAY_MEGABYTES))


@lru_cache(maxsize=2)
def _judge(game: Game, tables: Path | None, use_tables: bool, deeper: int) -> Judge:
    return Judge(game, tables, use_tables, deeper)


@lru_cache(maxsize=2)
def _usual_plies(game: Game) -> float:
    """How many moves a random round takes."""
    row = np.frombuffer(game.start().row, np.int8)
    measured = random_playouts(game.runner.compile(), row, game.runner.options, MEASURED_ROUNDS)
    return measured.plies / measured.rounds


def _start(game: Game, chance: random.Random) -> Position:
    """Where a game against itself starts: after a few random moves, or after so many that its end is not far."""
    if game.spec.counts_seeds and chance.random() >= LATE_GAMES:
        return random_start(game, chance)
    while True:
        position = random_start(game, chance, 0)
        for _ in range(round(chance.uniform(*LATE) * _usual_plies(game))):
            if position.mover is not None:
                position = position.play(chance.choice(position.legal_moves))
        if position.mover is not None:
            return position


def find_in_game(plan: HuntPlan, number: int) -> list[Puzzle]:
    """The puzzles of one game of the engine against itself."""
    judge = _judge(plan.game, plan.tables, plan.use_tables, plan.deeper)
    found: list[Puzzle] = []
    for ply, position in promising(plan, number):
        if len(found) == MOST_A_GAME:
            break
        if found and ply - found[-1].source.ply < APART:
            continue
        puzzle = make_puzzle(judge, position, plan.seed, number, ply)
        if puzzle is not None:
            found.append(puzzle)
    return found


def promising(plan: HuntPlan, number: int) -> Iterator[tuple[int, Position]]:
    """The positions of a game in which a quick search finds one move much better, with their plies."""
    engine = _player(plan.game)
    chance, taste = random.Random(f"{plan.seed} {number}"), random.Random(f"{plan.seed} {number} easy")
    position = _start(plan.game, chance)
    seen = [position]
    while position.mover is not None and len(seen) < LONGEST_GAME:
        engine.clear()
        analysis = engine.search(position, PLAY_LIMITS, lines=2, history=seen[:-1])
        hinted = is_fit(position) and judgement(analysis).is_clear(plan.game, HINT_OF_MARGIN)
        if hinted and (taste.random() < plan.easy or not is_easy(position, analysis.best)):
            yield len(seen) - 1, position
        move = chance.choice(position.legal_moves) if chance.random() < NOISE else analysis.best
        position = position.play(move)
        if position.mover is not None and any(p.repetition_key == position.repetition_key for p in seen):
            return
        seen.append(position)


def is_easy(position: Position, best: Move) -> bool:
    """Does the best move take more at once than any other?"""
    assert position.mover is not None
    gains = {move: gain(position.sowing(move), position.mover) for move in position.legal_moves}
    return all(taken < gains[best] for move, taken in gains.items() if move != best)


def is_fit(position: Position) -> bool:
    """Is there a choice, and is the round still open?"""
    half = position.game.seeds / 2
    open_round = not position.game.spec.counts_seeds or max(position.stores) <= half
    return len(position.legal_moves) >= LEAST_MOVES and open_round and not is_opening(position)


def make_puzzle(judge: Judge, position: Position, seed: int, number: int, ply: int) -> Puzzle | None:
    """The puzzle of a position; None if no move is clearly best in it."""
    first = judge.step(position)
    if first is None:
        return None
    step, by_table = first
    steps = tuple(_follow(judge, position, step))
    facts = Facts.of(position, steps)
    source = Source(seed, number, ply, "table" if by_table else "search")
    rating = difficulty(judge, facts).rating
    return Puzzle(puzzle_id(position), position, steps, themes_of(facts), rating, source)


def _follow(judge: Judge, position: Position, step: Step) -> Iterator[Step]:
    """The step, and those after it for as long as one move stays clearly best."""
    history: list[Position] = []
    for count in range(1, MOST_STEPS + 1):
        history.append(position)
        after = position.play(step.move)
        reply = "" if count == MOST_STEPS else _reply(judge, after, history)
        position = after.play(reply) if reply else after
        keys = {each.repetition_key for each in (*history, after)}
        goes_on = reply and position.mover == history[0].mover and position.repetition_key not in keys
        following = judge.step(position, (*history, after)) if goes_on and is_fit(position) else None
        if following is None:
            yield step
            return
        yield Step(step.move, step.value, step.second, step.exact, step.depth, reply, step.wrong)
        history.append(after)
        step = following[0]


def _reply(judge: Judge, after: Position, history: list[Position]) -> str:
    """The opponent's best answer; empty if the round is over or the turn has come back."""
    if after.mover in (None, history[0].mover) or after.repetition_key in {p.repetition_key for p in history}:
        return ""
    return str(judge.search(after, REPLY_LIMITS, lines=1, history=history).best)
