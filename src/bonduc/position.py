"""Game, Position, Sowing: the typed, immutable face of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError, IllegalMoveError, IllegalPositionError, OptionError
from bonduc.events import SowingEvent, read_log
from bonduc.explain import Told, captions, explain
from bonduc.frozen import Frozen, FrozenMapping
from bonduc.games.kernels.state import (
    EMPTIED,
    ENDLESS,
    FIRST_LAP,
    FLAGS,
    HAND,
    LAST,
    LOST,
    MOVER,
    NOBODY,
    NORTH_STORE,
    OVER,
    PASSED,
    PHASE,
    PHASES,
    SOUTH_STORE,
    Ending,
    Event,
    Kind,
    Reason,
    encode,
    reason_of,
)
from bonduc.games.options import Value, read_options
from bonduc.games.registry import GAMES, find
from bonduc.games.runner import STUCK, LogRows, Runner
from bonduc.games.spec import GameSpec, HoleNotes, Layout
from bonduc.integers import whole_numbers
from bonduc.language import N_
from bonduc.notation import Move, format_row, move_of_steps, parse_move, parse_position
from bonduc.outcome import Outcome, Termination, winner_of
from bonduc.players import SOUTH, Player
from bonduc.setup import Setup

_PASS = encode(Kind.PASS)
_PLAYERS = tuple(Player)  # by number: much quicker than to ask the enumeration
REFUSALS = {
    ENDLESS: N_("its sowing would never end (endless sowing)"),
    FIRST_LAP: N_("the first lap would end in an occupied hole of the mover's own row (first-lap restriction, rule 6)"),
}


def game(name: str, /, **options: Value) -> Game:
    """The game with this id or alias and these options.

    Raises UnknownGameError (it suggests the nearest id) and OptionError.
    """
    spec = find(name)
    values = read_options(spec.options, options, spec.name)
    fault = spec.check_options(values)
    if fault:
        raise OptionError(
            N_("{game} with {options}: {fault}", game=spec.name, options=format_options(values), fault=fault)
        )
    return _cached_game(spec.id, tuple(values.items()))


@lru_cache(maxsize=256)
def _cached_game(name: str, items: tuple[tuple[str, Value], ...]) -> Game:
    return Game(GAMES[name], dict(items))


def format_options(values: Mapping[str, Value]) -> str:
    """Options as records and messages show them, `holes=5 direction=clockwise`."""
    return " ".join(f"{name}={_format_value(value)}" for name, value in values.items())


def _format_value(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Game(Frozen):
    """A game with its options, from `bonduc.game`: frozen and hashable. Games compare by id and options."""

    spec: GameSpec
    options: Mapping[str, Value]
    layout: Layout
    runner: Runner
    _read_move: Callable[[str], Move]
    _moves: dict[int, Move]
    _sides: tuple[Player, ...]

    def __init__(self, spec: GameSpec, values: Mapping[str, Value]) -> None:
        layout = spec.layout(values)
        vars(self).update(
            spec=spec,
            options=FrozenMapping(values),
            layout=layout,
            runner=Runner(spec, [option.encode(values[option.name]) for option in spec.options]),
            _read_move=lru_cache(maxsize=4096)(partial(parse_move, spec=spec, layout=layout)),
            _moves={},
            _sides=tuple(Player(layout.side(hole)) for hole in range(layout.size)),
        )

    @property
    def id(self) -> str:
        """The game's id, `rio-kadalis`."""
        return self.spec.id

    @property
    def name(self) -> str:
        """The game's name, `Rio Kadalis`."""
        return self.spec.name

    @property
    def rules_version(self) -> int:
        """The version of these rules; it changes when any result of a move or round changes."""
        return self.spec.rules_version

    @property
    def seeds(self) -> int:
        """How many seeds the game has."""
        return self.spec.total(self.options)

    @property
    def options_text(self) -> str:
        """The options that differ from their defaults, as `holes=5 direction=clockwise`; `-` if none do."""
        return format_options(self._changed) or "-"

    @property
    def _changed(self) -> dict[str, Value]:
        """The options that differ from their defaults."""
        return {o.name: self.options[o.name] for o in self.spec.options if self.options[o.name] != o.default}

    def start(self) -> Position:
        """The start of a round, South to move."""
        return Position._settled(self, self.runner.start())

    def position(self, text: str) -> Position:
        """Read a position (notation version 1). A round that is over in it is returned swept.

        Raises NotationError if the text cannot be read, IllegalPositionError if the position cannot occur.
        """
        if not isinstance(text, str):
            raise TypeError(f"a position should be a text, not {text!r}")
        return self.build(parse_position(text, self.spec, self.layout), text)

    def setup(self, **fields: Any) -> Position:
        """A position from the fields of `Setup` (holes, stores, mover, …); raises IllegalPositionError."""
        return self.build(Setup(**fields))

    def build(self, setup: Setup, text: str = "") -> Position:
        """The position of an arrangement; IllegalPositionError lists every defect it has."""
        if not isinstance(setup, Setup):
            raise TypeError(f"build needs a Setup, not {setup!r}")
        row, defects = setup.row(self.spec, self.options, self.layout)
        if defects:
            raise IllegalPositionError(text or str(setup), defects)
        if setup.mover is None and self.spec.counts_seeds:
            row[LOST] = self.seeds - sum(setup.stores)
        return Position._settled(self, bytes(row))

    def parse_move(self, text: str) -> Move:
        """Read a move; NotationError if it cannot be one. Legality depends on the position."""
        if not isinstance(text, str):
            raise TypeError(f"a move should be a Move or its text, not {text!r}")
        return self._read_move(text)

    def _move_of(self, code: int) -> Move:
        """The move of one step: one object for all the positions it is legal in."""
        move = self._moves.get(code)
        if move is None:
            move = self._moves[code] = move_of_steps((code,), self.layout)
        return move

    def restock(self, held: tuple[int, int], first: Player = SOUTH) -> Position:
        """The start of a later round of a match for players who hold `held` (south, north) seeds.

        Raises BonducError where rounds do not depend on the ones before, or the numbers are impossible.
        """
        restock = self.spec.match.restock
        if restock is None:
            raise BonducError(N_("{game}: every round starts alike, there is nothing to restock", game=self.name))
        seeds = whole_numbers(held, "the seeds held")
        if len(seeds) != 2 or min(seeds) < 0 or sum(seeds) > self.seeds:
            raise BonducError(
                f"cannot restock {self.name} with {' and '.join(map(str, seeds)) or 'no'} {self.spec.words.seeds}: "
                f"South and North hold at most the {self.seeds} of the game"
            )
        return Position._settled(self, bytes(restock(self.options, (seeds[0], seeds[1]), Player(first))))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.id == other.id and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.id, self.options))

    def __repr__(self) -> str:
        changed = [f"{name}={value!r}" for name, value in self._changed.items()]
        return f"bonduc.game({', '.join([repr(self.id), *changed])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _cached_game, (self.id, tuple(self.options.items()))


class Position(Frozen):
    """A position of a round: frozen and hashable.

    Two positions are equal if their game and options, holes, stores, mover, marks, owners, closed holes, opening
    phase, pass and lost seeds are. What ended a finished round (`outcome.reason`) is not compared.
    """

    __slots__ = ("__dict__", "_reason", "_row", "game")
    game: Game
    _row: bytes
    _reason: Reason | None

    def __init__(self) -> None:
        raise TypeError("positions come from Game.start, Game.position, Game.setup or Position.play")

    @classmethod
    def _make(cls, game: Game, row: bytes, reason: Reason | None = None) -> Position:
        position = object.__new__(cls)
        object.__setattr__(position, "game", game)
        object.__setattr__(position, "_row", row)
        object.__setattr__(position, "_reason", reason)
        return position

    @classmethod
    def _settled(cls, game: Game, row: bytes) -> Position:
        """The position of a legal row, swept if the round is over in it."""
        after, reason = game.runner.settle(row)
        return cls._make(game, after, reason)

    @property
    def row(self) -> bytes:
        """The state row that kernels work on (`games.contract`), WIDTH bytes."""
        return self._row

    @property
    def holes(self) -> tuple[int, ...]:
        """Seeds by hole in board order."""
        return tuple(self._row[: self.game.layout.size])

    @property
    def array(self) -> npt.NDArray[np.int8]:
        """The same as a read-only array of int8, without a copy."""
        return np.frombuffer(self._row, np.int8, self.game.layout.size)

    @property
    def stores(self) -> tuple[int, int]:
        """Seeds in the stores (south, north)."""
        return self._row[SOUTH_STORE], self._row[NORTH_STORE]

    @property
    def mover(self) -> Player | None:
        """Whose move it is; None when the round is over."""
        mover = self._row[MOVER]
        return None if mover == NOBODY else _PLAYERS[mover]

    @property
    def lost(self) -> int:
        """Seeds that belong to nobody."""
        return self._row[LOST]

    @property
    def phase(self) -> str:
        """`play`, or `open-south` or `open-north` while Kiothi's opening is under way."""
        return PHASES[self._row[PHASE]]

    @property
    def hand(self) -> int:
        """Warriors lifted in Kiothi's opening and not yet dropped."""
        return self._row[HAND]

    @property
    def emptied(self) -> int | None:
        """In Kiothi's opening, the hole emptied first while the second is still to be emptied."""
        return self._row[EMPTIED] - 1 if self._row[EMPTIED] else None

    @property
    def last_drop(self) -> int | None:
        """In Kiothi's opening, the hole of the last drop: the next is not before it."""
        return self._row[LAST] - 1 if self._row[LAST] else None

    @property
    def passed(self) -> bool:
        """Whether the turn before was a pass."""
        return bool(self._row[PASSED])

    @property
    def marks(self) -> frozenset[int]:
        """Marked holes (Kiothi's nki), by index."""
        return self._noted(HoleNotes.MARKS)

    @property
    def closed(self) -> frozenset[int]:
        """Holes closed with sand (Rio Kadalis), by index."""
        return self._noted(HoleNotes.CLOSED)

    def _noted(self, notes: HoleNotes) -> frozenset[int]:
        if self.game.spec.notes is not notes:
            return frozenset()
        return frozenset(i for i in range(self.game.layout.size) if self._row[FLAGS + i])

    @property
    def owners(self) -> tuple[Player, ...]:
        """Who owns each hole, in board order (bought holes of Adji Kui II belong to the buyer)."""
        if self.game.spec.notes is HoleNotes.OWNERS and self._row[MOVER] != NOBODY:
            return tuple(_PLAYERS[flag] for flag in self._row[FLAGS : FLAGS + self.game.layout.size])
        return self.game._sides

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in board order; during Kiothi's opening the legal steps."""
        if self._row[MOVER] == NOBODY:
            return ()
        return tuple(self.game._move_of(code) for code in self.game.runner.legal(self._row) or [_PASS])

    @cached_property
    def _candidates(self) -> tuple[int, ...]:
        """The codes of the moves that may be tried."""
        return tuple(self.game.runner.candidates(self._row))

    @cached_property
    def outcome(self) -> Outcome | None:
        """None while the round lasts, else who won, why, and the score."""
        if self._row[MOVER] != NOBODY:
            return None
        reason = Termination.FINISHED if self._reason is None else Termination.of(self._reason)
        return Outcome(winner_of(self.stores), reason, self.stores)

    def parse_move(self, move: Move | str) -> Move:
        """A move or its text as a move of this position's game; fills in the count of a bare lift."""
        text = move.text if isinstance(move, Move) else move
        parsed = self.game.parse_move(text)
        if isinstance(move, Move) and move != parsed:
            raise IllegalMoveError(text, str(self), N_("this Move belongs to another board, where its hole is another"))
        if parsed.kind == Kind.LIFT and parsed.count is None and parsed.hole is not None:
            amount = self._row[parsed.hole]
            if amount:
                return self.game._move_of(encode(Kind.LIFT, parsed.hole, amount))
        return parsed

    def is_legal(self, move: Move | str) -> bool:
        """Whether the move may be played; NotationError if its text is no move at all."""
        try:
            self.play(move)
        except IllegalMoveError:
            return False
        return True

    def play(self, move: Move | str) -> Position:
        """The position after a move, swept if the round is over.

        A whole redistribution of Kiothi counts as one move here. Raises NotationError for a text that is no move,
        IllegalMoveError with the rule that forbids the move.
        """
        parsed = self.parse_move(move)
        position = self
        for step in parsed.steps:
            position = position._step(step, parsed, self)
        self._check_redistribution(parsed, position)
        return position

    def _step(self, code: int, move: Move, shown: Position) -> Position:
        self._check_candidate(code, move, shown)
        runner, row = self.game.runner, self._row
        if code == _PASS:
            flags, after = runner.stuck(row)
        else:
            flags, after = runner.play(row, code)
            if flags < 0:
                raise IllegalMoveError(str(move), str(shown), REFUSALS[flags])
        if flags & OVER:
            return Position._make(self.game, after, reason_of(flags))
        return Position._settled(self.game, after)

    def _check_candidate(self, code: int, move: Move, shown: Position) -> None:
        """IllegalMoveError with the rule against the move unless it is a candidate here."""
        if self._row[MOVER] == NOBODY:
            raise IllegalMoveError(str(move), str(shown), N_("the round is over"))
        if code in self._candidates or (code == _PASS and not self.game.runner.has_move(self._row)):
            return
        rule = self.game.spec.forbids(tuple(self._row), code, self.game.options, self.game.layout)
        raise IllegalMoveError(str(move), str(shown), rule)

    def _check_redistribution(self, move: Move, after: Position) -> None:
        if len(move.steps) > 1 and after.hand:
            dropped = sum(step >= encode(Kind.DROP) for step in move.steps)
            lifted = self.game.spec.words.counted(dropped + after.hand)
            rule = N_("it drops {dropped} of the {lifted} lifted (rule 2)", dropped=dropped, lifted=lifted)
            raise IllegalMoveError(str(move), str(self), rule)

    def sowing(self, move: Move | str) -> Sowing:
        """Every event of a move in order: lifts, drops, captures, marks lost, the turn's and the round's end.

        Raises as `play` does.
        """
        parsed = self.parse_move(move)
        after = self.play(parsed)
        runner, row = self.game.runner, self._row
        log: LogRows = []
        for step in parsed.steps:
            row = runner.trace(row, STUCK if step == _PASS else step, log)
        if row != after._row:
            runner.trace(row, STUCK, log)
        return Sowing(self, parsed, read_log(log), after)

    def explain(self, move: Move | str) -> list[str]:
        """What a move does, in sentences. Raises as `play` does."""
        return self.sowing(move).explain()

    def shared(self) -> Position:
        """The finished round when this position has occurred for the second time (RULES.md, Repetition)."""
        return Position._make(self.game, self.game.runner.share(self._row), Reason.REPETITION)

    @property
    def repetition_key(self) -> bytes:
        """Equal for two positions of a round that count as the same: every hole, mark, owner, closed hole, mover."""
        return self._row[:PASSED] + b"\0" + self._row[PASSED + 1 :]

    @cached_property
    def _text(self) -> str:
        return format_row(self._row, self.game.spec, self.game.layout)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def _repr_svg_(self) -> str:
        """The picture of the position, for notebooks."""
        from bonduc import draw  # by the front door: what draws is built on positions

        return draw(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._row == other._row and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self._row))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self._row, self._reason)


def _restore(game: Game, row: bytes, reason: Reason | None) -> Position:
    return Position._make(game, row, reason)


@dataclass(frozen=True)
class Sowing:
    """A move played out: the position before, the move, every event in order, the position after.

    Iterating gives the events. The seeds on the board, in hand and in the stores add up at every event.
    """

    before: Position
    move: Move
    events: tuple[SowingEvent, ...]
    after: Position

    def __iter__(self) -> Iterator[SowingEvent]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    @property
    def laps(self) -> int:
        """How many laps the sowing had (0 for a pass)."""
        return sum(event.event == Event.LIFT for event in self.events)

    @property
    def captured(self) -> tuple[int, int]:
        """The seeds South and North captured in the move, without what the end of the round gives them."""
        taken = [0, 0]
        for event in self.events:
            if event.event == Event.CAPTURE and event.player is not None:
                taken[event.player] += event.seeds
        return taken[0], taken[1]

    @property
    def ending(self) -> Ending | None:
        """Why the turn ended; None for a step of an opening that goes on."""
        return next((event.ending for event in self.events if event.event == Event.END), None)

    def explain(self) -> list[str]:
        """The move in sentences: what was taken and why, why the turn ended, how the round ended."""
        return explain(self._told)

    def captions(self) -> dict[int, str]:
        """The same sentences by the index of the event that each tells of; what tells of more is left out."""
        return captions(self._told)

    @property
    def _told(self) -> Told:
        spec, layout = self.before.game.spec, self.before.game.layout
        return Told(spec, layout, self.before.mover, self.move.kind.is_opening, self.events, self.after.stores)
