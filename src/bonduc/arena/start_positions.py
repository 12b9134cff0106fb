"""Openings: the positions that paired games start from.

`random:N` is N random legal plies from the start (in Kiothi the redistributions of both players come first and count
as two of them, at least those two are made). `balanced:N` is those of them that a search of BALANCE_NODES positions
finds even, to one in BALANCE_PART of the seeds: games are not decided before they begin. `start` is the start of the
round itself. Anything else names a file: either one position a line (`#` starts a comment), or game records, whose
moves are then played before the contestants take over. A file with fewer openings than pairs is used again from its
beginning.

Random openings differ from each other as long as the game has enough of them, and none is over.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bonduc.arena.redistribution import random_redistribution
from bonduc.arena.seeds import derive_seed
from bonduc.errors import BonducError, IllegalPositionError, NotationError
from bonduc.play import Round
from bonduc.position import Game
from bonduc.records.reader import parse_records

MOST_PLIES = 200
TRIES = 64  # random openings made to find one that is new, and balanced if it is to be
BALANCE_NODES = 100_000
BALANCE_PART = 48  # one seed of Rio Kadalis
BALANCE_MEGABYTES = 16.0


@dataclass(frozen=True)
class StartPosition:
    """Where a pair of games starts: a position (empty: the start of the round) and moves played from it."""

    position: str = ""
    moves: tuple[str, ...] = ()

    def round(self, game: Game) -> Round:
        """The round with the opening on the board."""
        played = Round(game, game.position(self.position) if self.position else None)
        for move in self.moves:
            played.play(move)
        return played


def make_openings(text: str, game: Game, count: int, seed: int) -> tuple[StartPosition, ...]:
    """`count` openings by their description; BonducError if it cannot be read or an opening is over already."""
    if count < 1:
        return ()
    if text == "start":
        return (StartPosition(),) * count
    kind, colon, plies = text.partition(":")
    if kind in ("random", "balanced") and colon:
        if not plies.isascii() or not plies.isdecimal() or int(plies) > MOST_PLIES:
            raise BonducError(f"openings {text!r}: {kind}:N takes a whole number from 0 to {MOST_PLIES}")
        return _random_openings(game, int(plies), count, seed, is_balanced if kind == "balanced" else None)
    found = _read_file(Path(text), game)
    return tuple(found[i % len(found)] for i in range(count))


def is_balanced(played: Round) -> bool:
    """Whether a short search, the same every time, finds the position even."""
    from bonduc.engine import Engine, EngineSettings, Limits

    game = played.game
    engine = Engine(game, EngineSettings(megabytes=BALANCE_MEGABYTES))
    found = engine.search(played.position, Limits(nodes=BALANCE_NODES), history=played.positions[:-1])
    most = game.seeds if game.spec.counts_seeds else 1
    return abs(found.lines[0].score) * BALANCE_PART <= most


def _random_openings(
    game: Game, plies: int, count: int, seed: int, accept: Callable[[Round], bool] | None
) -> tuple[StartPosition, ...]:
    """Random openings such as `accept` says; as far as there are enough, they differ."""
    found: list[StartPosition] = []
    used: set[str] = set()
    fits: dict[str, bool] = {}
    for number in range(count):
        source = random.Random(derive_seed(seed, "opening", number))
        chosen = None
        for _ in range(TRIES):
            played = _random_opening(game, plies, source)
            reached = str(played.position)
            if reached not in fits:
                fits[reached] = accept is None or accept(played)
            if chosen is None or fits[reached] >= fits[str(chosen.position)]:
                chosen = played
            if fits[reached] and reached not in used:
                break
        assert chosen is not None
        used.add(str(chosen.position))
        found.append(StartPosition(moves=tuple(str(move) for move in chosen.moves)))
    return tuple(found)


def _random_opening(game: Game, plies: int, source: random.Random) -> Round:
    """A random opening that is not over."""
    for _ in range(TRIES):
        played = Round(game)
        while played.mover is not None and (played.position.phase != "play" or len(played.moves) < plies):
            position = played.position
            opening_phase = position.phase != "play"
            played.play(
                random_redistribution(position, source) if opening_phase else source.choice(position.legal_moves)
            )
        if played.mover is not None:
            return played
    raise BonducError(f"openings random:{plies}: random play of {game.name} is over before that many plies")


def _read_file(path: Path, game: Game) -> tuple[StartPosition, ...]:
    """The openings of a file, `-` for standard input: records, or positions one a line."""
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BonducError(f"cannot read openings {str(path)!r}: {error}") from None
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise BonducError(f"openings {str(path)!r}: the file holds none")
    if lines[0][1].startswith("["):
        return _read_records(text, path, game)
    return tuple(_read_position(path, number, line, game) for number, line in lines)


def _read_position(path: Path, number: int, line: str, game: Game) -> StartPosition:
    try:
        position = game.position(line)
    except (NotationError, IllegalPositionError) as error:
        raise BonducError(f"{path}:{number}: {error}") from None
    if position.mover is None:
        raise BonducError(f"{path}:{number}: the round is over in {line!r}")
    return StartPosition(position=str(position))


def _read_records(text: str, path: Path, game: Game) -> tuple[StartPosition, ...]:
    openings = []
    for number, record in enumerate(parse_records(text, str(path)), 1):
        played = Round.from_record(record)
        if played.game != game:
            raise BonducError(f"{path}: record {number} is of {played.game!r}, not of {game!r}")
        openings.append(_opening_of(path, number, played))
    return tuple(openings)


def _opening_of(path: Path, number: int, played: Round) -> StartPosition:
    if played.mover is None:
        raise BonducError(f"{path}: record {number}: the round is over, so it is no opening")
    start = "" if played.initial == played.game.start() else str(played.initial)
    return StartPosition(start, tuple(str(move) for move in played.moves))


def hash_openings(openings: Sequence[StartPosition]) -> str:
    """A hash of what the openings are, so that a file changed in between is noticed."""
    lines = [f"{opening.position}|{' '.join(opening.moves)}\n" for opening in openings]
    return hashlib.sha256("".join(lines).encode()).hexdigest()
