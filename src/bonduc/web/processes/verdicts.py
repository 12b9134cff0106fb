"""Sowings to be decided, and what came of them, as they are told from process to process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from bonduc.games.runner import Question, Runner, Verdict
from bonduc.position import game as find_game

Told: TypeAlias = dict[str, Any]
Known: TypeAlias = list[Told]  # what others found out


def runner_of(told: Mapping[str, Any]) -> Runner:
    """The runner of the game that something is about."""
    return find_game(told["game"], **told["options"]).runner


def tell_question(question: Question) -> Told:
    """A question as JSON."""
    about = {"game": question.runner.spec.id, "options": question.runner.option_values}
    return about | {"row": question.row.hex(), "moves": list(question.moves), "any": question.any_will_do}


def read_question(told: Told) -> Question:
    """The question that was told."""
    return Question(runner_of(told), bytes.fromhex(told["row"]), tuple(told["moves"]), told["any"])


def tell_verdict(runner: Runner, row: bytes, move: int) -> Told:
    """What came of one sowing, which must be known."""
    flags, after = runner.verdicts[row, move]
    about = {"game": runner.spec.id, "options": runner.option_values}
    return about | {"row": row.hex(), "move": move, "flags": flags, "after": after.hex()}


def read_verdict(told: Told) -> Verdict:
    """The flags and the row that were told."""
    return told["flags"], bytes.fromhex(told["after"])


def learn(known: Iterable[Told]) -> None:
    """Let the games of this process know what was found out elsewhere."""
    for told in known:
        runner_of(told).learn(bytes.fromhex(told["row"]), told["move"], read_verdict(told))
