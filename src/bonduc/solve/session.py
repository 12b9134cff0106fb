"""A proof as a user runs it: tables loaded, an earlier run resumed, checkpoints kept, a certificate left behind."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bonduc.errors import BonducError
from bonduc.notation import Move
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Position
from bonduc.solve import checkpoint
from bonduc.solve.certificate import Certificate, extract_claim, known_lead, lead_of, write_certificate
from bonduc.solve.classes import Pattern
from bonduc.solve.library import check_tabled, load_classes
from bonduc.solve.solver import LEAST_EFFORT, MORE, SLOT_BYTES, Interval, Report, Solver, StoppedError
from bonduc.solve.tables import Tables

CHECKPOINT_SECONDS = 120.0
MUCH_WORK = 1 << 20  # positions
LONGEST_LINE = 400


class Proof:
    """The proof of one position's value over the tables of a folder; its files live below the folder's `proofs`."""

    def __init__(self, position: Position, folder: Path, memory_bytes: int) -> None:
        check_tabled(position.game)
        self.position, self.folder = position, folder
        self.tables = Tables(folder)
        classes = load_classes(folder, Pattern.of(position), sum(position.holes))
        slots = 1 << max(10, (memory_bytes // (2 * SLOT_BYTES)).bit_length() - 1)
        self.solver = Solver(position, classes, slots)
        self.interval: Interval | None = None
        self._kept_nodes = 0
        text = f"{position.game.options}{position}"
        stem = f"{position.game.id}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        self.certificate_path = folder / "proofs" / f"{stem}.certificate.json"
        self.checkpoint_path = folder / "proofs" / f"{stem}.proof"

    def stop(self) -> None:
        """Make a run give up soon, keeping what it has proved."""
        self.solver.stop()

    def run(self, *, fresh: bool = False, report: Report = lambda interval: None) -> Interval:
        """Prove on from where an earlier run was, with checkpoints; the interval proved in the end."""
        known = None
        if self.checkpoint_path.exists() and not fresh:
            known = checkpoint.resume(self.checkpoint_path, self.position, self.solver)
        saved = time.monotonic()

        def after_round(interval: Interval) -> None:
            nonlocal saved
            self.interval = interval
            report(interval)
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                checkpoint.save(self.checkpoint_path, self.position, self.solver, interval)
                saved = time.monotonic()

        self.interval = self.solver.solve(self.position, known=known, report=after_round)
        self._keep()
        return self.interval

    def _keep(self) -> None:
        """Save what is proved."""
        assert self.interval is not None
        checkpoint.save(self.checkpoint_path, self.position, self.solver, self.interval)
        self._kept_nodes = self.solver.nodes

    @contextmanager
    def _asking_on(self) -> Iterator[None]:
        """Whatever more is proved meanwhile, even if it is stopped, is saved once it was much work."""
        try:
            yield
        finally:
            if self.solver.nodes - self._kept_nodes >= MUCH_WORK:
                self._keep()

    def _proved_lead(self) -> int:
        """The lead South ends with; BonducError while the value is not proved."""
        if self.interval is None or not self.interval.proved:
            raise BonducError(f"the value of {self.position} is not proved yet")
        return self.interval.lower + lead_of(self.position, SOUTH)

    def _value_of(self, position: Position, lead: int) -> int:
        """What South still gains in a position of the proved line, whose final lead is known."""
        return lead - lead_of(position, SOUTH)

    def best_and_line(self) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """All best first moves of the proved position, and a line of best play to the end or to a repetition.

        StoppedError if the proof is stopped before they are found.
        """
        with self._asking_on():
            return self._best_and_line(self._proved_lead())

    def _best_and_line(self, lead: int) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        best = self._keeping(self.position, lead)
        line: list[Move] = []
        here, seen = self.position, {self.position}
        while here.mover is not None and len(line) < LONGEST_LINE:
            move = (best if not line else self._keeping(here, lead, first=True))[0]
            line.append(move)
            here = here.play(move)
            if here in seen:
                break
            seen.add(here)
        return best, tuple(line)

    def _keeping(self, here: Position, lead: int, first: bool = False) -> tuple[Move, ...]:
        """The moves (or just one) after which South still ends with the lead."""
        kept = []
        for move in here.legal_moves:
            after = here.play(move)
            known = known_lead(after, SOUTH, self.tables)
            good = known == lead if known is not None else self.solver.keeps(here, move, self._value_of(here, lead))
            if good:
                kept.append(move)
                if first:
                    break
        return tuple(kept)

    def certify(self) -> Path:
        """Write the certificate of both bounds; its path. StoppedError if the proof is stopped meanwhile."""
        lead = self._proved_lead()
        with self._asking_on():
            claims = tuple(
                extract_claim(self.position, side, worth, self.tables, self._proving_move)
                for side, worth in ((SOUTH, lead), (NORTH, -lead))
            )
        write_certificate(self.certificate_path, Certificate(self.position, claims))
        return self.certificate_path

    def _proving_move(self, position: Position, side: Player, need: int) -> Move | None:
        """What the proof plays for a claim; proved again, with growing effort, if its memory has lost it."""
        effort = LEAST_EFFORT
        while not self.solver.stopped:
            move = self.solver.proving_move(position, side, need, effort)
            if move is not None or self.solver.exhausted(side):
                return move
            effort *= MORE
        raise StoppedError(f"stopped before the move that proves the claim in {position} was found")
