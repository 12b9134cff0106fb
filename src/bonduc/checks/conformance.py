"""A harness that every game must pass, whoever wrote it.

    check_game(bonduc.game("rio-kadalis", holes=5), rounds=20)

plays random rounds and examines the positions met, and others made from them by moving seeds about. It checks that

- options, layout, words, `defects` and `forbids` keep their promises;
- the kernels keep their contract (`games.contract`): what they return, what they write and what they leave alone,
  refusals, the swept board at the end of a round;
- interpreted and compiled kernels agree bit for bit;
- seeds are conserved at every event of a move, and the events add up to the position that the move leads to;
- a move is legal if and only if it is listed;
- positions survive notation and pickling, finished ones included;
- exchanging the players before a move or after it comes to the same (openings excepted);
- rounds restocked for every split of the seeds are possible positions.

The first fault found is raised as a ConformanceError that names the game, the position and the move.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bonduc.checks.ledger import ledger_fault
from bonduc.checks.mirror import mirror, mirror_move
from bonduc.errors import BonducError, IllegalMoveError, IllegalPositionError
from bonduc.games.kernels.endless import workspace
from bonduc.games.kernels.state import (
    CAPTURED,
    ENDLESS,
    FIRST_LAP,
    FLAGS,
    HAND,
    LOST,
    MAX_MOVES,
    MOVER,
    NOBODY,
    OPTION_SLOTS,
    OVER,
    PASSED,
    PASSED_TURN,
    PHASES,
    REASON_SHIFT,
    SOUTH_STORE,
    UNDECIDED,
    WIDTH,
    Kind,
    Reason,
    decode,
    encode,
)
from bonduc.games.options import Option, Value
from bonduc.games.runner import PATIENCE
from bonduc.games.spec import Alternation, GameSpec, HoleNotes
from bonduc.notation import Move, move_of_steps
from bonduc.players import Player
from bonduc.position import Game, Position
from bonduc.setup import Setup

UNTOUCHED = 85  # what fills the rows that a kernel must leave alone
PLY = 1  # the row that kernels are called on: the one before it must not change either
EXHAUSTIVE = 8  # every so many positions, all moves are examined and not only the one played
MOST_SPLITS = 150  # restocked rounds looked at, of all the splits of the seeds


class ConformanceError(BonducError, AssertionError):
    """A game breaks a promise that the rest of bonduc relies on."""


@dataclass
class Report:
    """What a successful examination covered."""

    rounds: int = 0
    positions: int = 0
    moves: int = 0
    refusals: int = 0
    passes: int = 0
    finished: int = 0


def check_game(game: Game, rounds: int = 10, seed: int = 0, plies: int = 150, compiled: bool = True) -> Report:
    """Examine a game by `rounds` random rounds of at most `plies` moves each; ConformanceError on the first fault.

    The same `seed` gives the same rounds. Without `compiled` the compiled kernels are left out of the comparison.
    """
    check_spec(game)
    examiner = _Examiner(game, random.Random(seed), compiled)
    for _ in range(rounds):
        examiner.play_round(plies)
    examiner.check_restocking()
    return examiner.report


def option_sets(spec: GameSpec) -> Iterator[dict[str, Value]]:
    """The defaults (an empty dictionary), then every value of every option, as the options that differ from them.

    A value that is impossible with the defaults of the other options comes with one more option changed; one that
    is impossible even so is left out.
    """
    yield {}
    for option in spec.options:
        for value in option_values(option):
            if value != option.default:
                yield from _possible(spec, option, value)


def option_values(option: Option) -> tuple[Value, ...]:
    """Every value an option can take."""
    if isinstance(option.default, bool):
        return (False, True)
    return option.choices or tuple(range(option.low, option.high + 1))


def _possible(spec: GameSpec, option: Option, value: Value) -> Iterator[dict[str, Value]]:
    defaults = {each.name: each.default for each in spec.options}
    changes: list[dict[str, Value]] = [{option.name: value}]
    changes += [
        {option.name: value, other.name: other_value}
        for other in spec.options
        if other is not option
        for other_value in option_values(other)
        if other_value != other.default
    ]
    for change in changes:
        if not spec.check_options(defaults | change):
            yield {each.name: change[each.name] for each in spec.options if each.name in change}
            return


# What does not depend on positions


def check_spec(game: Game) -> None:
    """Options, layout and words; ConformanceError on the first fault."""
    spec, layout = game.spec, game.layout

    def demand(condition: bool, fault: str) -> None:
        if not condition:
            raise ConformanceError(f"{game!r}: {fault}")

    demand(
        bool(spec.id) and spec.id == spec.id.lower() and " " not in spec.id,
        f"id {spec.id!r} is not one word in small letters",
    )
    demand(bool(spec.name and spec.people), "the name or the people is empty")
    demand(spec.rules_version >= 1, f"rules version {spec.rules_version}")
    demand(bool(spec.kinds), "no kinds of moves")
    demand(spec.has_passes == (Kind.PASS in spec.kinds), "has_passes and kinds disagree")
    demand(spec.has_opening == (Kind.DROP in spec.kinds), "opening and kinds disagree")
    demand(isinstance(spec.notes, HoleNotes), f"unknown notes {spec.notes!r}")
    demand(isinstance(spec.match.alternation, Alternation), f"unknown match.alternation {spec.match.alternation!r}")
    demand(len(spec.options) <= OPTION_SLOTS, f"{len(spec.options)} options; {OPTION_SLOTS} fit")
    demand(game.seeds > 0, f"{game.seeds} seeds")
    demand(len(layout.names) == layout.size == len(set(layout.names)), f"names of holes are not unique: {layout.names}")
    demand(
        sorted(hole for line in layout.lines for hole in line) == list(range(layout.size)),
        "the lines of the layout are not each hole once",
    )
    demand(
        all(len(line) == layout.columns for line in layout.lines),
        "the lines of the layout are not rows of columns",
    )
    edges = {hole for line in (layout.lines[0], layout.lines[-1]) for hole in line}
    demand(layout.is_numbered or len(edges) == layout.size, "holes off the edges have no number in their names")
    demand(
        sorted(hole for ring in layout.rings for hole in ring) == list(range(layout.size)),
        "the rings of the layout are not each hole once",
    )
    demand(layout.size <= (FLAGS if spec.notes else 2 * FLAGS), f"{layout.size} holes do not fit the row")
    for option in spec.options + spec.match.options:
        _check_option(option, game)
    again = dict(text.split("=") for text in game.options_text.split()) if game.options_text != "-" else {}
    read = {option.name: option.read(again.get(option.name, option.default)) for option in spec.options}
    demand(read == dict(game.options), f"options_text {game.options_text!r} does not give the options back")


def _check_option(option: Option, game: Game) -> None:
    values = option_values(option)
    codes = {option.encode(value) for value in values}
    fault = ""
    if not option.name.isidentifier() or not option.doc:
        fault = "has no proper name or no description"
    elif option.default not in values:
        fault = f"has the default {option.default!r}, which it cannot take"
    elif len(codes) != len(values):
        fault = "gives two values the same code"
    for value in values:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if option.read(value) != value or option.read(text) != value:
            fault = f"cannot read its own value {text!r}"
    if fault:
        raise ConformanceError(f"{game!r}: option {option.name!r} {fault}")


# Positions and moves


class _Examiner:
    """Plays the rounds and examines the positions."""

    def __init__(self, game: Game, chance: random.Random, compiled: bool) -> None:
        self.game = game
        self.spec = game.spec
        self.chance = chance
        self.report = Report()
        self.kernels: list[_Kernels] = [_Kernels(game, game.spec.module, PATIENCE)]
        if compiled:
            self.kernels.append(_Kernels(game, game.runner.compile(), 0))

    def fault(self, position: Position, text: str, move: Move | None = None) -> ConformanceError:
        """The error to raise."""
        where = f"{position}" if move is None else f"{position}, move {move}"
        return ConformanceError(f"{self.game!r}: {text} ({where})")

    def play_round(self, plies: int) -> None:
        """One random round from the start, every so often beside a position made from it."""
        position = self.game.start()
        for ply in range(plies):
            self.examine(position, ply % EXHAUSTIVE == 0)
            if position.mover is None:
                break
            move = self.chance.choice(position.legal_moves)
            if ply % EXHAUSTIVE == EXHAUSTIVE // 2:
                changed = self.rearranged(position)
                if changed is not None:
                    self.examine(changed, True)
            position = position.play(move)
        self.report.rounds += 1

    def rearranged(self, position: Position) -> Position | None:
        """The position with some seeds in other holes, if that is possible."""
        size = self.game.layout.size
        fields = arrangement(position)
        holes = list(position.holes)
        for _ in range(self.chance.randint(1, 12)):
            occupied = [hole for hole in range(size) if holes[hole]]
            source, target = self.chance.choice(occupied), self.chance.randrange(size)
            holes[source] -= 1
            holes[target] += 1
        fields["holes"] = tuple(holes)
        fields["marks"] = frozenset(hole for hole in position.marks if holes[hole])
        try:
            return self.game.setup(**fields)
        except IllegalPositionError:
            return None

    def examine(self, position: Position, exhaustive: bool) -> None:
        """Everything there is to check about one position."""
        self.report.positions += 1
        self.check_text(position)
        self.check_defects(position)
        if position.mover is None:
            self.report.finished += 1
            self.check_finished(position)
            return
        self.check_kernels(position)
        moves = position.legal_moves
        if not moves:
            raise self.fault(position, "no legal move, yet the round is not over")
        if len({move.text for move in moves}) != len(moves):
            raise self.fault(position, "two legal moves have the same text")
        for move in moves if exhaustive else (self.chance.choice(moves),):
            self.check_move(position, move)
        if exhaustive:
            self.check_listing(position)
            self.check_shared(position)

    def check_text(self, position: Position) -> None:
        """Notation and pickling give the same position back."""
        text = str(position)
        try:
            again = self.game.position(text)
        except BonducError as error:
            raise self.fault(position, f"its own notation is refused: {error}") from error
        if again != position or str(again) != text:
            raise self.fault(position, f"notation does not round-trip: it comes back as {again}")
        if pickle.loads(pickle.dumps(position)) != position:
            raise self.fault(position, "pickling does not round-trip")

    def check_defects(self, position: Position) -> None:
        """A position of the game has no defects; the faults of any arrangement can be told in words."""
        found = self.spec.defects([*position.row], self.game.options, self.game.layout)
        if found:
            raise self.fault(position, f"defects are found in a possible position: {found}")
        setup = self.rubbish(position)
        try:
            found = setup.row(self.spec, self.game.options, self.game.layout)[1]
        except Exception as error:
            raise self.fault(position, f"defects() raised {error!r} for {setup}") from error
        if not all(isinstance(each, str) and each for each in found):
            raise self.fault(position, f"defects() gave an empty fault for {setup}")

    def rubbish(self, position: Position) -> Setup:
        """The position with a few of its fields replaced by anything."""
        chance, size = self.chance, self.game.layout.size
        fields = arrangement(position)
        some = frozenset(chance.sample(range(size), chance.randrange(4)))
        anything = {
            "holes": tuple(chance.choice((-1, 0, 0, 1, 2, 3, 4, 40)) for _ in range(size)),
            "stores": (chance.choice((-1, 0, 1, 7)), chance.choice((-1, 0, 1, 7))),
            "mover": chance.choice((None, 0, 1)),
            "phase": chance.choice(PHASES),
            "hand": chance.choice((-1, 0, 1, 9)),
            "emptied": chance.choice((None, chance.randrange(size))),
            "last": chance.choice((None, chance.randrange(size))),
            "marks": some,
            "owners": {hole: chance.randrange(2) for hole in some},
            "closed": some,
            "passed": chance.choice((False, True)),
            "lost": chance.choice((-1, 0, 1)),
        }
        for name in chance.sample(sorted(anything), 3):
            fields[name] = anything[name]
        return Setup(**fields)

    def check_finished(self, position: Position) -> None:
        """A finished round is swept, has an outcome and no move."""
        if any(position.holes) or position.hand:
            raise self.fault(position, "the round is over, but the board is not swept")
        if position.legal_moves or position.outcome is None:
            raise self.fault(position, "the round is over, but there are moves or no outcome")
        if self.spec.counts_seeds and sum(position.stores) + position.lost != self.game.seeds:
            raise self.fault(position, "the finished round does not hold all seeds")

    def check_kernels(self, position: Position) -> None:
        """The contract, for each way of running the kernels, and that they agree."""
        results = [kernels.examine(position, self) for kernels in self.kernels]
        for key, value in results[0].items():
            for other in results[1:]:
                if UNDECIDED not in (value[0], other[key][0]) and value != other[key]:
                    shown = "".join(f"; {each[key]}" for each in results)
                    raise self.fault(position, f"interpreted and compiled kernels differ in {key}{shown}")
        self.report.refusals += sum(value[0] in (ENDLESS, FIRST_LAP) for value in results[-1].values())

    def check_move(self, position: Position, move: Move) -> None:
        """One legal move: its events, and its mirror image."""
        self.report.moves += 1
        self.report.passes += move.kind == Kind.PASS
        after = position.play(move)
        sowing = position.sowing(move)
        if sowing.after != after:
            raise self.fault(position, "sowing() and play() lead to different positions", move)
        fault = ledger_fault(sowing)
        if fault:
            raise self.fault(position, fault, move)
        if not all(isinstance(sentence, str) and sentence for sentence in sowing.explain()):
            raise self.fault(position, "explain() gives an empty sentence", move)
        if position.phase == "play":
            turned = mirror(position)
            turned_move = mirror_move(move, self.game)
            if not turned.is_legal(turned_move) or turned.play(turned_move) != mirror(after):
                raise self.fault(position, "the mirror image of the move leads elsewhere", move)

    def check_listing(self, position: Position) -> None:
        """Legal if and only if listed, for every move that can be written; a refusal gives its reason."""
        listed = {move.text for move in position.legal_moves}
        for move in writable_moves(position):
            try:
                position.play(move)
            except IllegalMoveError as error:
                if move.text in listed:
                    raise self.fault(position, f"a listed move is illegal: {error.rule}", move) from error
                if not error.rule:
                    raise self.fault(position, "an illegal move is refused without a reason", move) from error
                continue
            except BonducError as error:
                raise self.fault(position, f"a move is refused with {error!r}", move) from error
            if move.text not in listed:
                raise self.fault(position, "a move is legal, but not listed", move)

    def check_shared(self, position: Position) -> None:
        """The position as the end of a round by repetition."""
        shared = position.shared()
        self.check_finished(shared)
        self.check_text(shared)
        if position.phase == "play" and mirror(shared) != mirror(position).shared():
            raise self.fault(position, "sharing the board favours a seat")

    def check_restocking(self) -> None:
        """Later rounds for every split of the seeds (a sample of them on large boards)."""
        if self.spec.match.restock is None:
            return
        seeds = self.game.seeds
        splits = sorted(self.chance.sample(range(seeds + 1), min(seeds + 1, MOST_SPLITS)))
        for south in splits:
            for first in Player:
                start = self.game.restock((south, seeds - south), first)
                self.check_text(start)
                self.check_defects(start)
                if sum(start.holes) + sum(start.stores) + start.lost != seeds:
                    raise self.fault(start, f"restocking for {south} and {seeds - south} loses or makes seeds")
                if start.mover not in (None, first):
                    raise self.fault(start, f"restocked for {first} to move first")
                if start.mover is not None and mirror(start) != self.game.restock((seeds - south, south), first.other):
                    raise self.fault(start, "restocking favours a seat")


def arrangement(position: Position) -> dict[str, Any]:
    """The fields of a `Setup` that make the position."""
    return {
        "holes": position.holes,
        "stores": position.stores,
        "mover": position.mover,
        "phase": position.phase,
        "hand": position.hand,
        "emptied": position.emptied,
        "last": position.last_drop,
        "marks": position.marks,
        "owners": {
            hole: owner for hole, owner in enumerate(position.owners) if owner != position.game.layout.side(hole)
        },
        "closed": position.closed,
        "passed": position.passed,
        "lost": position.lost,
    }


def writable_moves(position: Position) -> Iterator[Move]:
    """Every single-step move that can be written in the game, with lifts of up to one seed too many."""
    layout = position.game.layout
    for kind in position.game.spec.kinds:
        if kind == Kind.PASS:
            yield move_of_steps((encode(kind),), layout)
            continue
        for hole in range(layout.size):
            amounts = range(1, position.holes[hole] + 2) if kind == Kind.LIFT else (0,)
            for amount in amounts:
                yield move_of_steps((encode(kind, hole, amount),), layout)


# Kernels


class _Kernels:
    """One way of running a game's kernels: as Python or as machine code."""

    def __init__(self, game: Game, kernels: Any, patience: int) -> None:
        self.game = game
        self.kernels = kernels
        self.options = game.runner.options
        self.work = workspace(patience)
        self.states = np.zeros((PLY + 3, WIDTH), np.int8)
        self.moves = np.zeros((PLY + 2, MAX_MOVES), np.int32)

    def examine(self, position: Position, examiner: _Examiner) -> dict[str, tuple[Any, ...]]:
        """What every kernel gives in the position, after checking it against the contract."""
        results: dict[str, tuple[Any, ...]] = {}
        listed = self.listed(position, examiner)
        results["list_moves"] = (tuple(listed),)
        playable = False
        for code in listed:
            move = move_of_steps((code,), self.game.layout)
            flags, row = self.call("play", position, examiner, code)
            playable |= flags >= 0 or flags == UNDECIDED
            results[f"play {move}"] = flags, row if flags >= 0 else b""
            if flags >= 0:
                self.check_row(position, flags, row, examiner, move)
                if flags & PASSED_TURN:
                    raise examiner.fault(position, "play() says that a move was a pass", move)
            elif flags not in (ENDLESS, FIRST_LAP, UNDECIDED):
                raise examiner.fault(position, f"play() gives the unknown refusal {flags}", move)
        if not playable:
            results["stuck"] = self.stuck(position, examiner)
        results["share"] = self.call("share", position, examiner)
        flags, row = results["share"]
        self.check_row(position, flags, row, examiner, None)
        if not flags & OVER:
            raise examiner.fault(position, "share() does not end the round")
        results["evaluate"] = (self.evaluate(position, examiner),)
        return results

    def listed(self, position: Position, examiner: _Examiner) -> list[int]:
        """What list_moves gives: codes of the game's kinds, ascending by hole and amount, no two the same."""
        self.set_up(position)
        count = int(self.kernels.list_moves(self.states, PLY, self.options, self.moves))
        self.check_untouched(position, PLY + 1, "list_moves", examiner)
        codes = [int(code) for code in self.moves[PLY, :count]]
        if count > MAX_MOVES:
            raise examiner.fault(position, f"list_moves() gives {count} moves; {MAX_MOVES} fit")
        decoded = [decode(code) for code in codes]
        if any(kind not in self.game.spec.kinds or hole >= self.game.layout.size for kind, hole, _ in decoded):
            raise examiner.fault(position, f"list_moves() gives moves that the game has not: {decoded}")
        order = [(hole, amount) for _, hole, amount in decoded]
        if sorted(set(order)) != order:
            raise examiner.fault(position, f"list_moves() is not in board order: {order}")
        return codes

    def stuck(self, position: Position, examiner: _Examiner) -> tuple[int, bytes]:
        """What stuck gives where no move can be played: the end of the round or a pass."""
        flags, row = self.call("stuck", position, examiner)
        if flags == UNDECIDED:
            return flags, b""
        if flags < 0 or not flags & (OVER | PASSED_TURN):
            raise examiner.fault(position, f"stuck() neither ends the round nor passes: {flags}")
        if flags & PASSED_TURN and not self.game.spec.has_passes:
            raise examiner.fault(position, "stuck() passes, but the game has no passes")
        self.check_row(position, flags, row, examiner, None)
        return flags, row

    def evaluate(self, position: Position, examiner: _Examiner) -> int:
        """The estimate, the same from both seats."""
        self.set_up(position)
        estimate = int(self.kernels.evaluate(self.states, PLY, self.options))
        self.check_untouched(position, PLY + 1, "evaluate", examiner)
        if position.phase == "play":
            self.set_up(mirror(position))
            turned = int(self.kernels.evaluate(self.states, PLY, self.options))
            if turned != estimate:
                raise examiner.fault(position, f"evaluate() favours a seat: {estimate}, mirrored {turned}")
        return estimate

    def set_up(self, position: Position) -> None:
        """The position in row PLY, rows of a known filling around it."""
        self.states[:] = UNTOUCHED
        self.states[PLY] = np.frombuffer(position.row, np.int8)

    def call(self, name: str, position: Position, examiner: _Examiner, *move: int) -> tuple[int, bytes]:
        """Flags and next row of play, stuck or share."""
        self.set_up(position)
        kernel = getattr(self.kernels, name)
        work = () if name == "share" else (self.work,)
        flags = int(kernel(self.states, PLY, *move, self.options, *work))
        self.check_untouched(position, PLY + 3 if name == "stuck" else PLY + 2, name, examiner)
        return flags, self.states[PLY + 1].tobytes()

    def check_untouched(self, position: Position, free: int, name: str, examiner: _Examiner) -> None:
        """The row itself, the rows before it, and those from `free` on are as they were."""
        if self.states[PLY].tobytes() != position.row:
            raise examiner.fault(position, f"{name}() changes the position itself")
        if (self.states[:PLY] != UNTOUCHED).any() or (self.states[free:] != UNTOUCHED).any():
            raise examiner.fault(position, f"{name}() writes where it must not")

    def check_row(self, position: Position, flags: int, row: bytes, examiner: _Examiner, move: Move | None) -> None:
        """Flags and next row fit together, and no seed is lost or made."""
        size, layout = self.game.layout.size, self.game.layout
        before = sum(position.holes) + position.hand
        left = sum(row[:size]) + row[HAND]
        if flags >> REASON_SHIFT not in (list(Reason) if flags & OVER else (0,)):
            raise examiner.fault(position, f"unknown flags {flags}", move)
        if self.game.spec.counts_seeds and left + row[SOUTH_STORE] + row[SOUTH_STORE + 1] + row[LOST] != (
            before + sum(position.stores) + position.lost
        ):
            raise examiner.fault(position, "seeds are lost or made", move)
        if flags & OVER:
            if any(row[:size]) or row[MOVER] != NOBODY:
                raise examiner.fault(position, "the round is over, but not swept with nobody to move", move)
            if any(row[PASSED:]) or (self.game.spec.notes and any(row[FLAGS : FLAGS + layout.size])):
                raise examiner.fault(position, "the round is over, but notes of holes or turn are left", move)
            return
        if row[MOVER] not in (0, 1):
            raise examiner.fault(position, f"the mover is {row[MOVER]} though the round is not over", move)
        if bool(flags & CAPTURED) != (left < before):
            raise examiner.fault(position, "CAPTURED must be set if and only if seeds left the board", move)
