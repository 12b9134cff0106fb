"""Analysis: what the engine thinks of a position, live or for a while, and of a whole round.

The WebSocket `/ws/analysis` thinks live. Every message is a JSON object with a `type`:

    → {"type": "think", "id": 3, "game": "kiothi", "options": {…}, "start": null, "moves": […], "lines": 2}
      Think about the position after these moves; what was thought about before is dropped. `id` is repeated in
      answers, so that late ones can be told apart. `lines` and `seconds` may be left out.
    → {"type": "stop"}
    ← {"type": "waiting", "id": 3, "preparing": false}   it waits for an engine (which may still be getting ready)
    ← {"type": "found", "id": 3, "done": false, "score": 2.5, "exact": false, "depth": 11, "lines": […], …}
      as often as the engine has looked one move further; `done` when it has finished, or thought for long enough
    ← {"type": "refused", "id": 3, "status": 503, "message": "…"}

Scores are leads of South in seeds at the end of the round; `exact` ones are proved. Where the endgame tables hold the
position, `values` says what every move is worth.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bonduc.errors import BonducError, LongSowingError
from bonduc.language import _
from bonduc.web.engines import EnginePool
from bonduc.web.engines.line import Line
from bonduc.web.engines.review import review
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.budget import DOOR
from bonduc.web.limits.places import keys_of
from bonduc.web.limits.refusals import POLICY_VIOLATION, RefusalError
from bonduc.web.rules.api import MoveText, Options, PositionText
from bonduc.web.tasks.desk import work_out
from bonduc.web.views import position_view, sowing_view
from bonduc.web.visitors.requester import asker_of

MOST_MOVES = 2000  # of a round
MOVES_A_UNIT = 40  # moves that can be played through at the cost of one unit (`limits.budget`)
MOST_LINES = 5
LONGEST = 10.0  # seconds of one request
LIVE_SECONDS = 120.0  # that live thinking goes on for when nobody stops it
STREAM = "application/x-ndjson"
TOO_MUCH = 1009  # WebSocket close code
NOT_JSON = 1003
LONGEST_MESSAGE = 64 * 1024
RATE = 20.0  # messages a second,
BURST = 200  # and at once, of one connection


class Path(Model):
    """A position of a round: where the round starts (left out: the usual start), and the moves from there."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    start: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = Field(default_factory=list)

    def surcharge(self) -> float:
        """By the number of moves, which are played through."""
        return len(self.moves) / MOVES_A_UNIT

    @property
    def line(self) -> Line:
        """It as the engines take it."""
        return Line(self.game, self.options, self.start, tuple(self.moves))


class Question(Path):
    """What to analyse, for how long, and how many lines to show."""

    seconds: Annotated[float, Field(gt=0, le=LONGEST)] = 1.0
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1


class WholeRound(Path):
    """A round to review, with the time for each of its positions."""

    seconds: Annotated[float, Field(gt=0, le=1)] = 0.3


class Think(Path):
    """The message of the WebSocket."""

    type: Literal["think"]
    id: Annotated[int, Field(ge=0, le=1 << 53)] = 0
    seconds: Annotated[float, Field(gt=0, le=LIVE_SECONDS)] = LIVE_SECONDS
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1


def engines_of(connection: Request | WebSocket) -> EnginePool:
    """The engines of the site."""
    engines = connection.app.state.engines
    assert isinstance(engines, EnginePool)
    return engines


@operation("POST", "/api/line", "A position of a round, and the move that led to it", body=Path, tag="rules")
async def line(request: Request, body: Path) -> dict[str, Any]:
    """The position after the moves (`after`), over where its round is, by a repetition too, and the last move played
    out (`sowing`, null without moves, or where it has too many laps to be shown)."""

    def play() -> dict[str, Any]:
        played = body.line.play()
        sowing = None
        if played.moves:
            with suppress(LongSowingError):
                sowing = sowing_view(played.positions[-2].sowing(played.moves[-1]), played.outcome)
        return {"after": position_view(played.position, played.outcome), "sowing": sowing}

    return await work_out(request, play)


@operation("POST", "/api/analyse", "What the engine thinks of a position", body=Question, tag="analysis", cost=3)
async def analyse(request: Request, body: Question) -> dict[str, Any]:
    """The best lines found within `seconds`, best first. Scores are leads of South in seeds at the end of the round."""
    return await body.line.analysis(engines_of(request), asker_of(request), seconds=body.seconds, lines=body.lines)


@operation("POST", "/api/review", "What every move of a round was worth", body=WholeRound, media_type=STREAM, cost=5)
async def review_round(request: Request, body: WholeRound) -> StreamingResponse:
    """A line of JSON for every move as soon as it has been looked at: `{"ply": 1, "move": …, "score": the lead of
    South after it, "best": …, "loss": seeds given away, "mark": "", "inaccuracy", "mistake" or "blunder", …}`; ply 0
    is the start. The last line is `{"done": true, "marks": {…}}`, or `{"error": …}` if the engine fails on the way.
    """
    played = await work_out(request, body.line.play)
    if not played.moves:
        raise BonducError(_("There is no move to look at."))
    steps = review(engines_of(request), body.line, played, asker_of(request), body.seconds)
    first = await anext(steps)  # so that a refusal comes with its own status

    async def stream() -> AsyncIterator[str]:
        async with aclosing(steps):
            yield json.dumps(first) + "\n"
            try:
                async for step in steps:
                    yield json.dumps(step) + "\n"
            except RefusalError as error:
                yield json.dumps({"error": {"status": error.status, "message": error.told}}) + "\n"

    # Compressed it would be held back until there is enough of it.
    return StreamingResponse(stream(), media_type=STREAM, headers={"content-encoding": "identity"})


class Session:
    """One reader of `/ws/analysis`: thinks about one position at a time."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.engines = engines_of(socket)
        self.asker = asker_of(socket)
        self.budget: Buckets = socket.app.state.budget
        self.thinking: asyncio.Task[None] | None = None

    async def hear(self, text: str) -> None:
        """Carry out a message."""
        message = json.loads(text)
        kind = message.get("type") if isinstance(message, dict) else None
        await self.stop()
        if not self.budget.take(self.asker.address, DOOR):
            await self._refuse(None, 429, _("Too many requests: wait a moment."))
            return
        if kind == "stop":
            return
        try:
            think = Think.model_validate(message)
        except ValidationError:
            await self._refuse(message.get("id") if isinstance(message, dict) else None, 422, _("Cannot be read."))
            return
        if not self.budget.take(self.asker.address, think.surcharge()):
            await self._refuse(think.id, 429, _("Too many requests: wait a moment."))
            return
        self.thinking = asyncio.create_task(self._think(think))

    async def stop(self) -> None:
        """Think no more."""
        if self.thinking is not None:
            self.thinking.cancel()
            await asyncio.gather(self.thinking, return_exceptions=True)
            self.thinking = None

    async def _think(self, think: Think) -> None:
        try:
            await self._send({"type": "waiting", "id": think.id, "preparing": not self.engines.is_warm})
            found = think.line.analyse(self.engines, self.asker, seconds=think.seconds, lines=think.lines)
            async with aclosing(found):
                async for each in found:
                    await self._send({"type": "found", "id": think.id, **each})
        except RefusalError as error:
            await self._refuse(think.id, error.status, error.told)
        except BonducError as error:
            await self._refuse(think.id, 400, error.told)

    async def _refuse(self, number: object, status: int, message: str) -> None:
        shown = number if isinstance(number, int) else None
        await self._send({"type": "refused", "id": shown, "status": status, "message": message})

    async def _send(self, message: dict[str, Any]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the reader is gone: `analysis_socket` will hear of it
            await self.socket.send_text(json.dumps(message))


async def analysis_socket(socket: WebSocket) -> None:
    """Live thinking; the module's head tells the messages."""
    places, keys = socket.app.state.sockets, keys_of(socket)
    if not places.enter(keys):
        await socket.close(POLICY_VIOLATION, _("Too many connections."))
        return
    session, bucket = Session(socket), Buckets(RATE, BURST)
    try:
        await socket.accept()
        async for text in socket.iter_text():
            if len(text) > LONGEST_MESSAGE:
                await socket.close(TOO_MUCH)
                return
            if not bucket.take(""):
                await socket.close(POLICY_VIOLATION)
                return
            await session.hear(text)
    except ValueError:  # no JSON
        await socket.close(NOT_JSON)
    except (KeyError, RecursionError):  # bytes instead of text, or JSON nested beyond sense
        await socket.close(NOT_JSON)
    finally:
        places.leave(keys)
        await session.stop()


OPERATIONS: list[Operation] = [line, analyse, review_round]
SOCKETS: list[BaseRoute] = [WebSocketRoute("/ws/analysis", analysis_socket)]
