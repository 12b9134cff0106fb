"""Records: a text or a JSON document into the tree that the page shows, and back into text.

The tree is the JSON of `bonduc convert --to json` (`terminal.record_json`): any number of rounds, each with its moves,
comments and variations. Its size is bounded before it is played through.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from bonduc.errors import BonducError, RecordError
from bonduc.language import N_, _, told
from bonduc.position import game as find_game
from bonduc.record import GameRecord
from bonduc.record_reader import Loosely, read_records
from bonduc.terminal.record_json import from_json, to_json
from bonduc.web.api.operation import Model, Operation, operation
from bonduc.web.api.rules import Options
from bonduc.web.security import refuse

LONGEST_TEXT = 200_000  # characters
MOST_MOVES = 4000  # in all: some seconds of a processor
MOST_ROUNDS = 200
_COMMENT = re.compile(r"\{[^}]*\}?")  # one that is not closed goes to the end: looking for it must take one look
_TAG = re.compile(r"^\[.*$", re.MULTILINE)
_MOVE = re.compile(r"[A-Za-z][^\s(){}]*")


class RecordText(Model):
    """A record as text or as a JSON document, and the game it is of if it does not say so itself."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    game: Annotated[str, Field(max_length=40)] | None = None
    options: Options = Field(default_factory=dict)


class Document(Model):
    """The tree of `POST /api/record`, changed as you like."""

    document: dict[str, Any]


@operation("POST", "/api/record", "A record read into its tree of moves", body=RecordText, tag="records")
async def read_record(request: Request, body: RecordText) -> Any:
    """The rounds of a record in either form, with comments and variations. A fault is refused with its `line` and
    `column`, where the text has them. Moves alone are enough: `assumed` says in sentences what was filled in."""
    try:
        tree = await run_in_threadpool(_read, body)
        return Response(
            json.dumps(tree), media_type="application/json"
        )  # in ASCII: escapes may stand for half a letter
    except RecordError as error:
        answer = {"status": 400, "message": error.told, "line": error.line, "column": error.column}
        return Response(json.dumps({"error": answer}), 400, media_type="application/json")
    except RecursionError:
        return refuse(400, _("This is nested too deeply to be read."))


@operation("POST", "/api/record/write", "The text of a record", body=Document, tag="records")
async def write_record(request: Request, body: Document) -> Any:
    """The record of a tree as text, every move checked."""
    try:
        return {"text": await run_in_threadpool(_write, body.document)}
    except RecursionError:
        return refuse(400, _("This is nested too deeply to be read."))


def _read(body: RecordText) -> dict[str, Any]:
    text = body.text
    if not text.strip():
        raise BonducError(N_("There is nothing to read: paste a record, or choose a file."))
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return {**to_json(_from_document(_parsed(text))), "assumed": []}
    _check_size(len(_MOVE.findall(_TAG.sub("", _COMMENT.sub("", text)))), text.count("[Game"))
    loosely = Loosely(None if body.game is None else find_game(body.game, **body.options))
    tree = to_json(list(read_records(text, loosely=loosely)))
    return {**tree, "assumed": [told(each) for each in loosely.assumed]}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise RecordError(N_("this is no JSON: {fault}", fault=error.msg), error.lineno, error.colno) from error
    except ValueError as error:  # a number of thousands of digits
        raise BonducError(N_("That is too large.")) from error


def _write(document: dict[str, Any]) -> str:
    return "\n".join(record.write() for record in _from_document(document))


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
    _check_size(moves, rounds)
    return from_json(document, _("the document"))


def _check_size(moves: int, rounds: int) -> None:
    if moves > MOST_MOVES:
        raise BonducError(
            N_("{count} moves are too many to be shown at once: at most {most}", count=moves, most=MOST_MOVES)
        )
    if rounds > MOST_ROUNDS:
        raise BonducError(
            N_("{count} rounds are too many to be shown at once: at most {most}", count=rounds, most=MOST_ROUNDS)
        )


OPERATIONS: list[Operation] = [read_record, write_record]
