"""The analysis board: any position, record or stored game, with the engine beside it.

/analysis                   the start of a game
/analysis/{game}?position=…&options=…&moves=…
                            a permalink: the moves (notation, blanks between) from a position (the start if there
                            is none); options as records have them, `holes=5 direction=clockwise`
/analysis/game/{code}       a game played here
"""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.games.spec import GameSpec, HoleNotes
from bonduc.language import N_, _, told
from bonduc.picture.data import board_data
from bonduc.picture.svg import draw
from bonduc.play import Round
from bonduc.position import Game
from bonduc.position import game as find_game
from bonduc.records.document import to_json
from bonduc.records.reader import parse_options
from bonduc.records.tree import GameRecord
from bonduc.web.analysis.api import MOST_LINES
from bonduc.web.analysis.socket import LIVE_SECONDS
from bonduc.web.http.rendering import render
from bonduc.web.limits.budget import charge, priced
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.records import record_of
from bonduc.web.live.game.terms import FRIEND
from bonduc.web.live.service.games import live_of
from bonduc.web.live.service.open_games import NoGameError
from bonduc.web.option_words import option_fields
from bonduc.web.tasks.desk import desk_of, work_out
from bonduc.web.tasks.lines import LONGEST
from bonduc.web.tasks.records import check_size
from bonduc.web.visitors.requester import requester_of

LETTERS_A_UNIT = 50  # of moves that are played through and shown at the cost of one unit (`limits.budget`), and
MOVES_A_UNIT = 18  # of a game that was played
NOTE_TOOLS = (  # what a click can do to a hole as a position is set up, beside its seeds
    (HoleNotes.MARKS, N_("Mark a hole")),
    (HoleNotes.CLOSED, N_("Close a hole with sand")),
    (HoleNotes.OWNERS, N_("Change a hole's owner")),
)


def first_game() -> str:
    """The game whose board is shown when none is asked for: one that begins without an opening by hand."""
    return next(name for name, spec in GAMES.items() if not spec.has_opening)


async def start(request: Request) -> Response:
    """The start of a game."""
    asked = request.query_params.get("game", "")
    played = find_game(asked if asked in GAMES else first_game())
    return await _page(request, [Round(played).record()])


async def permalink(request: Request) -> Response:
    """The position of an address; what cannot be read of it is told, and the start of the game shown."""
    name = request.path_params["game"]
    if name not in GAMES:
        raise HTTPException(404)
    given = {part: request.query_params.get(part, "") for part in LONGEST}
    charge(request, len(given["moves"]) / LETTERS_A_UNIT)
    try:
        opened = await desk_of(request).task(requester_of(request), "open-line", {"game": name, **given})
        options = parse_options(given["options"] or "-")
    except BonducError as error:
        return await _page(request, [Round(find_game(name)).record()], error.told, 400)
    values = _values(find_game(name, **options), opened["document"], opened["ply"], opened["picture"])
    return render(request, "analysis.html", fault="", back="", **values)


async def stored(request: Request) -> Response:
    """A game played here, round by round; one between two people only when it is over, in fairness to both."""
    live = live_of(request)
    code = request.path_params["code"]

    def look(game: LiveGame) -> tuple[Game, int, bool]:
        return game.terms.game, game.moves_made, game.terms.opponent == FRIEND and game.status != "finished"

    def read(game: LiveGame) -> list[GameRecord]:
        return [record_of(game, number) for number in range(1, game.match.number + 1)]

    try:
        game, moves, under_way = await live.look(code, look)
        if under_way:
            fault = _("This game is still being played. It can be analysed when it is over.")
            return await _page(request, [Round(game).record()], fault, 403, back=f"/play/{code}")
        check_size(moves)
        charge(request, moves / MOVES_A_UNIT)
        records = await live.look(code, read)
    except NoGameError:
        raise HTTPException(404) from None
    return await _page(request, records, back=f"/play/{code}")


async def _page(
    request: Request, records: list[GameRecord], fault: str = "", status: int = 200, back: str = ""
) -> Response:
    """The page of records as a round begins."""

    def values() -> dict[str, Any]:
        played = records[0].game
        return _values(played, to_json(records), 0, draw(records[0].position_at(0), prefix="first-"))

    return render(request, "analysis.html", status, fault=fault, back=back, **await work_out(request, values))


def _values(played: Game, document: dict[str, Any], ply: int, picture: str) -> dict[str, Any]:
    return {
        "game": played,
        "picture": Markup(picture),
        "board": board_data(played),
        "start": {
            "document": document,
            "ply": ply,
            "games": {name: _known(spec, played) for name, spec in GAMES.items()},
            "most_lines": MOST_LINES,
            "live_seconds": LIVE_SECONDS,
        },
        "fields": [field | {"default": played.options[field["name"]]} for field in option_fields(played)],
        "keys": keys(),
        "most_lines": MOST_LINES,
        "specs": GAMES.values(),
    }


def _known(spec: GameSpec, played: Game) -> dict[str, Any]:
    """What the page has to know of a game."""
    game = played if played.id == spec.id else find_game(spec.id)
    return {
        "name": told(spec.name),
        "tools": [(notes, told(words)) for notes, words in NOTE_TOOLS if notes is spec.notes],
        "seeds": game.seeds if spec.counts_seeds else None,
        "single": spec.holds_singles,
        "defaults": {option.name: option.default for option in spec.options},
    }


def keys() -> list[tuple[tuple[str, ...], str]]:
    """The keys of the page and what they do."""
    return [
        (("←", "→"), _("One move back or on")),
        (("Home", "End"), _("To the start, to the end of the line")),
        (("↑", "↓"), _("Between variations")),
        (("A", "b", "…"), _("Sow from the hole with this letter")),
        ((_("Space"),), _("Let the engine think, or stop it")),
        (("Backspace",), _("undo a step of the opening")),
        (("0",), _("Turn the board")),
        (("/",), _("To the board; arrow keys there go from hole to hole")),
        (("?",), _("These keys")),
    ]


ROUTES: list[BaseRoute] = [
    Route("/analysis", priced(3, start), name="analysis"),
    Route("/analysis/game/{code}", priced(3, stored), name="analysis_of_game"),
    Route("/analysis/{game}", priced(3, permalink), name="analysis_permalink"),
]
