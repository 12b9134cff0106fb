"""What visitors can do about what is known of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse

from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.live.service.games import live_of
from bonduc.web.privacy.forgetting import forget
from bonduc.web.privacy.known import known
from bonduc.web.visitors.identity import Identity, visitor_of
from bonduc.web.visitors.language import COOKIE as LANGUAGE_COOKIE


class Ending(Model):
    """There is nothing to say."""


class Confirmation(Model):
    """It cannot be undone: the request must say that it is meant."""

    confirm: Literal[True]


@operation("GET", "/api/session/data", "What is known of me", tag="session", cost=20)
async def know_session(request: Request) -> JSONResponse:
    """Everything that is stored under the visitor's name: seats in games with their codes, attempts at puzzles."""
    found = await request.app.state.database.read(known, visitor_of(request).id)
    return JSONResponse(found, headers={"content-disposition": 'attachment; filename="bonduc-data.json"'})


@operation("POST", "/api/session/end", "Forget this browser", body=Ending, tag="session")
async def end_session(request: Request, body: Ending) -> JSONResponse:
    """Ends the cookies. What is stored stays, but nobody can say any longer that it is theirs."""
    return _without_cookies(request, {"ended": True})


@operation("POST", "/api/session/forget", "Delete what is known of me", body=Confirmation, tag="session", cost=20)
async def forget_session(request: Request, body: Confirmation) -> JSONResponse:
    """Deletes games that nobody else plays in, gives up those with others and takes the name off them, deletes results
    of puzzles, and ends the cookies. The answer counts `games_deleted`, `games_left` and `puzzles`."""
    done = await forget(live_of(request), visitor_of(request).id)
    return _without_cookies(request, asdict(done))


def _without_cookies(request: Request, value: dict[str, Any]) -> JSONResponse:
    """An answer that ends the cookies, also for a visitor who has only just been given one."""
    identity: Identity = request.app.state.identity
    answer = JSONResponse(value)
    answer.headers.append("set-cookie", identity.ended())
    answer.headers.append("set-cookie", f"{LANGUAGE_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax")
    return answer


OPERATIONS: list[Operation] = [know_session, end_session, forget_session]
