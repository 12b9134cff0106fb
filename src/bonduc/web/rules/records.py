"""Records read into the tree that the page shows, and written (`tasks.records`)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.rules.api import Options
from bonduc.web.tasks.desk import desk_of

LONGEST_TEXT = 200_000  # characters
VALUES_A_UNIT = 100  # values in a tree, and
LETTERS_A_UNIT = 400  # characters of a record that are read at the cost of one unit (`limits.budget`)


class RecordText(Model):
    """A record as text or as a JSON document, and the game it is of if it does not say so itself."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    game: Annotated[str, Field(max_length=40)] | None = None
    options: Options = Field(default_factory=dict)

    def surcharge(self) -> float:
        """By the length of the text."""
        return len(self.text) / LETTERS_A_UNIT


class Document(Model):
    """The tree of `POST /api/record`, changed as you like."""

    document: dict[str, Any]

    def surcharge(self) -> float:
        """By the number of values in it."""
        return _size(self.document) / VALUES_A_UNIT


@operation("POST", "/api/record", "A record read into its tree of moves", body=RecordText, tag="records")
async def read_record(request: Request, body: RecordText) -> Response:
    """The rounds of a record in either form, with comments and variations. A fault is refused with its `line` and
    `column`, where the text has them. Moves alone are enough: `assumed` says in sentences what was filled in."""
    return await desk_of(request).answer(request, "read-records", body.model_dump())


@operation("POST", "/api/record/write", "The text of a record", body=Document, tag="records")
async def write_record(request: Request, body: Document) -> Response:
    """The record of a tree as text, every move checked."""
    return await desk_of(request).answer(request, "write-records", body.model_dump())


def _size(document: dict[str, Any]) -> int:
    """How many values a document holds, moves and all that is noted of them."""
    count = 0
    waiting: list[Any] = [document]
    while waiting:
        each = waiting.pop()
        count += len(each)
        waiting.extend(inner for inner in (each.values() if isinstance(each, dict) else each) if _holds_more(inner))
    return count


def _holds_more(value: Any) -> bool:
    return isinstance(value, dict | list)


OPERATIONS: list[Operation] = [read_record, write_record]
