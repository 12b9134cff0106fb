"""A game's kernels in a bundle: one order of the functions, and no signature too long to be read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bonduc
from bonduc.games.kernels.rules import FUNCTIONS, Rules, functions_of
from bonduc.games.registry import GAMES

PACKAGE = Path(bonduc.__file__).parent
MOST_PARAMETERS = 11
MARKS = {"kernel", "helper", "subroutine"}


def compiled_functions() -> list[tuple[str, int]]:
    """What becomes machine code, and how many parameters it has."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            marks = [mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list]
            if any(isinstance(mark, ast.Name) and mark.id in MARKS for mark in marks):
                found.append((f"{path.relative_to(PACKAGE).as_posix()}: {node.name}", len(node.args.args)))
    return found


def test_no_kernel_has_a_dozen_parameters() -> None:
    functions = compiled_functions()
    assert len(functions) > 100
    assert [name for name, parameters in functions if parameters > MOST_PARAMETERS] == []


@pytest.mark.parametrize("name", GAMES)
def test_functions_come_in_the_order_in_which_they_are_packed(name: str) -> None:
    module = GAMES[name].module
    assert (*FUNCTIONS, "options") == Rules._fields
    packed = Rules._make((*functions_of(module), bonduc.game(name).runner.options))
    assert all(getattr(packed, function) is getattr(module, function) for function in FUNCTIONS)
