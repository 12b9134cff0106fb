"""The registry: the one table of games. A new game is its module and one line here."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from bonduc.errors import UnknownGameError
from bonduc.games import adji_kui_ii, bao_la_kimasai, kiothi, rio_kadalis
from bonduc.games.spec import GameSpec
from bonduc.language import N_, Items

GAMES: Mapping[str, GameSpec] = MappingProxyType(
    {module.SPEC.id: module.SPEC for module in (kiothi, rio_kadalis, adji_kui_ii, bao_la_kimasai)}
)

_ALIASES = {alias: spec for spec in GAMES.values() for alias in (spec.id, *spec.aliases)}


def find(name: str) -> GameSpec:
    """The game with this id or alias, in any case, spaces for hyphens; UnknownGameError suggests the nearest."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a game should be a text, not {name!r}")
    wanted = name.strip().lower().replace(" ", "-").replace("_", "-")
    if wanted in _ALIASES:
        return _ALIASES[wanted]
    near = get_close_matches(wanted, _ALIASES, n=1)
    games = Items(GAMES)
    if not near:
        raise UnknownGameError(N_("unknown game {name!r}: the games are {games}", name=name, games=games))
    meant = _ALIASES[near[0]].id
    raise UnknownGameError(
        N_("unknown game {name!r}: did you mean {near}? the games are {games}", name=name, near=meant, games=games)
    )


def _reduced(spec: GameSpec) -> tuple[Any, ...] | str:
    """A registered game is copied and pickled by its id: its kernels are a module."""
    return (find, (spec.id,)) if GAMES.get(spec.id) is spec else object.__reduce_ex__(spec, 4)


copyreg.pickle(GameSpec, _reduced)
