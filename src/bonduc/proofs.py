"""Proofs: the value of one position, far larger than any table, with a certificate that can be checked.

    from bonduc import proofs, tables
    game = bonduc.game("rio-kadalis", holes=3)
    tables.build(game, most=8)
    proved = proofs.prove(game.start())
    proved.lower, proved.upper, proved.best
    proofs.check(game.start())          # by the rules and the tables alone

How it is done is told in the manual under Solving; `bonduc solve` does the same on the command line.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bonduc.errors import BonducError
from bonduc.integers import whole_number
from bonduc.notation import Move
from bonduc.play import Round, standing
from bonduc.position import Position
from bonduc.solve.by_seeds.library import default_folder
from bonduc.solve.by_seeds.tables import Tables
from bonduc.solve.by_stones.classes import counted_by_stones
from bonduc.solve.by_stones.solution import solution_of
from bonduc.solve.proofs.best_moves import UnsettledError
from bonduc.solve.proofs.certificate import CertificateError, check_claim, read_certificate
from bonduc.solve.proofs.deep_stack import in_large_stack
from bonduc.solve.proofs.run import ProofRun
from bonduc.solve.proofs.solver import Interval, StoppedError
from bonduc.solve.proofs.strategy import NoStrategyError
from bonduc.tables import verify

__all__ = ["CertificateError", "Interval", "Proved", "check", "prove"]

Folder = str | os.PathLike[str] | None


@dataclass(frozen=True)
class Proved:
    """What is proved of a position for South: it still gains at least `lower` and at most `upper` seeds on North.

    Where seeds are not counted: 1 a win, 0 a draw, -1 a loss. `best` are all best first moves and `line` is a line of
    best play, both empty where they are not known; `certificate` is the file with the strategies, if one was written.
    """

    position: Position
    lower: int
    upper: int
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    certificate: Path | None = None

    @property
    def proved(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper


def prove(
    position: Position | Round,
    folder: Folder = None,
    *,
    seconds: float | None = None,
    megabytes: int = 256,
    report: Callable[[Interval], None] = lambda interval: None,
) -> Proved:
    """Prove the value of a position, with the tables of a folder; `report` is told of each tighter interval.

    The proof ends after `seconds`, if given, with what is proved by then; the next call goes on from there. A game with
    complete tables is looked up in them. Raises BonducError if the round is over or the game has no tables.
    """
    start, where = standing(position, "prove")[0], _folder(folder)
    if counted_by_stones(start.game):
        found = solution_of(start, where)
        return Proved(start, found.lower, found.upper, found.best, found.line)
    proof = ProofRun(start, where, whole_number(megabytes, "megabytes") << 20)
    timer = None if seconds is None else threading.Timer(seconds, proof.stop)
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        interval = in_large_stack(lambda: proof.run(report=report))
        return _explained(proof, interval)
    finally:
        if timer is not None:
            timer.cancel()


def _explained(proof: ProofRun, interval: Interval) -> Proved:
    """The result with as much of certificate, best moves and line as can be found."""
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    certificate = None
    if interval.proved:
        with suppress(StoppedError, UnsettledError, NoStrategyError):
            certificate = in_large_stack(proof.certify)
            line = in_large_stack(proof.line)
            best = in_large_stack(proof.best_moves)
    return Proved(proof.position, interval.lower, interval.upper, best, line, certificate)


def check(position: Position | Round, folder: Folder = None) -> int:
    """Check what `prove` has left of a position by the rules and the tables alone; in how many positions.

    Complete tables are verified as a whole. Raises CertificateError with the position where a certificate breaks,
    TableError for a table that is wrong, BonducError if there is nothing to check.
    """
    start, where = standing(position, "check")[0], _folder(folder)
    if counted_by_stones(start.game):
        if not solution_of(start, where).proved:
            raise BonducError(f"nothing to check: no table in {where} holds {start}")
        return verify(start.game, where)
    proof = ProofRun(start, where, 1 << 20)
    if not proof.certificate_path.exists():
        raise BonducError(f"nothing to check in {where}: prove the value first")
    certificate = read_certificate(proof.certificate_path)
    if certificate.position != start:
        raise CertificateError(f"{proof.certificate_path} is of another position: {certificate.position}")
    tables = Tables(where)
    return sum(check_claim(start, claim, tables) for claim in certificate.claims)


def _folder(given: Folder) -> Path:
    return default_folder() if given is None else Path(given)
