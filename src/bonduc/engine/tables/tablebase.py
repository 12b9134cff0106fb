"""Endgame tables as the engine uses them: a position that they hold is analysed from them, without a search.

Every move is worth what the tables say of the position after it. That is exact where nothing that has occurred in the
round can occur again; else a lead is exact only once it is proved that it can be reached without going round in a
circle (`winning_lines.py`). Of moves of the same worth the one proved so comes first; where none gains anything, the
one after which most replies are mistakes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from pathlib import Path
from time import perf_counter

from bonduc.engine.analysis import (
    AUTO,
    Analysis,
    Line,
    StopSignal,
    TablesChoice,
    proved_to_be_best,
)
from bonduc.engine.nodes.history import earlier_that_can_recur
from bonduc.engine.nodes.memory import Numbers
from bonduc.engine.tables.loading import Endgames
from bonduc.engine.tables.winning_lines import ProgressProof
from bonduc.notation import Move
from bonduc.players import Player
from bonduc.position import Position
from bonduc.solve.by_seeds.library import default_folder
from bonduc.solve.by_seeds.tables import Tables, TableValue
from bonduc.solve.index.table_file import TableError

PROOF_STEPS = (30, 300, 2000)  # positions looked at to prove progress: a little after every move before more after one
MOST_STEPS = 3000  # in all: about a second
SHOWN_MOVES = 8  # of a line that is not the line of a proof


class Tablebase:
    """The tables of a folder, opened when they are first needed. Threads may share it.

    A table that cannot be believed counts as missing; the first caller who meets it is told.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._endgames = Endgames(folder)
        self._tables = Tables(folder)
        self._lock = threading.Lock()
        self._told: set[str] = set()

    def probe(self, position: Position, faults: list[str] | None = None) -> TableValue | None:
        """What the tables know of a position; None if they do not hold it. New faults of tables go into `faults`."""
        with self._lock:
            try:
                return self._tables.probe(position)
            except TableError as fault:
                self._tell([str(fault)], faults)
                return None

    def _tell(self, found: list[str], faults: list[str] | None) -> None:
        """Put what has not been told to anybody yet into `faults`."""
        if faults is not None:
            faults.extend(fault for fault in found if fault not in self._told)
            self._told.update(found)

    def in_reach(
        self, position: Position, seconds: float | None = None, faults: list[str] | None = None
    ) -> Numbers | None:
        """What a search of so many seconds can probe (`loading.py`); None if there is nothing, or not yet."""
        endgames, found = self._endgames.in_reach(position, seconds)
        self._tell(found, faults)
        return endgames

    def lookup(
        self,
        position: Position,
        *,
        lines: int = 1,
        history: Sequence[Position] = (),
        seconds: float | None = None,
        stop: StopSignal | None = None,
        faults: list[str] | None = None,
    ) -> Analysis | None:
        """The analysis of a position from the tables; None if they do not hold it and all that its moves lead to.

        `history` are the earlier positions of the round. Within `seconds`, or before `stop` is set, as much is proved
        as time allows; the first line may then not be marked exact. New faults of tables go into `faults`.
        """
        if position.mover is None or self.probe(position, faults) is None:
            return None
        return _Lookup(self, position, history, faults).analysis(lines, seconds, stop)


@lru_cache(maxsize=8)
def _opened(folder: Path) -> Tablebase:
    return Tablebase(folder)


def tablebase(folder: Path | None = None) -> Tablebase:
    """The tables of a folder, the user's if none is named: opened once in a process."""
    return _opened(default_folder() if folder is None else folder)


def chosen_tables(choice: TablesChoice) -> Tablebase | None:
    """The tables of a choice, None for none; TypeError if it is no choice."""
    if choice is None or choice is False:
        return None
    if not isinstance(choice, str | PathLike):
        raise TypeError(f'tables should be a folder, "auto", False or None, not {choice!r}')
    return tablebase(None if choice == AUTO else Path(choice))


@dataclass
class _Option:
    """A move and what is known of it: `lead` of the mover in the end, in seeds; `proof` where it must be proved.

    Where the lead is not `exact` the mover ends with at most `most`.
    """

    move: Move
    after: Position
    lead: int
    exact: bool
    most: int
    distance: int | None = None
    proof: ProgressProof | None = None
    proved_line: list[Move] = field(default_factory=list)
    refuted: bool = False
    traps: float = 0.0

    @property
    def bounds(self) -> tuple[int, int]:
        """What the mover ends with at least and at most; nothing is said of the least where it is not exact."""
        return (self.lead, self.lead) if self.exact else (self.most - 1, self.most)


class _Lookup:
    """The analysis of one position from the tables."""

    def __init__(
        self, tables: Tablebase, position: Position, history: Sequence[Position], faults: list[str] | None
    ) -> None:
        assert position.mover is not None
        self.tables = tables
        self.faults = faults
        self.position = position
        self.mover: Player = position.mover
        self.began = perf_counter()
        self.nodes = 0
        self.hits = 0
        self.earlier = earlier_that_can_recur(position, history)
        self.past = {each.repetition_key for each in (*self.earlier, position)}
        self.now = _lead(position, self.mover)

    def analysis(self, lines: int, seconds: float | None, stop: StopSignal | None) -> Analysis | None:
        """The best moves; None if a move leads out of the tables."""
        options = [self._option(move) for move in self.position.legal_moves]
        found = [option for option in options if option is not None]
        if len(found) < len(options):
            return None
        self._prove(found, lines, self._time_is_up(seconds, stop))
        ranked = self._ranked(found)
        shown = tuple(self._line(option) for option in ranked[:lines])
        proved = min(len(shown), proved_to_be_best([option.bounds for option in ranked]))
        spent = perf_counter() - self.began
        return Analysis(self.position, shown, self.nodes, spent, len(shown[0].moves), self.hits, proved_lines=proved)

    def known_lead(self, position: Position, side: Player) -> int | None:
        """The lead a side ends with, by the tables."""
        value = self._probe(position)
        if value is None:
            return None
        return _lead(position, side) + (value.value if position.mover == side else -value.value)

    def _probe(self, position: Position) -> TableValue | None:
        self.nodes += 1
        value = self.tables.probe(position, self.faults)
        self.hits += value is not None
        return value

    def _time_is_up(self, seconds: float | None, stop: StopSignal | None) -> Callable[[], bool]:
        def is_up() -> bool:
            late = seconds is not None and perf_counter() - self.began >= seconds
            return late or (stop is not None and stop.is_set())

        return is_up

    def _option(self, move: Move) -> _Option | None:
        """What a move is worth; None if the tables do not say."""
        after = self.position.play(move)
        captured = sum(after.holes) != sum(self.position.holes)
        repeated = not captured and after.repetition_key in self.past
        if after.mover is None or repeated:
            lead = _lead(after, self.mover)
            return _Option(move, after.shared() if repeated else after, lead, True, lead)
        value = self._probe(after)
        if value is None:
            return None
        lead = _lead(after, self.mover) + (value.value if after.mover == self.mover else -value.value)
        option = _Option(move, after, lead, captured or lead == self.now, max(lead, self.now), value.distance)
        if not option.exact:
            self._consider_proof(option)
        return option

    def _consider_proof(self, option: _Option) -> None:
        """Settle what a lead still to be won rests on, or have it proved.

        Without a past it is the mover alone who could go round in a circle, through the position itself: an opponent
        who is ahead after the move never needs to come back to where the mover had the choice of a better one.
        """
        ahead = option.lead > self.now
        if self._approaches(option) or not (ahead or self.earlier):
            option.exact = True
            return
        side, lead = (self.mover, option.lead) if ahead else (self.mover.other, -option.lead)
        option.proof = ProgressProof(option.after, side, lead, self.past, self.known_lead)

    def _approaches(self, option: _Option) -> bool:
        """Do the tables tell how far off the end is, and is it nearer after the move than in all that has been?"""
        if option.distance is None:
            return False
        far = [self.tables.probe(each) for each in (*self.earlier, self.position)]
        return all(each is not None and (each.value == 0 or (each.distance or 0) > option.distance) for each in far)

    def _prove(self, options: list[_Option], lines: int, time_is_up: Callable[[], bool]) -> None:
        """Prove or refute what stands open, until the best `lines` moves are known exactly or it takes too long."""
        for steps in PROOF_STEPS:
            for option in self._ranked(options):
                best = self._ranked(options)[:lines]
                steps_taken = sum(each.proof.expanded for each in options if each.proof is not None)
                if time_is_up() or steps_taken >= MOST_STEPS or all(each.exact for each in best):
                    break
                worst = best[-1].lead
                if option.proof is not None and option.proof.result is None and option.lead >= worst:
                    option.proof.work(steps, time_is_up)
                    self._judge(option)
        self._accept_what_is_left(options)

    def _judge(self, option: _Option) -> None:
        """Note the result of an option's proof."""
        assert option.proof is not None
        if option.proof.result:
            option.exact = True
            option.proved_line = option.proof.line()
        elif option.proof.result is not None:
            option.refuted = True
            if option.lead > self.now:
                option.most = option.lead - 1
                option.lead = self.now  # so much a circle gives at least

    def _accept_what_is_left(self, options: list[_Option]) -> None:
        """Without a past some best move makes progress; if only one is left, it is that."""
        best = self._ranked(options)[0].lead
        candidates = [option for option in options if option.lead == best]
        if not self.earlier and best > self.now and len(candidates) == 1:
            candidates[0].exact = True

    def _ranked(self, options: list[_Option]) -> list[_Option]:
        """Options, best first. Traps are looked for only among equals."""
        for option in options:
            equals = sum(other.lead == option.lead for other in options)
            if equals > 1 and option.lead <= self.now and not option.traps:
                option.traps = self._traps(option.after)
        return sorted(options, key=self._worth, reverse=True)

    def _worth(self, option: _Option) -> tuple[float, ...]:
        """What makes an option better than another, first things first."""
        ahead = option.lead > self.now
        sure = option.exact if ahead else option.refuted
        near = 0 if option.distance is None else option.distance
        length = len(option.proved_line)
        soon = -near - length if ahead else near + length
        return (option.lead, sure, option.traps, soon)

    def _traps(self, after: Position) -> float:
        """How large a part of the replies gives something away; a hair more than nothing if none does."""
        if after.mover is None:
            return 1e-9
        leads = [self.known_lead(reply, after.mover) for reply in map(after.play, after.legal_moves)]
        known = [lead for lead in leads if lead is not None]
        return 1e-9 + sum(lead < max(known) for lead in known) / len(leads) if known else 1e-9

    def _line(self, option: _Option) -> Line:
        moves = [option.move, *option.proved_line]
        here, seen = option.after, set(self.past)
        for move in option.proved_line:
            seen.add(here.repetition_key)
            here = here.play(move)
        while here.mover is not None and len(moves) < SHOWN_MOVES and here.repetition_key not in seen:
            seen.add(here.repetition_key)
            reply = self._best_reply(here)
            if reply is None:
                break
            moves.append(reply)
            here = here.play(reply)
        return Line(tuple(moves), float(option.lead), option.exact, len(moves))

    def _best_reply(self, here: Position) -> Move | None:
        """The first of the best moves by the tables; None if they do not hold them all."""
        assert here.mover is not None
        best: tuple[int, Move] | None = None
        for move in here.legal_moves:
            after = here.play(move)
            lead = _lead(after, here.mover) if after.mover is None else self.known_lead(after, here.mover)
            if lead is None:
                return None
            if best is None or lead > best[0]:
                best = lead, move
        return None if best is None else best[1]


def _lead(position: Position, side: Player) -> int:
    """How many seeds more than the other side a side has in store."""
    return position.stores[side] - position.stores[side.other]
