"""Options of games and matches: named, typed, bounded, and given to kernels as small integers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import reduce
from typing import TypeAlias

from bonduc.errors import OptionError
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
            return reduce(lambda most, last: N_("{most} or {last}", most=most, last=last), map(str, self.choices))
        return N_("a whole number from {low} to {high}", low=self.low, high=self.high)

    def read(self, value: object) -> Value:
        """`value`, a Python value or its text, as this option's value; OptionError if it cannot be."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            text = str(value).lower()
            if isinstance(value, str) and text in _TRUE + _FALSE:
                return text in _TRUE
        elif isinstance(self.default, int):
            if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value.strip(), re.ASCII):
                value = int(value)
            if isinstance(value, int) and not isinstance(value, bool):
                in_range = value in self.choices if self.choices else self.low <= value <= self.high
                if in_range:
                    return value
        elif isinstance(value, str) and value in self.choices:
            return value
        fault = N_(
            "option {name}={value}: {name} must be {allowed}", name=self.name, value=repr(value), allowed=self.allowed()
        )
        raise OptionError(fault)

    def encode(self, value: Value) -> int:
        """The integer that kernels see: a number itself, a word's place among the choices."""
        return int(value) if isinstance(self.default, int) else self.choices.index(value)


def read_options(options: Iterable[Option], given: Mapping[str, object], owner: str) -> dict[str, Value]:
    """All options with their values, `given` ones read; OptionError on a name `owner` does not know."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            if near:
                raise OptionError(
                    N_("{owner} has no option {name!r}; did you mean {near}?", owner=owner, name=name, near=near[0])
                )
            has = Items(known) or N_("none")
            raise OptionError(
                N_("{owner} has no option {name!r}; it has {options}", owner=owner, name=name, options=has)
            )
    return {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}
