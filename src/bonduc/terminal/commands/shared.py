"""What several commands share: the types of common options, and finding a game from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from bonduc.errors import OptionError
from bonduc.language import LANGUAGES, N_, Items, match, use
from bonduc.position import Game, Position, game
from bonduc.terminal.commands import completing
from bonduc.terminal.console.output import make_readable
from bonduc.terminal.drawing.pace import SPEEDS

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game's id or alias; see `bonduc games`.", autocompletion=completing.games),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game; may be repeated.",
        autocompletion=completing.game_options,
    ),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="POSITION", help="Start here instead (notation of positions).")
]


def _speak(given: str | None) -> str | None:
    """Choose the language of everything that follows; OptionError names the languages there are."""
    if given is not None:
        language = match(given)
        if language is None:
            raise OptionError(
                N_("no language {language!r}: there are {languages}", language=given, languages=Items(LANGUAGES))
            )
        make_readable(language)
        use(language)
    return given


Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        help="The language; else BONDUC_LANG, or that of the system.",
        is_eager=True,
        callback=_speak,
        autocompletion=completing.one_of(LANGUAGES),
    ),
]
Speed = Annotated[
    str,
    typer.Option(metavar="|".join(SPEEDS), help="How fast sowing is shown.", autocompletion=completing.one_of(SPEEDS)),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw in plain ASCII.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def read_pairs(pairs: Sequence[str] | None) -> dict[str, str]:
    """`name=value` texts as a mapping; OptionError names a text that is none, and a name given twice."""
    found: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise OptionError(N_("option {option!r} should be name=value, as in holes=5", option=pair))
        if name in found:
            raise OptionError(N_("option {option!r} is given twice", option=name))
        found[name] = value.strip()
    return found


def find_game(name: str, pairs: Sequence[str] | None) -> Game:
    """The game of a command line; raises UnknownGameError and OptionError."""
    return game(name, **read_pairs(pairs))


def name_game(found: Game) -> list[str]:
    """The words that name a game on a command line, `rio-kadalis -o holes=5`."""
    options = found.options_text.split() if found.options_text != "-" else []
    return [found.id, *(word for option in options for word in ("-o", option))]


def find_position(found: Game, text: str | None) -> Position:
    """The position of a command line, the start if it names none; raises as `Game.position`."""
    return found.start() if text is None else found.position(text)
