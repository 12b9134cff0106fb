"""A program as a user writes one: mypy, which `make lint` runs on it too, must find everything public typed exactly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import assert_type

import bonduc
from bonduc import SOUTH, Game, GameRecord, Move, Outcome, Player, Position, Round, Sowing, SowingEvent

game: Game = bonduc.game("rio-kadalis", holes=5, direction="clockwise")
assert_type(bonduc.games(), tuple[str, ...])
assert_type(game.options, Mapping[str, int | bool | str])
assert_type(game.seeds, int)

start: Position = game.start()
move: Move = start.legal_moves[0]
assert_type(start.holes, tuple[int, ...])
assert_type(start.mover, Player | None)
assert_type(start.outcome, Outcome | None)
assert_type(start.play(move).play("b"), Position)
assert_type(start.is_legal("A"), bool)
assert_type(start.sowing("A"), Sowing)
events: list[SowingEvent] = list(start.sowing("A"))
assert_type(start.explain("A"), list[str])
assert_type({start: 1}[start], int)

n: int = bonduc.perft(start, 3)
divided: dict[str, int] = bonduc.perft(start, 3, divide=True)


def counted(divide: bool) -> int | dict[str, int]:
    return bonduc.perft(start, 2, divide)


round_ = Round(game)
assert_type(round_.play("A"), Position)
assert_type(round_.undo(), Move | None)
assert_type(round_.copy(), Round)
assert_type(round_.resign(SOUTH), Outcome)
assert_type(round_.outcome, Outcome | None)

match = bonduc.Match(game, max_rounds=3)
assert_type(match.next_round(), Round)
assert_type(match.score, tuple[float, float])
assert_type(match.outcome, bonduc.MatchOutcome | None)

record: GameRecord = round_.record(South="Ann")
assert_type(record.tags, Mapping[str, str])
assert_type(record.moves, tuple[Move, ...])
assert_type(record.position_at(0), Position)
bonduc.write_records(Path("games.txt"), [record])
bonduc.append_records("games.txt", [record])

for each in bonduc.read_records(Path("games.txt")):
    assert_type(each, GameRecord)
for found in bonduc.scan_records(Path("games.txt")):
    assert_type(found, GameRecord | bonduc.RecordError)
assert_type(bonduc.read_record(Path("games.txt")), GameRecord)
assert_type(bonduc.parse_record(Path("games.txt").read_text()), GameRecord)
assert_type(next(bonduc.parse_records(Path("games.txt").read_bytes())), GameRecord)

assert_type(bonduc.draw(round_, theme="dark"), str)

analysis = bonduc.analyse(round_, depth=3, tables="tables")
assert_type(analysis, bonduc.Analysis)
assert_type(analysis.best, Move)
assert_type(bonduc.choose(round_, level=3), bonduc.Choice)

try:
    start.play("a")
except bonduc.IllegalMoveError as error:
    assert_type(error.rule, str)
