"""The kernels of a game and its options as one value, as algorithms take them.

A tuple of compiled functions cannot be given to machine code from Python. So each algorithm has one entry kernel, which
is given the functions one by one, in the order of FUNCTIONS, and packs them; everything below it takes `rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bonduc.games.kernels.state import Moves, Options, States, Work

FUNCTIONS = ("list_moves", "play", "stuck", "share", "evaluate")


class Rules(NamedTuple):
    """A game's kernels (`state`) and options."""

    list_moves: Callable[..., int]
    play: Callable[..., int]
    stuck: Callable[..., int]
    share: Callable[..., int]
    evaluate: Callable[..., int]
    options: Options


class Scratch(NamedTuple):
    """Where moves are played: a stack of rows, lists of moves, the memory of the endless test."""

    states: States
    moves: Moves
    work: Work


def scratch_type(parts: dict[str, Any]) -> Any:
    """The Numba type of `Scratch`."""
    return parts["types"].NamedTuple([parts["states"], parts["moves"], parts["work"]], Scratch)


def functions_of(kernels: Any) -> tuple[Any, ...]:
    """The functions of a game in the order of FUNCTIONS, from its module or its machine code."""
    return tuple(getattr(kernels, name) for name in FUNCTIONS)


def function_types(parts: dict[str, Any]) -> list[Any]:
    """The Numba types of the functions, as an entry kernel is given them."""
    return [parts[name] for name in FUNCTIONS]


def rules_type(parts: dict[str, Any]) -> Any:
    """The Numba type of `Rules`, from the parts of `compile`."""
    return parts["types"].NamedTuple([*function_types(parts), parts["options"]], Rules)
