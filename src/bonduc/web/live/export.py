"""Rounds that were played here and may be studied, for research: as records or as lines of JSON, streamed."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Connection, Row, Select, select, tuple_
from starlette.requests import Request

from bonduc.games import registry
from bonduc.language import _
from bonduc.web.db.database import Database
from bonduc.web.db.tables import finished_rounds
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.http.streaming import PatientResponse
from bonduc.web.limits.places import keys_of
from bonduc.web.limits.refusals import RefusalError

PAGE = 200  # rounds read at a time
RETRY = {"Retry-After": "30"}
SECOND = 1000
DAY = 24 * 3600 * SECOND
TYPES = {"records": "text/plain; charset=utf-8", "jsonl": "application/jsonl"}

Place = tuple[int, str, int]


class ExportQuery(Model):
    """What to export: the form, and which rounds; dates are those of their ends (UTC), both included."""

    format: Literal["records", "jsonl"] = "records"
    game: Annotated[str, Field(max_length=40)] | None = None
    since: date | None = None
    until: date | None = None

    def select(self) -> Select[Any]:
        """The rounds asked for, in the order in which they ended."""
        columns = finished_rounds.c
        query = select(finished_rounds).order_by(columns.finished, columns.code, columns.number)
        if self.game is not None:
            query = query.where(columns.game == registry.find(self.game).id)
        if self.since is not None:
            query = query.where(columns.finished >= _moment(self.since))
        if self.until is not None:
            query = query.where(columns.finished < _moment(self.until) + DAY)
        return query


@operation("GET", "/api/export", "Finished rounds", query=ExportQuery, media_type="text/plain", tag="export", cost=20)
async def export(request: Request, query: ExportQuery) -> PatientResponse:
    """Every round of the games that may be studied and are over, oldest first, as one stream: records one after the
    other, or lines of JSON with `code` (the same for rounds of one match, and not that of the game), `round`, `game`,
    `finished`, `result`, `moves` (their number) and `record`. There are no names."""
    rows = _rows(request.app.state.database, query.select())
    of = "games" if query.game is None else registry.find(query.game).id
    places, keys = request.app.state.exports, keys_of(request)
    if not places.enter(keys):
        raise RefusalError(503, _("Too many exports are running: try again in a moment."), RETRY)
    name = f"bonduc-{of}.{'txt' if query.format == 'records' else 'jsonl'}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    write = _record if query.format == "records" else _line
    return PatientResponse(_stream(rows, write), TYPES[query.format], headers, lambda: places.leave(keys))


async def _stream(rows: AsyncIterator[Sequence[Row[Any]]], write: Any) -> AsyncGenerator[str, None]:
    async for page in rows:
        yield "".join(write(row) for row in page)


async def _rows(database: Database, query: Select[Any]) -> AsyncIterator[Sequence[Row[Any]]]:
    """The rounds of a query, a page at a time, each from where the last one ended: no transaction stays open."""
    columns = finished_rounds.c
    place: Place | None = None
    while True:
        after = query if place is None else query.where(tuple_(columns.finished, columns.code, columns.number) > place)
        page = await database.read(_page, after.limit(PAGE))
        if not page:
            return
        yield page
        last = page[-1]
        place = (last.finished, last.code, last.number)


def _page(connection: Connection, query: Select[Any]) -> Sequence[Row[Any]]:
    return connection.execute(query).all()


def _record(row: Row[Any]) -> str:
    return f"{row.record}\n"


def _line(row: Row[Any]) -> str:
    value = {
        "code": row.code,
        "round": row.number,
        "game": row.game,
        "finished": datetime.fromtimestamp(row.finished / SECOND, UTC).isoformat(timespec="seconds"),
        "result": row.result,
        "moves": row.moves,
        "record": row.record,
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


def _moment(day: date) -> int:
    """Milliseconds since 1970 when a day begins."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * SECOND


OPERATIONS: list[Operation] = [export]
