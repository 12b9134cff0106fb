"""No module imports itself by way of others: imports inside functions and those for types alone are counted too."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import bonduc

PACKAGE = Path(bonduc.__file__).resolve().parent


@cache
def modules() -> dict[str, Path]:
    """Every module and package below bonduc, by its dotted name without `bonduc.`; the door itself is left out."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name:
            found[name] = path
    return found


def imported_names(tree: ast.AST) -> set[str]:
    """What a module imports of bonduc, as dotted names without `bonduc.`, wherever in it the import stands."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.removeprefix("bonduc.") for name in names if name.startswith("bonduc.")}


def arrows() -> dict[str, set[str]]:
    """From each module to those it imports."""
    known = modules()

    def home(name: str) -> str:
        while name and name not in known:
            name = name.rpartition(".")[0]
        return name

    return {
        name: {home(each) for each in imported_names(ast.parse(path.read_text(encoding="utf-8")))} - {name, ""}
        for name, path in known.items()
    }


def reached(start: str, graph: dict[str, set[str]]) -> set[str]:
    """The modules that a module leads to."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = graph[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return seen


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """Sets of modules each of which leads to all of its set."""
    far = {name: reached(name, graph) for name in graph}
    return {frozenset(other for other in far[name] if name in far[other]) for name in graph if name in far[name]}


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles(arrows()) == set()


def test_circles_are_seen_and_lines_are_not() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert circles(graph) == {frozenset({"b", "c"})}
    code = "def late():\n    from bonduc.engine import analysis\nif TYPE_CHECKING:\n    import bonduc.web.app"
    assert imported_names(ast.parse(code)) == {"engine.analysis", "web.app"}
