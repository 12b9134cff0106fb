"""Live games: make one, join it, act in it, look at it. The WebSocket and all messages: `bonduc.web.live`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal, TypeVar

from pydantic import ConfigDict, Field, StrictInt
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bonduc.errors import BonducError
from bonduc.language import N_, _, speaking
from bonduc.play import Match
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Game
from bonduc.position import game as find_game
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.limits.budget import charge
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.live.game.bounds import check_rounds
from bonduc.web.live.game.decisions import Actor, RefusedError
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.messages import MalformedError, Name, read_act
from bonduc.web.live.game.records import record_of
from bonduc.web.live.game.terms import (
    COMPUTER,
    FRIEND,
    SAME_SCREEN,
    Seat,
    Terms,
    TimeControl,
    clean_name,
    invitation,
    new_code,
)
from bonduc.web.live.game.views import sowing_at
from bonduc.web.live.service.changes import BEGUN_MANY
from bonduc.web.live.service.games import live_of
from bonduc.web.live.service.open_games import NoGameError
from bonduc.web.live.store import explorer, listing
from bonduc.web.rules.api import Options, Place
from bonduc.web.running.now import now
from bonduc.web.tasks.desk import work_out
from bonduc.web.tasks.records import check_size
from bonduc.web.visitors.forwarded import address_of
from bonduc.web.visitors.identity import visitor_of

T = TypeVar("T")
SECOND = 1000
HOUR = 3600  # seconds
STATUS = {
    "malformed": 422,
    "not-yours": 403,
    "illegal": 400,
    "undecided": 400,
    "busy": 429,
    **dict.fromkeys(("stale", "over", "not-now", "full"), 409),
}
RECORD = "text/plain"
MOVES_A_UNIT = 20  # moves of a record that is written at the cost of one unit (`limits.budget`)


class Clock(Model):
    """Seconds: what each player has for a round, and what a finished turn adds."""

    initial: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=600)] = 0


class Creation(Model):
    """A game to be made. `studied`: its rounds may be published, without names, when it is over; if that is not said,
    against the computer and on the same screen, but not with a friend."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    kind: Literal["round", "match"] = "round"
    match: Options = Field(default_factory=dict)
    opponent: Literal["computer", "same-screen", "friend"] = "computer"
    level: Annotated[StrictInt, Field(ge=1, le=8)] | None = None
    side: Literal["S", "N", "random"] = "random"
    name: Name = ""
    clock: Clock | None = None
    studied: bool | None = None

    def live_game(self, visitor: str) -> LiveGame:
        """The game that this visitor makes; BonducError if there is none such."""
        found = find_game(self.game, **self.options)
        match = self._match(found)
        level = (self.level or 1) if self.opponent == COMPUTER else None
        clock = None
        if self.clock is not None:
            clock = TimeControl(self.clock.initial * SECOND, self.clock.increment * SECOND)
        studied = self.opponent != FRIEND if self.studied is None else self.studied
        terms = Terms(new_code(), found, found.rules_version, self.opponent, level, match, clock, now(), None, studied)
        mine = random.choice(list(Player)) if self.side == "random" else Player("SN".index(self.side))
        seats = [Seat(), Seat()]
        seats[mine] = Seat(visitor, name=clean_name(self.name))
        if self.opponent == COMPUTER:
            seats[mine.other] = Seat(computer=True)
        elif self.opponent == SAME_SCREEN:
            seats[mine.other] = Seat(visitor)
        return LiveGame(terms, seats)

    def _match(self, found: Game) -> dict[str, Any] | None:
        if self.kind == "match":
            options = dict(Match(found, **self.match).options)
            check_rounds(int(options["max_rounds"]))
            return options
        if self.match:
            raise BonducError(N_("a single round has no match options"))
        return None


class Created(Model):
    """A new game: its code and page, and the link that invites the other player, if one is waited for."""

    code: str
    url: str
    invitation: str | None


class Joining(Model):
    """An invitation: the secret after the `#` of its link, and the name of whoever brings it."""

    invitation: Annotated[str, Field(max_length=100)]
    name: Name = ""


class ListQuery(Model):
    """Which of the visitor's games, and which page of that list; games taken off it are `removed`."""

    status: Literal["all", "under-way", "finished", "removed"] = "all"
    page: Annotated[int, Field(ge=1, le=10_000)] = 1
    size: Annotated[int, Field(ge=1, le=100)] = 30


class Removing(Model):
    """Whether a game is taken off the visitor's lists, or put back."""

    removed: bool = True


class Acting(Model):
    """A message as over the WebSocket (see `type`); other fields depend on it."""

    model_config = ConfigDict(extra="allow")

    type: Annotated[str, Field(max_length=40)]


class Ply(Model):
    """A place in a game: the ply (from 1) of a round (from 1)."""

    round: Annotated[int, Field(ge=1, le=10_000)] = 1
    ply: Annotated[int, Field(ge=1, le=1_000_000)]


class RecordQuery(Model):
    """Which round of a game, all if none is named; `download` as a file."""

    round: Annotated[int, Field(ge=1, le=10_000)] | None = None
    download: bool = False


@contextmanager
def refusing() -> Iterator[None]:
    """What the protocol refuses, refused over HTTP."""
    try:
        yield
    except NoGameError as error:
        raise RefusalError(404, error.told) from error
    except MalformedError as error:
        raise RefusalError(422, error.fault) from error
    except RefusedError as error:
        raise RefusalError(error.status or STATUS[error.code], error.told) from error


@operation("POST", "/api/live", "Make a game", body=Creation, answer=Created, tag="live", cost=20)
async def create_live(request: Request, body: Creation) -> Created:
    """Against the computer, on the same screen, or with a friend, whom the answer's `invitation` invites."""
    games, visitor = live_of(request), visitor_of(request).id
    game = await work_out(request, body.live_game, visitor)
    if not await games.may_begin(visitor, _address(request)):
        raise RefusalError(429, BEGUN_MANY, {"Retry-After": str(HOUR)})
    await games.create(game, _address(request))
    link = None
    if game.terms.opponent == FRIEND:
        waiting = SOUTH if game.seats[SOUTH].open else NORTH
        link = f"{game.terms.url}#{invitation(games.secret, game.terms.code, waiting)}"
    return Created(code=game.terms.code, url=game.terms.url, invitation=link)


@operation("GET", "/api/live", "My games", query=ListQuery, tag="live")
async def list_live(request: Request, query: ListQuery) -> dict[str, Any]:
    """The games in which the visitor has a seat, last changed first; under way, those that wait for them come first."""
    games, visitor = live_of(request), visitor_of(request).id
    count = await games.database.read(listing.count, visitor, query.status)
    found = await games.summaries(visitor, query.status, (query.page - 1) * query.size, query.size)
    return {"games": found, "page": query.page, "pages": max(1, -(-count // query.size)), "count": count}


@operation("POST", "/api/live/{code}/remove", "Take a game off my list", body=Removing, tag="live")
async def remove_live(request: Request, body: Removing) -> dict[str, Any]:
    """Or put it back. The game itself goes on as it is; whoever else plays in it still has it."""
    with refusing():
        await live_of(request).remove(request.path_params["code"], visitor_of(request).id, body.removed)
    return {"removed": body.removed}


@operation("GET", "/api/live/{code}", "The state of a game", tag="live")
async def show_live(request: Request) -> Any:
    """The state as the visitor may see it: players have seats in `you`, everyone else watches."""
    return await _state(request)


@operation("POST", "/api/live/{code}/join", "Take the open seat", body=Joining, tag="live")
async def join_live(request: Request, body: Joining) -> Any:
    """With the secret of the invitation, which serves once."""
    with refusing():
        changes = live_of(request).changes
        await changes.join(request.path_params["code"], _actor(request), body.invitation, body.name)
    return await _state(request)


@operation("POST", "/api/live/{code}/act", "Move, resign, offer, take back …", body=Acting, tag="live")
async def act_live(request: Request, body: Acting) -> Any:
    """One message of the WebSocket protocol; answered once its effect is on disk. Repeating one changes nothing."""
    with refusing():
        message = read_act(body.model_dump())
        done = await live_of(request).changes.act(request.path_params["code"], _actor(request), message)
    answer = {"type": "done", "id": message.id, "version": done.version, "repeated": done.repeated}
    return {"answer": answer, "state": await _state(request)}


@operation("GET", "/api/live/{code}/sowing", "A move of a game, played out", query=Ply, tag="live")
async def sowing_live(request: Request, query: Ply) -> Any:
    """Every lift, drop and capture of the move that led to a ply, and the move in sentences."""

    def look(game: LiveGame) -> dict[str, Any]:
        if query.round > game.match.number or query.ply > len(game.match.rounds[query.round - 1].moves):
            raise RefusalError(404, _("There is no such move."))
        return sowing_at(game.match.rounds[query.round - 1], query.round, query.ply)

    return await _look(request, look)


@operation(
    "GET", "/api/live/{code}/record", "A game as a record", query=RecordQuery, tag="live", media_type=RECORD, cost=2
)
async def record_live(request: Request, query: RecordQuery) -> Response:
    """One round, or all of them one after the other."""

    def write(game: LiveGame) -> str:
        if query.round is not None and query.round > game.match.number:
            raise RefusalError(404, _("There is no such round."))
        numbers = range(1, game.match.number + 1) if query.round is None else [query.round]
        return "\n".join(record_of(game, number).write() for number in numbers)

    moves = await _look(request, lambda game: game.moves_made)
    if query.round is None:
        check_size(moves)
    charge(request, moves / MOVES_A_UNIT)
    text = await _look(request, write)
    headers = {}
    if query.download:
        headers["content-disposition"] = f'attachment; filename="{request.path_params["code"]}.txt"'
    return PlainTextResponse(text, headers=headers)


@operation("POST", "/api/explorer", "What was played in a position", body=Place, tag="explorer")
async def explore(request: Request, body: Place) -> dict[str, Any]:
    """Moves of finished rounds in this position (from their openings), and how those rounds ended."""
    games = live_of(request)
    return {"moves": await games.database.read(explorer.explored, await work_out(request, body.read))}


def _address(request: Request) -> str:
    return address_of(request.scope)


def _actor(request: Request) -> Actor:
    return Actor(visitor_of(request).id, now(), address=_address(request))


async def _state(request: Request) -> Any:
    code, visitor = request.path_params["code"], visitor_of(request).id
    with refusing():
        return await live_of(request).watching.state(code, visitor, request.scope["language"])


async def _look(request: Request, function: Callable[[LiveGame], T]) -> T:
    language = request.scope["language"]

    def look(game: LiveGame) -> T:
        with speaking(language):
            return function(game)

    with refusing():
        return await live_of(request).look(request.path_params["code"], look)


OPERATIONS: list[Operation] = [
    create_live,
    list_live,
    remove_live,
    show_live,
    join_live,
    act_live,
    sowing_live,
    record_live,
    explore,
]
