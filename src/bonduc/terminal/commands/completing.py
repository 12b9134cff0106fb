"""What shells are offered when Tab is pressed: ids of games, names of options, speeds, languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import typer

from bonduc.errors import BonducError
from bonduc.games.registry import GAMES, find
from bonduc.games.spec import GameSpec


def one_of(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Offers those of the words that begin as what was typed does."""
    known = tuple(words)

    def offered(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return offered


games = one_of(GAMES)


def game_options(context: typer.Context, incomplete: str) -> list[str]:
    """Offers the options of the game that the line names; those of all games before it does."""
    names = {option.name: None for spec in _specs(context) for option in spec.options}
    return [f"{name}=" for name in names if name.startswith(incomplete)]


def _specs(context: typer.Context) -> Iterable[GameSpec]:
    for value in [*context.params.values(), *context.args]:
        with suppress(BonducError, TypeError):  # another parameter's value
            return [find(value)]
    return GAMES.values()
