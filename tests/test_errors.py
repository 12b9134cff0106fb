"""Every error of the package survives copying and pickling whole, as it must to leave a pool of processes."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bonduc
from bonduc.arena.contestants.player import ContestantError, Fault
from bonduc.errors import BonducError

PACKAGE = Path(bonduc.__file__).parent
# What the parameters of the errors' constructors are given, by their annotations.
EXAMPLES: dict[str, Any] = {
    "str": "a text",
    "int": 7,
    "int | None": 409,
    "float": 2.5,
    "Sequence[str]": ("one fault", "another"),
    "Iterable[Question]": (),
    "dict[str, str] | None": {"Retry-After": "2"},
    "Fault": Fault.ILLEGAL_MOVE,
    "ContestantError": ContestantError(Fault.ILLEGAL_MOVE, "the detail"),
}


def error_classes() -> Iterator[type[Exception]]:
    """All exceptions that modules of the package define."""
    for found in pkgutil.walk_packages([str(PACKAGE)], "bonduc."):
        if found.name.endswith((".__main__", ".env")):  # scripts
            continue
        for value in vars(importlib.import_module(found.name)).values():
            if inspect.isclass(value) and issubclass(value, Exception) and value.__module__ == found.name:
                yield value


def example(kind: type[Exception]) -> Exception:
    """An instance with everything that its constructor takes."""
    if kind.__init__ in (Exception.__init__, ValueError.__init__):
        return kind("a text")
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    error = kind(*(EXAMPLES[parameter.annotation] for parameter in parameters))
    error.add_note("a note")
    return error


def content(value: object) -> object:
    """What makes up an error, errors that it holds included."""
    if isinstance(value, Exception):
        held = {name: content(each) for name, each in vars(value).items()}
        return type(value), str(value), [content(each) for each in value.args], held
    return value


KINDS = sorted(set(error_classes()), key=lambda kind: f"{kind.__module__}.{kind.__qualname__}")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__qualname__)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_an_error_survives_copying_and_pickling(kind: type[Exception], copied: Any) -> None:
    error = example(kind)
    again = copied(error)
    assert content(again) == content(error)
    if isinstance(error, BonducError) and isinstance(again, BonducError):
        assert again.told == error.told


def test_all_kinds_of_errors_are_found() -> None:
    assert {"IllegalMoveError", "RefusalError", "ContestantError", "CertificateError"} <= {k.__name__ for k in KINDS}


def test_an_illegal_move_leaves_a_pickle_with_its_reason() -> None:
    with pytest.raises(bonduc.IllegalMoveError) as raised:
        bonduc.game("rio-kadalis").start().play("a")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.move, again.position, again.rule) == (raised.value.move, raised.value.position, raised.value.rule)
    assert str(again) == str(raised.value)
