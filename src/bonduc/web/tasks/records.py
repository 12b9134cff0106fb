"""Records: a text or a JSON document into the tree that the page shows, and back into text.

The tree is the JSON of `bonduc convert --to json` (`records.document`): any number of rounds, each with its moves,
comments and variations. Its size is bounded before it is played through.
"""

from __future__ import annotations

import json
import re
from typing import Any

from bonduc.errors import BonducError, RecordError
from bonduc.language import N_, _, told
from bonduc.position import game as find_game
from bonduc.records.document import from_json, to_json
from bonduc.records.reader import Loosely, parse_records
from bonduc.records.tree import GameRecord

MOST_MOVES = 4000  # in all: some seconds of a processor
MOST_ROUNDS = 200
_COMMENT = re.compile(r"\{[^}]*\}?")  # one that is not closed goes to the end: looking for it must take one look
_TAG = re.compile(r"^\[.*$", re.MULTILINE)
_MOVE = re.compile(r"[A-Za-z][^\s(){}]*")


def read(request: dict[str, Any]) -> dict[str, Any]:
    """The tree of a record's `text`, of `game` with `options` if it does not say so itself (null: it must)."""
    text, game = request["text"], request["game"]
    if not text.strip():
        raise BonducError(N_("There is nothing to read: paste a record, or choose a file."))
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return {**to_json(_from_document(_parsed(text))), "assumed": []}
    check_size(len(_MOVE.findall(_TAG.sub("", _COMMENT.sub("", text)))), text.count("[Game"))
    loosely = Loosely(None if game is None else find_game(game, **request["options"]))
    tree = to_json(list(parse_records(text, loosely=loosely)))
    return {**tree, "assumed": [told(each) for each in loosely.assumed]}


def write(request: dict[str, Any]) -> dict[str, str]:
    """The text of a tree (`document`)."""
    return {"text": "\n".join(record.write() for record in _from_document(request["document"]))}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise RecordError(N_("this is no JSON: {fault}", fault=error.msg), error.lineno, error.colno) from error
    except ValueError as error:  # a number of thousands of digits
        raise BonducError(N_("That is too large.")) from error


def _from_document(document: Any) -> list[GameRecord]:
    moves = rounds = 0
    waiting = [document]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            moves += "move" in each
            rounds += "moves" in each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    check_size(moves, rounds)
    return from_json(document, _("the document"))


def check_size(moves: int, rounds: int = 0) -> None:
    """BonducError if that is more than can be shown at once."""
    if moves > MOST_MOVES:
        raise BonducError(
            N_("{count} moves are too many to be shown at once: at most {most}", count=moves, most=MOST_MOVES)
        )
    if rounds > MOST_ROUNDS:
        raise BonducError(
            N_("{count} rounds are too many to be shown at once: at most {most}", count=rounds, most=MOST_ROUNDS)
        )
