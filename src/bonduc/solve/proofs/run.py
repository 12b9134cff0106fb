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
from bonduc.solve.by_seeds.library import check_tabled, load_classes
from bonduc.solve.by_seeds.tables import Tables
from bonduc.solve.index.classes import Pattern
from bonduc.solve.proofs import checkpoint
from bonduc.solve.proofs.best_moves import OnDecided, moves_that_keep
from bonduc.solve.proofs.certificate import Certificate, Claim, extract_claim, lead_of, write_certificate
from bonduc.solve.proofs.line import best_line
from bonduc.solve.proofs.solver import (
    LEAST_EFFORT,
    MORE,
    MOST_EFFORT,
    SLOT_BYTES,
    Interval,
    Report,
    Solver,
    StoppedError,
)

PROOFS = "proofs"  # the folder of certificates and checkpoints, in that of the tables
CHECKPOINT_SECONDS = 120.0
MUCH_WORK = 1 << 20  # positions
MUCH_MORE = 1 << 4  # times the effort, where another move is looked for


class ProofRun:
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
        self._claims: dict[Player, Claim] = {}
        text = f"{position.game.options}{position}"
        stem = f"{position.game.id}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        self.certificate_path = folder / PROOFS / f"{stem}.certificate.json"
        self.checkpoint_path = folder / PROOFS / f"{stem}.proof"

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

    def best_moves(self, on_decided: OnDecided = lambda move, keeps: None) -> tuple[Move, ...]:
        """All best first moves of the proved position. Raises as `moves_that_keep` where they are not found.

        `on_decided` is told of each move, as soon as it is known, whether it is one of them.
        """
        lead, mover = self._proved_lead(), self.position.mover
        assert mover is not None
        with self._asking_on():
            return moves_that_keep(
                self.solver, self.position, lead if mover == SOUTH else -lead, self.position.legal_moves, on_decided
            )

    def line(self) -> tuple[Move, ...]:
        """A line of best play (`line.best_line`). StoppedError as `best_moves`."""
        lead = self._proved_lead()
        return best_line(self.position, lead, {side: self._claim(side).moves for side in Player}, self.tables)

    def _claim(self, side: Player) -> Claim:
        """The claim of a side with its strategy."""
        if side not in self._claims:
            lead = self._proved_lead()
            with self._asking_on():
                self._claims[side] = extract_claim(
                    self.position, side, lead if side == SOUTH else -lead, self.tables, self._proving_moves
                )
        return self._claims[side]

    def certify(self) -> Path:
        """Write the certificate of both bounds; its path. StoppedError if the proof is stopped meanwhile."""
        write_certificate(self.certificate_path, Certificate(self.position, (self._claim(SOUTH), self._claim(NORTH))))
        return self.certificate_path

    def _proving_moves(self, position: Position, side: Player, need: int) -> Iterator[Move]:
        """The moves with which a claim is proved: first what the proof plays, then all others, by growing effort."""
        first = self._proving_move(position, side, need)
        if first is not None:
            yield first
        others = [move for move in position.legal_moves if move != first]
        effort = LEAST_EFFORT
        while others and effort <= MOST_EFFORT:
            for move in tuple(others):
                if self.solver.claim_after(position, move, side, need, effort):
                    others.remove(move)
                    yield move
                elif self.solver.exhausted(side):
                    others.remove(move)
                if self.solver.stopped:
                    raise StoppedError(f"stopped before a move that proves the claim in {position} was found")
            effort *= MUCH_MORE

    def _proving_move(self, position: Position, side: Player, need: int) -> Move | None:
        """What the proof plays for a claim; proved again, with growing effort, if its memory has lost it."""
        effort = LEAST_EFFORT
        while not self.solver.stopped:
            move = self.solver.proving_move(position, side, need, effort)
            if move is not None or self.solver.exhausted(side) or effort > MOST_EFFORT:
                return move
            effort *= MORE
        raise StoppedError(f"stopped before the move that proves the claim in {position} was found")
