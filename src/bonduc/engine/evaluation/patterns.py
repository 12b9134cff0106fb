"""The weights of the estimate: the patterns of a board, and the files shipped with the package.

A file `weights/GAME-HOLES.json` holds the game's id, the number of holes, tempo, and for each pattern of `patterns`,
in their order, its name and its weights; as the patterns themselves follow from the board, they are not in the file.
Weights are in hundredths of a seed. Boards without a file are judged by the game's own `evaluate`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any

import numpy as np

from bonduc.engine.evaluation.estimate import (
    ARITY,
    CLASSES,
    COUNTS,
    FIELDS,
    HEADERS,
    HOLES,
    MOST,
    NOTES,
    PATTERNS,
    PLAIN_NOTE,
    PLAYER_NOTE,
    RADIX,
    TABLE,
    TEMPO,
)
from bonduc.engine.nodes.memory import Weights
from bonduc.errors import BonducError
from bonduc.games.spec import Layout
from bonduc.position import Game

FORMAT = 1
NO_WEIGHTS: Weights = np.zeros(HEADERS, np.int32)

SINGLE_CLASSES = 16  # a hole of 15 seeds or more is one class
PAIR_CLASSES = 5
STONE_CLASSES = 2
POINT = 100  # an estimate must stay below the one point of a round without stores


@dataclass(frozen=True)
class Pattern:
    """A few holes, as South sees the board, and how many classes their contents are reduced to, notes apart."""

    name: str
    holes: tuple[int, ...]
    classes: int


def patterns(game: Game) -> tuple[Pattern, ...]:
    """The patterns of a board."""
    return _patterns_of_stones(game.layout) if game.spec.holds_singles else _patterns_of_counts(game.layout)


def _patterns_of_counts(layout: Layout) -> tuple[Pattern, ...]:
    """Every hole; every two neighbours in sowing order; every two that face each other and are no neighbours."""
    holes = [(hole,) for ring in layout.rings for hole in ring]
    pairs = [neighbours for ring in layout.rings for neighbours in _runs(ring, 2)]
    known = {frozenset(pair) for pair in pairs}
    facing = [
        pair
        for file in layout.files
        for pair in pairwise(file)
        if layout.side(pair[0]) != layout.side(pair[1]) and frozenset(pair) not in known
    ]
    return tuple(
        Pattern(_name(layout, each), each, SINGLE_CLASSES if len(each) == 1 else PAIR_CLASSES)
        for each in (*holes, *pairs, *facing)
    )


def _patterns_of_stones(layout: Layout) -> tuple[Pattern, ...]:
    """Every file of holes; every three neighbours in the order of a ring."""
    threes = [three for ring in layout.rings for three in _runs(ring, min(3, len(ring)))]
    return tuple(Pattern(_name(layout, each), each, STONE_CLASSES) for each in (*layout.files, *threes))


def _runs(ring: tuple[int, ...], length: int) -> list[tuple[int, ...]]:
    """Every so many neighbours of a ring."""
    twice = ring + ring
    return [twice[i : i + length] for i in range(len(ring))]


def _name(layout: Layout, holes: tuple[int, ...]) -> str:
    return (" " if layout.is_numbered else "").join(layout.names[hole] for hole in holes)


def lay_out(game: Game) -> Weights:
    """The array of `estimate` for a board, all weights 0."""
    spec, layout = game.spec, game.layout
    notes = (PLAYER_NOTE if spec.notes.are_players else PLAIN_NOTE) if spec.notes else 0
    wanted = patterns(game)
    data: list[int] = [0] * (HEADERS + FIELDS * len(wanted))
    classes: dict[int, int] = {}
    for number, pattern in enumerate(wanted):
        header = HEADERS + FIELDS * number
        if pattern.classes not in classes:
            classes[pattern.classes] = len(data)
            data += _class_table(pattern.classes, notes != 0)
        radix = pattern.classes * (2 if notes else 1)
        data[header + ARITY], data[header + RADIX] = len(pattern.holes), radix
        data[header + CLASSES], data[header + HOLES] = classes[pattern.classes], len(data)
        data += pattern.holes
        data += [(hole + layout.size // 2) % layout.size for hole in pattern.holes]
        data[header + TABLE] = len(data)
        data += [0] * radix ** len(pattern.holes)
    data[PATTERNS], data[NOTES] = len(wanted), notes
    data[MOST] = 2 * POINT * game.seeds if spec.counts_seeds else POINT - 1
    return np.array(data, np.int32)


def _class_table(classes: int, noted: bool) -> list[int]:
    plain = [min(seeds, classes - 1) for seeds in range(COUNTS)]
    return plain + [classes + each for each in plain] if noted else plain


def tables(weights: Weights) -> list[slice]:
    """Where the weights of each pattern lie in the array."""
    found = []
    for number in range(int(weights[PATTERNS])):
        header = HEADERS + FIELDS * number
        first, length = int(weights[header + TABLE]), int(weights[header + RADIX]) ** int(weights[header + ARITY])
        found.append(slice(first, first + length))
    return found


def file_name(game: Game) -> str:
    """The name of the file with a board's weights."""
    return f"{game.id}-{game.layout.size}.json"


def to_json(game: Game, weights: Weights) -> str:
    """The text of a weights file."""
    head = {"format": FORMAT, "game": game.id, "holes": game.layout.size, "tempo": int(weights[TEMPO])}
    lines = [json.dumps(head)[1:-1]]
    for pattern, table in zip(patterns(game), tables(weights), strict=True):
        lines.append(json.dumps(pattern.name) + ": " + json.dumps(weights[table].tolist(), separators=(",", ":")))
    return "{" + ",\n".join(lines) + "}\n"


def from_json(game: Game, text: str, source: str) -> Weights:
    """Read a weights file; BonducError naming `source` if it is none for this board."""
    try:
        data: dict[str, Any] = json.loads(text)
        if (data["format"], data["game"], data["holes"]) != (FORMAT, game.id, game.layout.size):
            raise BonducError(f"{source}: weights of another board than {game!r}")
        weights = lay_out(game)
        weights[TEMPO] = data["tempo"]
        for pattern, table in zip(patterns(game), tables(weights), strict=True):
            weights[table] = data[pattern.name]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise BonducError(f"{source}: cannot be read as weights: {error}") from None
    return weights


@lru_cache(maxsize=64)
def load_weights(game: Game) -> Weights:
    """The weights shipped for a board, read-only by agreement; none where there is no file."""
    path = resources.files("bonduc.engine.evaluation") / "weights" / file_name(game)
    if not path.is_file():
        return NO_WEIGHTS
    return from_json(game, path.read_text(encoding="utf-8"), path.name)
