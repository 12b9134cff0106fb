"""`bonduc solve`: prove the value of a position, and check what was proved."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from bonduc.errors import BonducError, OptionError
from bonduc.notation import Move
from bonduc.players import Player
from bonduc.position import Position
from bonduc.solve.by_seeds.library import default_folder
from bonduc.solve.by_seeds.tables import Tables
from bonduc.solve.by_stones.classes import counted_by_stones
from bonduc.solve.proofs.best_moves import UnsettledError
from bonduc.solve.proofs.certificate import Claim, check_claim, read_certificate
from bonduc.solve.proofs.deep_stack import in_large_stack
from bonduc.solve.proofs.run import PROOFS, ProofRun
from bonduc.solve.proofs.solver import Interval, StoppedError
from bonduc.solve.proofs.strategy import NoStrategyError
from bonduc.terminal.commands import stones
from bonduc.terminal.commands.shared import AsJson, GameName, GameOptions, PositionText, find_game, find_position
from bonduc.terminal.commands.tables import MOST_MEMORY, Folder
from bonduc.terminal.console.output import print_json
from bonduc.terminal.files import check_folder

NEGATIVE = 1
MOST_SECONDS = 365 * 86400


def solve(
    game: GameName,
    option: GameOptions = None,
    position: PositionText = None,
    folder: Folder = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="Stop after so long; the proof can go on.")] = None,
    memory: Annotated[
        int, typer.Option("--memory", min=1, max=MOST_MEMORY, help="Megabytes to remember proved claims in.")
    ] = 256,
    check: Annotated[
        bool, typer.Option("--check", help="Check the certificate of the proof by the rules alone instead.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget an earlier unfinished run.")] = False,
    json: AsJson = False,
) -> int:
    """Prove the value of a position for South: what South still gains on North under best play.

    Uses the endgame tables of the folder; build them first with
    `bonduc tables build`. The more seeds they reach, the sooner the value is
    proved. The interval tightens until its ends meet; an interrupted run goes
    on where it was. Exit code 1 where the value is not proved. Bao la
    Kimasai's value (1 won, 0 drawn, -1 lost for South) is looked up in its
    complete tables, and --check verifies these.
    """
    if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
        raise OptionError(f"seconds {seconds:g}: must be from 0 to {MOST_SECONDS}, a year")
    found = find_game(game, option)
    start = find_position(found, position)
    where = folder or default_folder()
    if counted_by_stones(found):
        return _solve_by_stones(start, where, check, json)
    if check:
        return _check(ProofRun(start, where, memory << 20), json)
    check_folder(where / PROOFS)
    proof = ProofRun(start, where, memory << 20)
    stopper = _stop_when(proof, seconds)
    shown = (lambda interval: None) if json else _show
    try:
        interval = in_large_stack(lambda: proof.run(fresh=fresh, report=shown))
        certified, best, line = _explain(proof, json) if interval.proved else (False, (), ())
    finally:
        stopper()
    if json:
        print_json(
            {
                "game": found.id,
                "options": dict(found.options),
                "position": str(start),
                "lower": interval.lower,
                "upper": interval.upper,
                "proved": interval.proved,
                "best": [str(move) for move in best],
                "line": [str(move) for move in line],
                "nodes": interval.nodes,
                "seconds": round(interval.seconds, 3),
            }
        )
    else:
        _print_result(proof, interval, certified, best, line)
    return 0 if interval.proved else NEGATIVE


def _print_result(
    proof: ProofRun, interval: Interval, certified: bool, best: tuple[Move, ...], line: tuple[Move, ...]
) -> None:
    if not interval.proved:
        print(f"Not proved yet: the value for South is between {interval.lower:+d} and {interval.upper:+d}.")
        if all(map(proof.solver.exhausted, Player)):
            print("Neither side can force more in finite play: the rest is known where tables hold the position.")
        return
    print(f"Proved: the value for South is {interval.lower:+d}.")
    if certified:
        print(f"Certificate: {proof.certificate_path} (check it with --check)")
    if best:
        print(f"Best moves: {', '.join(map(str, best))}")
    if line:
        print(f"Best play: {' '.join(map(str, line))}")
    if not best and proof.solver.stopped:
        print("Stopped before all best moves were found; the same command goes on.")
    elif not best:
        print("Not all best moves are known: some rest on play without end, and take larger tables.")


def _explain(proof: ProofRun, json: bool) -> tuple[bool, tuple[Move, ...], tuple[Move, ...]]:
    """Whether the certificate is written, the best first moves and a line of best play; empty where not found."""
    certified = False
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    shown = (lambda move, keeps: None) if json else _show_first_move
    try:
        in_large_stack(proof.certify)
        certified = True
        line = in_large_stack(proof.line)
        best = in_large_stack(lambda: proof.best_moves(shown))
    except (StoppedError, UnsettledError, NoStrategyError):
        pass
    return certified, best, line


def _solve_by_stones(position: Position, folder: Path, check: bool, json: bool) -> int:
    """Look the value up in complete tables, or verify these."""
    began = time.perf_counter()
    if check:
        claims, good = stones.check(position, folder)
        seconds = round(time.perf_counter() - began, 3)
        if json:
            print_json({"position": str(position), "claims": claims, "good": good, "seconds": seconds})
        elif good:
            print(f"The tables that prove the value hold: {claims[0]['positions']:,} positions derived again.")
        else:
            print(f"no table in {folder} holds the position")
        return 0 if good else NEGATIVE
    found = stones.solve(position, folder) | {"seconds": round(time.perf_counter() - began, 3)}
    if json:
        print_json(found)
    else:
        stones.show_solution(found, position.game, folder)
    return 0 if found["proved"] else NEGATIVE


def _show(interval: Interval) -> None:
    sys.stdout.write(
        f"between {interval.lower:+d} and {interval.upper:+d}  "
        f"({interval.nodes:,} positions, up to {interval.effort:,} a claim, {interval.seconds:.1f} s)\n"
    )
    sys.stdout.flush()


def _show_first_move(move: Move, keeps: bool) -> None:
    sys.stdout.write(f"first move {move}: {'keeps the value' if keeps else 'does not keep the value'}\n")
    sys.stdout.flush()


def _stop_when(proof: ProofRun, seconds: float | None) -> Callable[[], None]:
    """Stop the proof, its checkpoint saved, after a time or when interrupted; what undoes this."""
    timer = threading.Timer(seconds, proof.stop) if seconds is not None else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    before = signal.signal(signal.SIGINT, lambda *_: proof.stop())

    def undo() -> None:
        signal.signal(signal.SIGINT, before)
        if timer is not None:
            timer.cancel()

    return undo


def _check(proof: ProofRun, json: bool) -> int:
    if not proof.certificate_path.exists():
        raise BonducError(f"nothing to check in {proof.folder}: prove the value first, by this command without --check")
    certificate = read_certificate(proof.certificate_path)
    if certificate.position != proof.position:
        raise BonducError(f"{proof.certificate_path} is the certificate of another position: {certificate.position}")
    tables = Tables(proof.folder)
    began = time.perf_counter()
    rows = []
    for claim in certificate.claims:
        positions = check_claim(certificate.position, claim, tables)
        rows.append({"side": claim.side.letter, "lead": claim.lead, "positions": positions})
        if not json:
            print(f"{_claimed(claim)}: checked in {positions:,} positions.")
    if json:
        seconds = round(time.perf_counter() - began, 3)
        print_json({"position": str(certificate.position), "claims": rows, "good": True, "seconds": seconds})
    return 0


def _claimed(claim: Claim) -> str:
    """A claim in words: what it secures for its side."""
    if claim.lead == 0:
        return f"{claim.side} can hold the balance"
    if claim.lead > 0:
        return f"{claim.side} can end at least {claim.lead} ahead"
    return f"{claim.side} can end at most {-claim.lead} behind"
