"""A visitor's games: what a card tells of one, and the page with all of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.language import N_, Message, _, ngettext
from bonduc.position import game
from bonduc.web.http.rendering import render
from bonduc.web.live.mini_board import mini_board
from bonduc.web.live.service.games import live_of
from bonduc.web.live.store import listing
from bonduc.web.visitors.identity import visitor_of

PAGE = 12  # games on a page
SECOND = 1000
LISTS: dict[listing.Which, Message] = {
    "under-way": N_("Under way"),
    "finished": N_("Finished"),
    "removed": N_("Removed"),
}
View = dict[str, Any]


async def games_page(request: Request) -> Response:
    """A list of the visitor's games, page by page."""
    visitor, live = visitor_of(request).id, live_of(request)
    asked = request.query_params.get("list", "")
    which: listing.Which = next((name for name in LISTS if name == asked), "under-way")
    counts = {name: await live.database.read(listing.count, visitor, name) for name in LISTS}
    pages = max(1, -(-counts[which] // PAGE))
    page = min(_number(request.query_params.get("page", "")), pages)
    found = await live.summaries(visitor, which, (page - 1) * PAGE, PAGE)
    cards = [card(each) for each in found]
    return render(
        request, "games.html", lists=LISTS, which=which, counts=counts, cards=cards, page_number=page, pages=pages
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text) else 1


async def some_games(request: Request, which: listing.Which, most: int) -> tuple[list[View], int]:
    """The first games of a list as cards, and how many it has; none for a new visitor."""
    visitor = visitor_of(request)
    if visitor.new:
        return [], 0
    live = live_of(request)
    found = await live.summaries(visitor.id, which, 0, most)
    return [card(each) for each in found], await live.database.read(listing.count, visitor.id, which)


def card(summary: View) -> View:
    """What tells a game from others: board, opponent, where it stands, how long it is, when it went on."""
    played = game(summary["game"], **summary["options"])
    changed = datetime.fromtimestamp(summary["changed"] // SECOND, UTC)
    return {
        "code": summary["code"],
        "url": summary["url"],
        "name": GAMES[summary["game"]].name,
        "against": against(summary),
        "state": state(summary),
        "turn": summary["turn"],
        "waiting": summary["status"] == "waiting",
        "removed": summary["removed"],
        "length": _length(summary),
        "changed": changed.isoformat(),
        "date": changed.strftime("%Y-%m-%d"),
        "board": mini_board(played, summary["seeds"], flip=summary["you"] == ["N"]),
    }


def against(summary: View) -> str:
    """Who the opponent is."""
    if summary["opponent"] == "same-screen":
        return _("on this screen")
    seat = "N" if summary["you"] == ["S"] else "S"
    other = summary["players"][seat]
    if other["kind"] == "computer":
        return _("against the computer, level {level}", level=other["level"])
    return _("against {player}", player=other["name"]) if other["name"] else _("against a friend")


def state(summary: View) -> str:
    """Where a game stands, or how it ended, for its visitor."""
    if summary["status"] == "waiting":
        return _("waiting for your friend")
    if summary["status"] == "between":
        return _("the next round can begin")
    if summary["result"] is not None:
        return _ended(summary["result"], summary["you"])
    return _("your move") if summary["turn"] else _("their move")


def _ended(result: View, you: list[str]) -> str:
    winner = result["winner"]
    if winner is None:
        return _("a draw") if result["drawn"] else str(result["reason"])
    if len(you) == 1:
        return _("you won") if you == [winner] else _("you lost")
    return _("South won") if winner == "S" else _("North won")


def _length(summary: View) -> str:
    moves = ngettext("{count} move", "{count} moves", summary["moves"])
    return moves if summary["kind"] == "round" else f"{_('round {number}', number=summary['round'])} · {moves}"


ROUTES: list[BaseRoute] = [Route("/games", games_page, name="games")]
