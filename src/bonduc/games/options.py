"""Options of games and matches: named, typed, bounded, and given to kernels as small integers."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeAlias

import numpy as np

from bonduc.errors import OptionError
from bonduc.frozen import FrozenMapping
from bonduc.language import N_, Items

Value: TypeAlias = "int | bool | str"

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


@dataclass(frozen=True)
class Option:
    """One option: its name, default and allowed values (`choices`, or whole numbers from `low` to `high`)."""

    name: str
    default: Value
    doc: str
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0

    def allowed(self) -> str:
        """The allowed values in words."""
        if isinstance(self.default, bool):
            return N_("true or false")
        if self.choices:
            words: str = Items(self.choices[:1])
            for last in self.choices[1:]:
                words = N_("{most} or {last}", most=words, last=last)
            return words
        return N_("a whole number from {low} to {high}", low=self.low, high=self.high)

    def read(self, value: object) -> Value:
        """`value`, a Python value or its text, as this option's value; OptionError if it cannot be."""
        if isinstance(self.default, bool):
            if isinstance(value, (bool, np.bool)):
                return bool(value)
            text = str(value).lower()
            if isinstance(value, str) and text in _TRUE + _FALSE:
                return text in _TRUE
        elif isinstance(self.default, int):
            if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value.strip(), re.ASCII):
                value = int(value)
            number = _whole(value)
            if number is not None:
                in_range = number in self.choices if self.choices else self.low <= number <= self.high
                if in_range:
                    return number
        elif isinstance(value, str) and value in self.choices:
            return str(value)
        fault = N_(
            "option {name}={value}: {name} must be {allowed}", name=self.name, value=repr(value), allowed=self.allowed()
        )
        raise OptionError(fault)

    def encode(self, value: Value) -> int:
        """The integer that kernels see: a number itself, a word's place among the choices."""
        return int(value) if isinstance(self.default, int) else self.choices.index(value)

    def decode(self, number: int) -> Value:
        """The value of an integer that kernels see."""
        if isinstance(self.default, bool):
            return bool(number)
        return number if isinstance(self.default, int) else self.choices[number]


def _whole(value: object) -> int | None:
    """A whole number of any kind, but no truth value, as a plain one; None if it is none."""
    if isinstance(value, (bool, np.bool)):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # what it refuses is caught
    except TypeError:
        return None


def read_options(options: Iterable[Option], given: Mapping[str, object], owner: str) -> Mapping[str, Value]:
    """All options with their values, `given` ones read; OptionError on a name `owner` does not know."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            if near:
                raise OptionError(
                    N_("{owner} has no option {name!r}; did you mean {near}?", owner=owner, name=name, near=near[0])
                )
            if not known:
                raise OptionError(N_("{owner} has no options; {name!r} was given", owner=owner, name=name))
            raise OptionError(
                N_("{owner} has no option {name!r}; it has {options}", owner=owner, name=name, options=Items(known))
            )
    return FrozenMapping(
        {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}
    )
