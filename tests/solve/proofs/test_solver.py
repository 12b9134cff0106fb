"""Proofs of values: they agree with complete solutions, resume, and leave certificates that the rules confirm."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import bonduc
from bonduc.errors import BonducError
from bonduc.solve.by_seeds.library import build_tables
from bonduc.solve.by_seeds.tables import Tables
from bonduc.solve.index.classes import start_pattern
from bonduc.solve.index.ranking import unrank_row, ways
from bonduc.solve.proofs import solver
from bonduc.solve.proofs.best_moves import UnsettledError, moves_that_keep
from bonduc.solve.proofs.certificate import CertificateError, Claim, check_claim, lead_of, read_certificate
from bonduc.solve.proofs.checkpoint import CheckpointError
from bonduc.solve.proofs.run import ProofRun
from bonduc.solve.proofs.solver import Solver, StoppedError
from bonduc.terminal.app import run

SMALL = 1 << 20  # bytes of memory


def _random_positions(game: bonduc.Game, count: int) -> list[bonduc.Position]:
    generator = random.Random(5)
    found: list[bonduc.Position] = []
    while len(found) < count:
        position = game.start()
        for _ in range(generator.randrange(6)):
            if position.mover is not None:
                position = position.play(generator.choice(position.legal_moves))
        if position.mover is not None:
            found.append(position)
    return found


@pytest.mark.parametrize("name", ["rio-kadalis", "adji-kui-ii"])
@pytest.mark.parametrize("seeds", [2, 3])
def test_proved_values_are_those_of_the_complete_solution(name: str, seeds: int, tmp_path: Path) -> None:
    game = bonduc.game(name, holes=3, seeds=seeds)
    complete, shallow = tmp_path / "complete", tmp_path / "shallow"
    list(build_tables(game, game.seeds, complete))
    list(build_tables(game, 6, shallow))
    truth = Tables(complete)
    for position in _random_positions(game, 12):
        proof = ProofRun(position, shallow, SMALL)
        interval = proof.run(fresh=True)
        known = truth.probe(position)
        assert known is not None
        assert interval.lower <= known.value * (1 if position.mover == 0 else -1) <= interval.upper
        if not known.cyclic:
            assert interval.proved, position


def test_the_value_best_moves_and_line_of_three_holes(folder: Path) -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    proof = ProofRun(game.start(), folder, SMALL)
    interval = proof.run()
    assert (interval.lower, interval.upper) == (-4, -4)
    decided: dict[str, bool] = {}
    best = proof.best_moves(lambda move, keeps: decided.update({str(move): keeps}))
    assert [str(move) for move in best] == ["A", "C"]
    assert decided == {"A": True, "B": False, "C": True}
    line = proof.line()
    round_ = bonduc.Round(game)
    for move in line:
        if round_.outcome is None:
            round_.play(move)
    assert round_.outcome is not None
    assert round_.outcome.score == (10, 14)


def test_certificates_are_confirmed_by_the_rules_and_tampering_is_noticed(folder: Path) -> None:
    game = bonduc.game("adji-kui-ii", holes=3)
    proof = ProofRun(game.start(), folder, SMALL)
    proof.run()
    path = proof.certify()
    certificate = read_certificate(path)
    tables = Tables(folder)
    assert [claim.lead for claim in certificate.claims] == [10, -10]
    for claim in certificate.claims:
        assert check_claim(certificate.position, claim, tables) > 5
        with pytest.raises(CertificateError, match=r"fails in|no move for|unfinished play"):
            check_claim(certificate.position, Claim(claim.side, claim.lead + 1, claim.moves), tables)
        with pytest.raises(CertificateError, match="no move for"):
            check_claim(certificate.position, Claim(claim.side, claim.lead, {}), tables)
    document = json.loads(path.read_text())
    south, north = document["claims"]
    for claims, fault in (
        ([], "does not claim a value"),
        ([south], "does not claim a value"),
        ([south, south], "does not claim a value"),
        ([south, north | {"lead": -12}], "does not claim a value"),
        ([south, north | {"lead": True}], "malformed"),
        ([south, north | {"moves": {"x": 1}}], "malformed"),
    ):
        path.write_text(json.dumps(document | {"claims": claims}))
        with pytest.raises(CertificateError, match=fault):
            read_certificate(path)
    document["rules_version"] = 99
    path.write_text(json.dumps(document))
    with pytest.raises(CertificateError, match="version 99 of the rules"):
        read_certificate(path)
    for text, fault in (("{", "no JSON"), ("[]", "malformed"), ('{"format": "x"}', "format is 'x'")):
        path.write_text(text)
        with pytest.raises(CertificateError, match=fault):
            read_certificate(path)


def test_a_claim_that_moves_in_a_circle_is_refused() -> None:
    game = bonduc.game("rio-kadalis", holes=2)
    position = game.position("0,1/0,1 7 7 S")
    moves = {}
    here, seen = position, set()
    while here not in seen and here.mover is not None:
        seen.add(here)
        moves[str(here)] = str(here.legal_moves[0])
        here = here.play(here.legal_moves[0])
    if here.mover is None:
        pytest.skip("this line ends")
    with pytest.raises(CertificateError, match="unfinished play"):
        check_claim(position, Claim(bonduc.SOUTH, 0, moves), Tables(Path("nowhere")))


def test_a_stopped_proof_goes_on_from_its_checkpoint(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "LEAST_EFFORT", 16)
    to = tmp_path / "tables"
    shutil.copytree(folder, to)
    shutil.rmtree(to / "proofs", ignore_errors=True)
    start = bonduc.game("adji-kui-ii", holes=3).start()
    first = ProofRun(start, to, SMALL)
    stopped = first.run(report=lambda interval: first.stop() if interval.effort >= 16 else None)
    assert not stopped.proved
    second = ProofRun(start, to, SMALL)
    went_on = second.run()
    assert went_on.proved
    assert went_on.nodes > stopped.nodes
    third = ProofRun(start, to, SMALL).run()
    assert (third.lower, third.upper) == (went_on.lower, went_on.upper)


def test_bad_checkpoints_are_refused(folder: Path, tmp_path: Path) -> None:
    to = tmp_path / "tables"
    shutil.copytree(folder, to)
    start = bonduc.game("adji-kui-ii", holes=3).start()
    proof = ProofRun(start, to, SMALL)
    proof.run(fresh=True)
    data = proof.checkpoint_path.read_bytes()
    for broken, fault in (
        (b"x" + data, "no checkpoint"),
        (data[:-3], "corrupt or truncated"),
        (data[:40], "corrupt"),
        (data.replace(b'"lower": 10', b'"lower": ??'), "head cannot be read"),
    ):
        proof.checkpoint_path.write_bytes(broken)
        with pytest.raises(CheckpointError, match=fault):
            ProofRun(start, to, SMALL).run()
    proof.checkpoint_path.write_bytes(data)
    other = ProofRun(bonduc.game("adji-kui-ii", holes=3).start().play("C"), to, SMALL)
    other.checkpoint_path = proof.checkpoint_path
    with pytest.raises(CheckpointError, match=r"its position is .*, not .*--fresh"):
        other.run()


@pytest.mark.parametrize("memory", [SMALL // 4, SMALL, 16 * SMALL])
def test_a_proof_goes_on_with_more_memory_or_less(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: int
) -> None:
    monkeypatch.setattr(solver, "LEAST_EFFORT", 16)
    to = tmp_path / "tables"
    shutil.copytree(folder, to)
    shutil.rmtree(to / "proofs", ignore_errors=True)
    start = bonduc.game("adji-kui-ii", holes=3).start()
    whole = ProofRun(start, to, SMALL).run(fresh=True)
    ProofRun(start, to, SMALL).checkpoint_path.unlink()
    first = ProofRun(start, to, SMALL)
    stopped = first.run(report=lambda interval: first.stop() if interval.nodes > whole.nodes // 2 else None)
    second = ProofRun(start, to, memory)
    went_on = second.run()
    assert (went_on.lower, went_on.upper) == (whole.lower, whole.upper)
    assert went_on.nodes - stopped.nodes < whole.nodes
    claims = read_certificate(second.certify()).claims
    assert all(check_claim(start, claim, Tables(to)) for claim in claims)


def test_games_and_positions_that_cannot_be_proved_are_refused(folder: Path) -> None:
    with pytest.raises(BonducError, match="Kiothi has no endgame tables"):
        ProofRun(bonduc.game("kiothi").start(), folder, SMALL)
    over = bonduc.game("rio-kadalis").position("0,0,0,0,0,0/0,0,0,0,0,0 24 24 -")
    with pytest.raises(BonducError, match="the round is over"):
        Solver(over, {})


def test_a_proof_stopped_after_the_value_says_what_is_missing(folder: Path, tmp_path: Path) -> None:
    to = tmp_path / "tables"
    shutil.copytree(folder, to)
    start = bonduc.game("adji-kui-ii", holes=3).start()
    proof = ProofRun(start, to, SMALL)
    assert proof.run(fresh=True).proved
    proof.stop()
    with pytest.raises(StoppedError, match="stopped before it was decided whether"):
        proof.best_moves()
    with pytest.raises(StoppedError, match="stopped before the move that proves"):
        proof.line()
    again = ProofRun(start, to, SMALL)
    assert again.run().proved
    assert again.best_moves()
    assert again.line()
    assert again.certify().exists()


def boards(game: bonduc.Game, seeds: int, count: int) -> list[bonduc.Position]:
    """Boards with so many seeds on them, South to move, in most of which play can go round for long."""
    pattern = start_pattern(game)
    size, generator = pattern.positions(seeds), random.Random(11)
    found: list[bonduc.Position] = []
    while len(found) < count:
        row = pattern.template()
        unrank_row(row[None], 0, pattern.order, ways(len(pattern.order), seeds), seeds, generator.randrange(size))
        holes = row[: game.layout.size].tolist()
        half, row_length = (game.seeds - seeds) // 2, len(holes) // 2
        south, north = (",".join(map(str, side)) for side in (holes[:row_length], holes[: row_length - 1 : -1]))
        found.append(game.position(f"{north}/{south} {half} {half} S -"))
    return found


@pytest.mark.parametrize(("name", "seeds"), [("rio-kadalis", 12), ("adji-kui-ii", 12)])
def test_claims_that_nobody_can_force_come_to_an_end(name: str, seeds: int, tmp_path: Path) -> None:
    """Where play can go round for ever, a proof ends nevertheless, and each move is told from the others."""
    game = bonduc.game(name, holes=4)
    list(build_tables(game, 12, tmp_path / "complete"))
    list(build_tables(game, 4, tmp_path / "shallow"))
    truth, left, compared, unsettled = Tables(tmp_path / "complete"), 0, 0, 0
    for position in boards(game, seeds, 40):
        known = truth.probe(position)
        if known is None or position.mover is None:
            continue
        proof = ProofRun(position, tmp_path / "shallow", 16 * SMALL)
        interval = proof.run(fresh=True)
        assert interval.lower <= known.value <= interval.upper
        left += not interval.proved
        moves, lead = position.legal_moves, known.value + lead_of(position, bonduc.SOUTH)
        for move in moves:
            try:
                kept = moves_that_keep(proof.solver, position, lead, [move])
            except UnsettledError:
                unsettled += 1
                continue
            assert bool(kept) == keeps(position, move, known.value, truth), f"{move} in {position}"
            compared += 1
    assert compared > 40
    assert unsettled > 0
    if game.id == "adji-kui-ii":
        assert left > 0, "nothing rests on play without end here: choose other boards"


def test_a_move_that_captures_and_then_goes_round_for_ever_is_left_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After A North can take 4 and hold them by play without end, so that A loses; no finite play shows it."""
    game, where = bonduc.game("rio-kadalis", holes=4), ["--dir", str(tmp_path)]
    position = game.position("1,2,0,2/1,6,0,0 10 10 S -")
    list(build_tables(game, 4, tmp_path))
    asked = ["solve", game.id, "--option", "holes=4", "--position", str(position), *where]
    assert run(asked) == 0
    said = capsys.readouterr().out
    assert "the value for South is +0" in said
    assert "first move A" not in said
    assert "some rest on play without end" in said
    list(build_tables(game, 12, tmp_path))
    assert run([*asked, "--fresh"]) == 0
    assert "Best moves: B\n" in capsys.readouterr().out


def keeps(position: bonduc.Position, move: bonduc.Move, value: int, truth: Tables) -> bool:
    """Does a move of South keep the value, as complete tables tell?"""
    after = position.play(move)
    gain = lead_of(after, bonduc.SOUTH) - lead_of(position, bonduc.SOUTH)
    if after.mover is None:
        return gain == value
    known = truth.probe(after)
    assert known is not None
    return gain + (known.value if after.mover == bonduc.SOUTH else -known.value) == value


def test_play_that_goes_round_for_long_does_not_hold_a_proof_up(tmp_path: Path) -> None:
    """Failure numbers grow to their greatest below this position; South can force 8, and can also go on for ever."""
    game = bonduc.game("adji-kui-ii")
    list(build_tables(game, 8, tmp_path))
    proof = ProofRun(game.position("1,0,0,1,1,2/2,1,0,1,2,1 18 18 S"), tmp_path, 256 * SMALL)
    interval = proof.run(report=lambda found: proof.stop() if found.effort > 1 << 21 else None)
    assert not proof.solver.stopped
    assert (interval.lower, interval.upper) == (8, 12)
    assert proof.solver.exhausted(bonduc.SOUTH)


# Positions whose first claim is known without a look at any move: by the number of seeds, or by a table.
KNOWN_AT_ONCE: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("rio-kadalis", {}, "2,1,1,0,1,0/1,0,0,1,0,1 20 20 N -"),
    ("rio-kadalis", {"direction": "clockwise"}, "0,0,1,0,1,0/2,0,0,0,2,0 21 21 N -"),
    ("rio-kadalis", {"holes": 3, "seeds": 3}, "3,3,3/3,3,3 0 0 S -"),
    ("rio-kadalis", {}, "0,0,0,0,0,1/0,1,0,1,0,1 22 22 S -"),
    ("adji-kui-ii", {"holes": 4}, "2,0,1,2/1,2,1,1 11 11 N -"),
)


@pytest.mark.parametrize("built", [(), (4,), (0, 8)])
@pytest.mark.parametrize(("name", "options", "text"), KNOWN_AT_ONCE)
def test_whatever_tables_there_are_a_proved_value_has_a_certificate_and_a_line(
    name: str,
    options: dict[str, Any],
    text: str,
    built: tuple[int, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = bonduc.game(name, **options)
    position = game.position(text)
    for one in build_tables(game, max(built, default=0), tmp_path) if built else ():
        if one.table.seeds not in built:
            one.table.path.unlink()
    asked = ["solve", name, *(f"--option={key}={value}" for key, value in options.items())]
    asked += ["--position", text, "--dir", str(tmp_path), "--memory", "16", "--json"]
    assert run(asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["proved"]
    assert told["lower"] == told["upper"]
    assert run([*asked, "--check"]) == 0
    played = bonduc.Round(game, position)
    for move in told["line"]:
        played.play(move)
    if played.outcome is not None:
        stores = played.position.stores
        assert stores[0] - stores[1] - lead_of(position, bonduc.SOUTH) == told["lower"]
    elif not built:
        pytest.fail(f"the line ends before the round: {told['line']}")
