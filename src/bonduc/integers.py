"""Whole numbers of any kind, those of numpy among them, as plain ones: where callers' numbers come in."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from bonduc.errors import BonducError

LARGEST = 1 << 63  # a number beyond what kernels count with is a mistake, and its digits may fill a screen


def whole_number(value: object, name: str) -> int:
    """A whole number of any kind (not a bool) as a plain one; TypeError names the field, BonducError if it is huge."""
    if isinstance(value, bool):
        raise TypeError(f"{name} should be a whole number, not {value!r}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # what it refuses is caught
    except TypeError:
        raise TypeError(f"{name} should be a whole number, not {value!r}") from None
    if abs(number) >= LARGEST:
        raise BonducError(f"{name}: a number of {number.bit_length()} bits is beyond any use")
    return number


def whole_numbers(values: object, name: str) -> tuple[int, ...]:
    """As `whole_number`, for the members of a collection."""
    if not isinstance(values, Iterable) or isinstance(values, (str, bytes)):
        raise TypeError(f"{name} should be several whole numbers, not {values!r}")
    return tuple(whole_number(value, name) for value in values)


def number_from(value: object, name: str, low: int, high: int) -> int:
    """As `whole_number`, one from `low` to `high`; BonducError if it is not."""
    number = whole_number(value, name)
    if not low <= number <= high:
        raise BonducError(f"{name}={number}: must be from {low} to {high}")
    return number


def optional_number(value: object, name: str) -> int | None:
    """As `whole_number`, or None as it is."""
    return None if value is None else whole_number(value, name)
