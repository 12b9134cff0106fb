"""Puzzles as JSON: one file holds the puzzles of one game.

    {"format": "bonduc-puzzles", "version": 1, "game": "rio-kadalis", "rules_version": 1, "puzzles": [
        {"id": "0123456789", "options": {}, "position": "…", "mover": "S", "rating": 1200, "themes": ["quiet"],
         "source": {"seed": 1, "game": 7, "ply": 23, "proof": "search"},
         "steps": [{"move": "B", "value": 6.5, "second": 1.25, "exact": false, "depth": 12, "reply": "c",
                    "wrong": {"A": {"value": 1.25, "line": ["f", "C"]}, …}}, …]}, …]}

`options` are those that differ from their defaults; values are final leads of the solver in seeds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.language import N_, told
from bonduc.position import game
from bonduc.puzzles.model import Puzzle, PuzzleError, Refutation, Source, Step
from bonduc.puzzles.themes import THEMES

FORMAT = "bonduc-puzzles"
VERSION = 1
PROOFS = ("search", "table")

T = TypeVar("T")


def dump_puzzles(game_id: str, puzzles: Sequence[Puzzle]) -> str:
    """The text of a file of puzzles: a puzzle a line, always the same for the same puzzles."""
    head = {"format": FORMAT, "version": VERSION, "game": game_id, "rules_version": GAMES[game_id].rules_version}
    opening = json.dumps(head)[:-1]
    lines = ",\n".join(json.dumps(puzzle_json(puzzle), ensure_ascii=False) for puzzle in puzzles)
    return f'{opening}, "puzzles": [\n{lines}\n]}}\n'


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as files hold it."""
    game_ = puzzle.game
    changed = {o.name: game_.options[o.name] for o in game_.spec.options if game_.options[o.name] != o.default}
    return {
        "id": puzzle.id,
        "options": changed,
        "position": str(puzzle.position),
        "mover": puzzle.solver.name[0],
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
        "source": {
            "seed": puzzle.source.seed,
            "game": puzzle.source.game,
            "ply": puzzle.source.ply,
            "proof": puzzle.source.proof,
        },
        "steps": [_step_json(step) for step in puzzle.steps],
    }


def _step_json(step: Step) -> dict[str, Any]:
    wrong = {move: {"value": each.value, "line": list(each.line)} for move, each in step.wrong.items()}
    return {
        "move": step.move,
        "value": step.value,
        "second": step.second,
        "exact": step.exact,
        "depth": step.depth,
        "reply": step.reply,
        "wrong": wrong,
    }


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file; PuzzleError names the file, the puzzle and the field that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise PuzzleError(N_("{source}: not a file of puzzles: it is no text", source=path.name)) from None
    return parse_puzzles(text, path.name)


def parse_puzzles(text: str, source: str) -> list[Puzzle]:
    """The puzzles in a text; `source` is what faults call it."""
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as fault:
        line = getattr(fault, "lineno", 1)
        raise PuzzleError(N_("{source}, line {line}: not JSON", source=source, line=line)) from None
    head = _Fields(data, source)
    if head.get("format", str) != FORMAT:
        raise head.fault("format", data["format"])
    if head.get("version", int) != VERSION:
        raise head.fault("version", data["version"])
    name = head.get("game", str)
    if name not in GAMES:
        raise head.fault("game", name)
    if head.get("rules_version", int) != GAMES[name].rules_version:
        raise head.fault("rules_version", data["rules_version"])
    found: list[Puzzle] = []
    for number, each in enumerate(head.get("puzzles", list), 1):
        puzzle = _read_puzzle(_Fields(each, f"{source}, puzzle {number}"), name)
        if any(puzzle.id == other.id for other in found):
            raise PuzzleError(N_("{source}: two puzzles are called {id!r}", source=source, id=puzzle.id))
        found.append(puzzle)
    return found


class _Fields:
    """The fields of an object in a file, read with their types."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise PuzzleError(N_("{source}: should be an object with named fields", source=where))
        self.data: Mapping[str, Any] = data
        self.where = where

    def get(self, name: str, kind: type[T]) -> T:
        """A field of this type; PuzzleError if it is missing or of another."""
        if name not in self.data:
            raise PuzzleError(N_("{source}: {field} is missing", source=self.where, field=name))
        value = self.data[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fault(name, value)
        return value

    def number(self, name: str) -> float:
        """A number of seeds."""
        value = self.data.get(name)
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else self.get(name, float)

    def fault(self, name: str, value: object) -> PuzzleError:
        """What to raise when a field cannot be right."""
        shown = json.dumps(value, ensure_ascii=False, default=str)[:80]
        return PuzzleError(N_("{source}: {field} cannot be {value}", source=self.where, field=name, value=shown))


def _read_puzzle(fields: _Fields, game_id: str) -> Puzzle:
    name = fields.get("id", str)
    fields.where = f"{fields.where} ({name})"
    options, position_text = fields.get("options", dict), fields.get("position", str)
    try:
        position = game(game_id, **options).position(position_text)
    except BonducError as fault:
        raise PuzzleError(N_("{source}: {fault}", source=fields.where, fault=told(fault))) from None
    mover = fields.get("mover", str)
    if position.mover is None or mover != position.mover.name[0]:
        raise fields.fault("mover", mover)
    steps = tuple(
        _read_step(_Fields(each, f"{fields.where}, step {number}"))
        for number, each in enumerate(fields.get("steps", list), 1)
    )
    if not steps or any(not step.reply for step in steps[:-1]) or steps[-1].reply:
        raise fields.fault("steps", [f"{step.move} {step.reply}".strip() for step in steps])
    themes = tuple(fields.get("themes", list))
    unknown = [each for each in themes if each not in THEMES]
    if unknown:
        raise fields.fault("themes", unknown[0])
    return Puzzle(name, position, steps, themes, fields.get("rating", int), _read_source(fields))


def _read_source(fields: _Fields) -> Source:
    source = _Fields(fields.get("source", dict), fields.where)
    proof = source.get("proof", str)
    if proof not in PROOFS:
        raise source.fault("proof", proof)
    return Source(source.get("seed", int), source.get("game", int), source.get("ply", int), proof)


def _read_step(fields: _Fields) -> Step:
    wrong: dict[str, Refutation] = {}
    for move, each in fields.get("wrong", dict).items():
        inner = _Fields(each, f"{fields.where}, wrong {move}")
        line = inner.get("line", list)
        if not all(isinstance(text, str) for text in line):
            raise inner.fault("line", line)
        wrong[move] = Refutation(tuple(line), inner.number("value"))
    depth = fields.get("depth", int)
    if depth < 1:
        raise fields.fault("depth", depth)
    return Step(
        fields.get("move", str),
        fields.number("value"),
        fields.number("second"),
        fields.get("exact", bool),
        depth,
        fields.get("reply", str),
        wrong,
    )
