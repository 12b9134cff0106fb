"""No code outside the rules recognises a game: not by its id, nor by the shape of its board or of its declaration."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bonduc
from bonduc.checks import conformance
from bonduc.games.registry import GAMES

PACKAGE = Path(bonduc.__file__).parent
RULES = ("games", "lessons", "rules_pages")  # rules, and what is written for one game each
EXAMINER = Path(conformance.__file__)  # asks every declaration whether it is sound
SOURCES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] not in RULES and path != EXAMINER
]
SITE = [path for path in sorted((PACKAGE / "web").rglob("*")) if path.suffix in (".js", ".html", ".css")]

OWNERS = {"layout", "spec", "game", "words", "match", "rules"}  # what a game is told by
SHAPES = {"rows", "columns", "size", "lines", "names", "rings", "ridge"}
DECLARED = {
    "id",
    "name",
    "people",
    "kinds",
    "notes",
    "winnings",
    "hole_limit",
    "alternation",
    "options",
    "four",
    "seeds",
}
EQUALITY = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)


def shown(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


# Python


def is_told_by(node: ast.AST, aliases: set[str]) -> bool:
    """Does an expression have in it what tells games apart: `game.layout.rows`, `spec.notes`, or a name for one?"""
    for inner in parts_of(node):
        if isinstance(inner, ast.Name) and inner.id in aliases:
            return True
        if isinstance(inner, ast.Attribute) and inner.attr in SHAPES | DECLARED:
            owner = inner.value
            named = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            if named.strip("_") in OWNERS:
                return True
    return False


def parts_of(node: ast.AST) -> Iterator[ast.AST]:
    """An expression and its parts, but not what is given to a method: its answer is another thing."""
    yield node
    method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    for child in [node.func] if isinstance(node, ast.Call) and method else ast.iter_child_nodes(node):
        yield from parts_of(child)


def is_fixed(node: ast.AST | None, names_too: bool) -> bool:
    """Is it written down: a number, a text, several of these, or, with `names_too`, a constant of a module?"""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(is_fixed(each, names_too) for each in node.elts)
    if isinstance(node, ast.UnaryOp):
        return is_fixed(node.operand, names_too)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | str) and node.value is not True and node.value is not False
    return names_too and isinstance(node, ast.Name) and node.id.isupper()


def names_for(tree: ast.AST) -> set[str]:
    """Local names given to what tells games apart."""
    found: set[str] = set()
    for node in ast.walk(tree):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.NamedExpr) else []
        )
        for target in targets:
            value = node.value  # type: ignore[attr-defined]
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            for name, given in pairs:
                plain = isinstance(given, ast.Attribute) or (isinstance(given, ast.Call) and is_length(given))
                if isinstance(name, ast.Name) and plain and is_told_by(given, set()):
                    found.add(name.id)
    return found


def is_length(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "len"


def recognitions(code: str) -> Iterator[int]:
    """The lines in which code recognises a game by what it is declared to be."""
    tree = ast.parse(code)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for scope in functions or (tree,):
        aliases = names_for(scope)
        for node in ast.walk(scope):
            if any(recognised(node, aliases)):
                yield node.lineno  # type: ignore[attr-defined]
    if functions:
        yield from (node.lineno for node in ast.walk(tree) if any(recognised(node, set())))  # type: ignore[attr-defined]


def recognised(node: ast.AST, aliases: set[str]) -> Iterator[bool]:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
            names_too = isinstance(operator, EQUALITY)
            for one, other in ((left, right), (right, left)):
                yield is_told_by(one, aliases) and is_fixed(other, names_too) and not is_empty(other)
    elif isinstance(node, ast.Match):
        patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
        yield is_told_by(node.subject, aliases) and any(isinstance(each, ast.MatchValue) for each in patterns)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict | ast.Tuple | ast.List):
        yield is_told_by(node.slice, aliases)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        looked_up = isinstance(node.func.value, ast.Dict) and node.func.attr == "get"
        asked = node.func.attr in ("startswith", "endswith") and is_told_by(node.func.value, aliases)
        yield (looked_up and is_told_by(node.args[0], aliases)) or (asked and is_fixed(node.args[0], True))


def is_empty(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == ""


@pytest.mark.parametrize("path", SOURCES, ids=shown)
def test_no_module_recognises_a_game(path: Path) -> None:
    assert list(recognitions(path.read_text(encoding="utf-8"))) == []


RECOGNISING = (
    "if game.layout.rows == 4: pass",
    "if 2 == self.layout.rows: pass",
    "if layout.rows > 2: pass",
    "if len(layout.lines) == 4: pass",
    "if layout.rows in (2, 4): pass",
    "if layout.columns != 12: pass",
    "if layout.rows == FOUR: pass",
    "two = layout.rows == 2",
    "def f():\n    rows = game.layout.rows\n    return rows == 4",
    "def f():\n    notes, words = spec.notes, spec.words\n    return notes == 'owner'",
    "def f():\n    if (lines := len(layout.lines)) == 4: pass",
    "if game.spec.notes == 'owner': pass",
    "if spec.notes in ('closed', 'marks'): pass",
    "if spec.winnings == 'aside': pass",
    "if spec.hole_limit == 1: pass",
    "if len(spec.kinds) == 3: pass",
    "if rules.alternation == 'seats': pass",
    "if words.four == 'binikh': pass",
    "if game.id == KIOTHI: pass",
    "if game.id.startswith('bao'): pass",
    "shape = {2: two, 4: four}[layout.rows]",
    "note = {'': 0, 'owner': 1}.get(spec.notes, 2)",
    "match layout.rows:\n    case 4: pass",
    "match spec.notes:\n    case 'owner' | 'closed': pass",
    "x = [each for each in y if game.layout.size == 20]",
    "x = a if game.seeds == 60 else b",
    "if game.id.lower() == 'kiothi': pass",
    "if str(spec.name) == 'Kiothi': pass",
)
HARMLESS = (
    "if spec.counts_seeds: pass",
    "if spec.notes and spec.notes.are_players: pass",
    "if spec.notes is not notes: pass",
    "if layout.columns <= LONGEST_LYING: pass",
    "if len(cells) != layout.columns: pass",
    "if index == layout.ridge: pass",
    "half = layout.size // 2",
    "if Kind.LIFT in spec.kinds: pass",
    "if rules.play(states, 0, move, rules.options, work) >= 0: pass",
)


@pytest.mark.parametrize("code", RECOGNISING)
def test_recognitions_are_seen(code: str) -> None:
    assert list(recognitions(code))


@pytest.mark.parametrize("code", HARMLESS)
def test_questions_about_what_is_declared_are_none(code: str) -> None:
    assert list(recognitions(code)) == []


# The site: scripts, templates, style sheets

_ASKED = r"\.(?:rows|columns|winnings|notes|single|start|game|people|(?:lines|holes|names|kinds)\.length)"
_VALUE = r"""(?:["'`]\w|[0-9])"""
_COMPARED = re.compile(
    rf"{_ASKED}\)?\s*(?:[!=]==?|[<>]=?)\s*{_VALUE}|{_VALUE}[^\s;,]*\s*(?:[!=]==?|[<>]=?)\s*[\w.]+{_ASKED}\b"
)
_CHOSEN = re.compile(rf"(?:switch\s*\([^)]*{_ASKED}\)|\}}\s*\[[^\]]*{_ASKED}\])")


def recognised_in_page(text: str) -> list[str]:
    """What scripts, templates or style sheets recognise a game by."""
    names = "|".join(re.escape(name) for spec in GAMES.values() for name in (spec.id, spec.name, *spec.aliases))
    ids = re.compile(rf"""["'`#.=](?:{names})["'`\]\s)]""")
    code = re.sub(r"(?m)^\s*(?://|\*|/\*).*$|\s//\s.*$", "", text)
    return [found[0] for each in (ids, _COMPARED, _CHOSEN) for found in each.finditer(code)]


@pytest.mark.parametrize("path", SITE, ids=shown)
def test_no_page_recognises_a_game(path: Path) -> None:
    assert recognised_in_page(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        'if (this.data.winnings === "aside") return;',
        "if (data.rows == 4) {}",
        "const four = 4 === this.data.rows;",
        "if (data.lines.length > 2) {}",
        'known.notes === "marks" ? a : b',
        "switch (data.rows) {}",
        "const of = { 2: a, 4: b }[data.rows];",
        'if (state.game === "kiothi") {}',
        '{% if game.id == "rio-kadalis" %}',
        '[data-game="adji-kui-ii"] { color: red }',
    ],
)
def test_recognitions_in_pages_are_seen(text: str) -> None:
    assert recognised_in_page(text)
