"""Certificates of proved values: a winning strategy for each bound, checked without the search that found it.

A claim is "this side ends with a lead of at least so many seeds over the other, from this position". Its certificate
names one move for each position in which the claimant is to move; checking plays that move there and every legal move
elsewhere, with the rules alone, until the round is over or a table knows the value. A line that repeats a position
breaks a certificate: it would rest on unfinished play.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bonduc.errors import BonducError
from bonduc.frozen import freeze
from bonduc.games.options import Value
from bonduc.notation import Move
from bonduc.players import Player
from bonduc.position import Game, Position, game
from bonduc.solve.by_seeds.tables import Tables
from bonduc.solve.proofs.strategy import Strategy

FORMAT = "bonduc certificate 1"
LARGEST_FILE = 1 << 30


@dataclass(frozen=True)
class Claim:
    """`side` ends at least `lead` seeds ahead of the other side; `moves` by the text of the position."""

    side: Player
    lead: int
    moves: Mapping[str, str]

    def __post_init__(self) -> None:
        freeze(self, "moves")


@dataclass(frozen=True)
class Certificate:
    """The claims that bound the value of `position`, each with a strategy."""

    position: Position
    claims: tuple[Claim, ...]


class CertificateError(BonducError):
    """A certificate that cannot be read, or that does not prove what it claims; says where it breaks."""


def lead_of(position: Position, side: Player) -> int:
    """How many seeds more than the other side `side` has in store."""
    return position.stores[side] - position.stores[side.other]


def extract_claim(
    position: Position,
    side: Player,
    lead: int,
    tables: Tables,
    proving_moves: Callable[[Position, Player, int], Iterator[Move]],
) -> Claim:
    """The strategy of a proved claim, by `proving_moves(position, side, further gain)` (`strategy`).

    Raises NoStrategyError where no move is proved.
    """
    strategy = Strategy(
        position,
        side,
        lambda here: _settles(here, side, lead, tables),
        lambda here: proving_moves(here, side, lead - lead_of(here, side)),
    )
    return Claim(side, lead, {str(here): str(move) for here, move in strategy.moves().items()})


def _settles(position: Position, side: Player, lead: int, tables: Tables) -> bool | None:
    """Does the position by itself decide the claim? None if it does not.

    It does when the round is over, when a table knows the value, or when all the seeds on the board are not enough
    to overthrow the claim, which then stands even if play never ends.
    """
    if lead_of(position, side) - sum(position.holes) >= lead:
        return True
    known = known_lead(position, side, tables)
    return None if known is None else known >= lead


def known_lead(position: Position, side: Player, tables: Tables) -> int | None:
    """The lead `side` ends with if the round is over or a table knows; None if neither."""
    if position.mover is None:
        return lead_of(position, side)
    value = tables.probe(position)
    if value is None:
        return None
    return lead_of(position, side) + (value.value if position.mover == side else -value.value)


def check_claim(position: Position, claim: Claim, tables: Tables) -> int:
    """Check a claim by the rules and the tables alone; how many positions were looked at.

    Raises CertificateError with the position where it breaks.
    """
    done: set[Position] = set()
    path: set[Position] = set()
    # Depth first, without recursion: a position is left when all that follows from it has been checked.
    stack: list[tuple[Position, bool]] = [(position, False)]
    while stack:
        here, leaving = stack.pop()
        if leaving:
            path.discard(here)
            done.add(here)
            continue
        if here in done:
            continue
        if here in path:
            raise CertificateError(f"the claim rests on unfinished play: {here} repeats")
        settled = _settles(here, claim.side, claim.lead, tables)
        if settled is not None:
            if not settled:
                raise CertificateError(f"the claim of a lead of {claim.lead} for {claim.side} fails in {here}")
            done.add(here)
            continue
        path.add(here)
        stack.append((here, True))
        stack.extend((after, False) for after in _replies(here, claim))
    return len(done)


def _replies(position: Position, claim: Claim) -> list[Position]:
    if position.mover != claim.side:
        return [position.play(move) for move in position.legal_moves]
    text = claim.moves.get(str(position))
    if text is None:
        raise CertificateError(f"the certificate has no move for {position}")
    return [position.play(text)]


def write_certificate(path: Path, certificate: Certificate) -> None:
    """Write a certificate as JSON; the file appears only when it is whole."""
    position = certificate.position
    document = {
        "format": FORMAT,
        "game": position.game.id,
        "options": dict(position.game.options),
        "rules_version": position.game.rules_version,
        "position": str(position),
        "claims": [
            {"side": claim.side.letter, "lead": claim.lead, "moves": dict(claim.moves)} for claim in certificate.claims
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    partial.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    partial.replace(path)


def read_certificate(path: Path) -> Certificate:
    """Read a certificate; CertificateError names the file and the fault."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise CertificateError(f"certificate {path} is too large")
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise CertificateError(f"cannot read certificate {path}: {fault.strerror}") from None
    except (ValueError, RecursionError):
        raise CertificateError(f"certificate {path} is no JSON") from None
    try:
        return _certificate_of(document)
    except BonducError as fault:
        raise CertificateError(f"certificate {path}: {fault}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise CertificateError(f"certificate {path} is incomplete or malformed") from None


def _certificate_of(document: dict[str, Any]) -> Certificate:
    if document["format"] != FORMAT:
        raise CertificateError(f"its format is {document['format']!r}, not {FORMAT!r}")
    options: dict[str, Value] = document["options"]
    found: Game = game(document["game"], **options)
    if document["rules_version"] != found.rules_version:
        raise CertificateError(
            f"it is for version {document['rules_version']} of the rules, today's is {found.rules_version}"
        )
    claims = tuple(map(_claim_of, document["claims"]))
    if [claim.side for claim in claims] != [*Player] or claims[0].lead != -claims[1].lead:
        raise CertificateError("it does not claim a value: a lead for South and the opposite one for North")
    return Certificate(found.position(document["position"]), claims)


def _claim_of(document: dict[str, Any]) -> Claim:
    moves = dict(document["moves"])
    if type(document["lead"]) is not int or not all(isinstance(text, str) for text in moves.values()):
        raise TypeError
    return Claim(Player("SN".index(document["side"])), document["lead"], moves)
