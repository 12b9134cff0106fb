"""`bonduc play`: a game at the prompt."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from bonduc.errors import BonducError, OptionError, UnknownGameError
from bonduc.games.options import Value
from bonduc.games.registry import GAMES, find
from bonduc.language import N_, _, digits, told
from bonduc.terminal.commands import completing
from bonduc.terminal.commands.shared import Ascii, GameOptions, Language, PositionText, Speed, find_game, read_pairs
from bonduc.terminal.console.output import is_terminal, speaks_unicode
from bonduc.terminal.console.screen import open_screen
from bonduc.terminal.drawing.pace import read_speed
from bonduc.terminal.session.host import Settings
from bonduc.terminal.session.saving import put, read_game
from bonduc.terminal.session.seats import LEVELS, USUAL_LEVEL, Seat, read_seat
from bonduc.terminal.session.session import Session
from bonduc.terminal.session.table import Table

Player = Annotated[str, typer.Option(metavar="human|computer|computer:LEVEL", help="Who plays this side.")]


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="The game's id or alias; asked if missing.", autocompletion=completing.games
        ),
    ] = None,
    south: Player = "human",
    north: Player = "computer",
    level: Annotated[int, typer.Option(help=f"The computer's level, {LEVELS[0]} to {LEVELS[-1]}.")] = USUAL_LEVEL,
    seconds: Annotated[float | None, typer.Option(help="The most the computer thinks about a move.")] = None,
    speed: Speed = "normal",
    ascii_only: Ascii = False,
    option: GameOptions = None,
    position: PositionText = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game or match.")] = None,
    match: Annotated[bool, typer.Option("--match", help="Play a match of several rounds.")] = False,
    match_option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the match; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Makes the computer's choices repeatable.")] = None,
    lang: Language = None,
) -> None:
    """Play against the computer, a friend at the same keyboard, or let two computers play."""
    if seconds is not None and not 0 < seconds <= 86400:
        raise OptionError(N_("seconds {seconds:g}: must be more than 0, at most a day", seconds=seconds))
    read_level = read_seat(f"computer:{level}", level, seconds).level or USUAL_LEVEL
    seats = (read_seat(south, read_level, seconds), read_seat(north, read_level, seconds))
    chosen_speed = read_speed(speed)
    if match_option and not match:
        raise OptionError(N_("--match-option needs --match"))
    if load is not None:
        table = _loaded(load, game, seats, any((option, position, match)))
    else:
        table = _fresh(game or _menu(), seats, option, position, read_pairs(match_option) if match else None)
    screen = open_screen(ascii_only or not speaks_unicode(), is_terminal())
    session = Session(table, screen, Settings(chosen_speed, table.first_person()), seed)
    if load is not None:
        session.autosave.saved(table)
    session.run()


def _fresh(
    name: str,
    seats: tuple[Seat, Seat],
    option: list[str] | None,
    position: str | None,
    match_options: Mapping[str, Value] | None,
) -> Table:
    found = find_game(name, option)
    start = None if position is None else found.position(position)
    return Table(found, seats, start, match_options)


def _loaded(path: Path, game: str | None, seats: tuple[Seat, Seat], others: bool) -> Table:
    if others:
        raise OptionError(N_("--load takes the game, its options and its position from the file: leave the others out"))
    saved = read_game(path)
    if game is not None and find(game).id != saved.game.id:
        fault = N_(
            "{file} holds a game of {game}, not of {other}", file=path, game=saved.game.name, other=find(game).name
        )
        raise BonducError(fault)
    table = Table(saved.game, seats)
    put(saved, table)
    return table


def _menu() -> str:
    """Ask which game; a number, an id, or the beginning of one."""
    print(_("Which game?"))
    for number, spec in enumerate(GAMES.values(), 1):
        print(f"  {digits(str(number))}  {spec.name:<18}{told(spec.people)}")
    while True:
        print(_("Number or name:"), end=" ", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise BonducError(N_("no game was chosen"))
        answer = line.strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(GAMES):
            return list(GAMES)[int(answer) - 1]
        begun = [name for name in GAMES if answer and name.startswith(answer.lower())]
        if len(begun) == 1:
            return begun[0]
        try:
            return find(answer).id
        except UnknownGameError:
            near = get_close_matches(answer.lower(), GAMES, n=1)
            print(
                _("There is no game {name!r}.", name=answer), *(_("Did you mean {word}?", word=word) for word in near)
            )
