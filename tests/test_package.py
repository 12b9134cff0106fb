"""The package as a whole: one version, a complete wheel, documented names, imports that point one way."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import bonduc
import bonduc.engine
from bonduc.games.registry import GAMES
from tests.conftest import SLOW

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "bonduc"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

# From the rules up: a module may import from its own layer and from those before it.
LAYERS = (
    ("bidi",),
    ("language",),
    ("errors",),
    ("integers", "frozen", "interruptible"),
    ("games",),
    ("setup", "notation", "players", "outcome", "rules_pages"),
    ("events", "explain"),
    ("position",),
    ("records",),
    ("play", "checks", "playouts"),
    ("picture", "lessons"),
    ("solve",),
    ("tables", "proofs"),
    ("engine",),
    ("arena", "puzzles"),
    ("terminal", "web"),
)
RANKS = {module: rank for rank, layer in enumerate(LAYERS) for module in layer}

# The same within a large package, of its modules and subpackages; what is nested counts by the longest name given.
LAYERS_INSIDE = {
    "engine": (
        ("analysis",),
        ("nodes",),
        ("evaluation", "settings"),
        ("tables",),
        ("search",),
        ("rollouts",),
        ("tuning", "opening", "traps"),
        ("levels",),
        ("engine", "interpreted"),
        ("review", "uci", "bench"),
        ("score_plot",),
    ),
    "web": (
        ("running",),
        ("visitors",),
        ("settings",),
        ("limits",),
        ("http", "db", "views", "option_words"),
        ("door",),
        ("processes",),
        ("tasks",),
        ("engines",),
        ("rules",),
        ("live.game",),
        ("live.store",),
        ("live.service",),
        ("live", "learn", "puzzles"),
        ("analysis", "privacy", "home"),
        ("app",),
        ("server",),
    ),
}
MOST_MODULES = 12  # of a package whose layers are told, beside `__init__`
DOORS = ("__init__", "__main__")  # re-export and start: they may import anything


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def layer_name(path: Path) -> str:
    """The module or subpackage right below bonduc that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(nodes: Iterator[ast.AST]) -> Iterator[tuple[str, int]]:
    """The dotted names that imports name, `from a import b` as `a.b`, and their lines."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def at_import_time(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run when a module is imported: none inside functions or `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from at_import_time(child)


# One version


def test_the_version_is_a_version_and_in_the_changelog() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", bonduc.__version__)
    headings = re.findall(r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    newest = next(heading for heading in headings if heading != "Unreleased")
    assert newest == bonduc.__version__


def test_the_version_is_written_once() -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert "version" not in PROJECT
    written = [shown(path) for path in sources() if f'"{bonduc.__version__}"' in path.read_text()]
    assert written == ["__init__.py"]


# The wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {f"bonduc/{path.relative_to(PACKAGE).as_posix()}" for path in files} <= packed
    assert "bonduc/py.typed" in packed


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    assert wheel.name.startswith(f"bonduc-{bonduc.__version__}-py3-none-any")
    with zipfile.ZipFile(wheel) as archive:
        folder = f"bonduc-{bonduc.__version__}.dist-info"
        metadata = archive.read(f"{folder}/METADATA").decode()
        assert "MIT" in archive.read(f"{folder}/licenses/LICENSE").decode()
        assert "bonduc = bonduc.__main__:main" in archive.read(f"{folder}/entry_points.txt").decode()
    assert "License-Expression: MIT" in metadata
    assert "Author: the bonduc developers" in metadata
    assert "Project-URL" not in metadata, "no address is told that does not exist"
    for extra in ("web", "postgres", "cluster", "study", "dev"):
        assert f"Provides-Extra: {extra}\n" in metadata


# Documented names


@pytest.mark.parametrize("name", bonduc.__all__)
def test_public_names_are_documented(name: str) -> None:
    value = getattr(bonduc, name)
    assert inspect.getdoc(value), f"bonduc.{name} has no docstring"
    if not inspect.isclass(value):
        return
    for member, found in vars(value).items():
        function = found.fget if isinstance(found, property) else getattr(found, "func", found)
        if not member.startswith("_") and (inspect.isfunction(function) or isinstance(found, classmethod)):
            assert inspect.getdoc(function), f"bonduc.{name}.{member} has no docstring"


# Modules for users, beside the package itself.
PUBLIC = ("arena", "engine", "lessons", "picture", "proofs", "puzzles", "tables")


@pytest.mark.parametrize("name", PUBLIC)
def test_public_modules_are_documented(name: str) -> None:
    module = importlib.import_module(f"bonduc.{name}")
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert inspect.getdoc(module)
    for each in module.__all__:
        value = getattr(module, each)
        assert inspect.getdoc(value), f"bonduc.{name}.{each} has no docstring"
        assert re.search(rf"^::: bonduc\.[\w.]+\.{each}$", page, re.MULTILINE), f"{each} is not in docs/api.md"


def test_all_lists_what_there_is() -> None:
    assert len(set(bonduc.__all__)) == len(bonduc.__all__)
    assert set(bonduc.__all__) <= set(dir(bonduc))
    with pytest.raises(AttributeError, match="no attribute 'backgammon'"):
        _ = bonduc.backgammon


def test_a_function_survives_the_subpackage_of_the_same_name() -> None:
    importlib.import_module("bonduc.games.registry")
    assert bonduc.games() == tuple(GAMES)


RUN_BY_OTHERS = ("__main__", "migrations.env")  # by Python and by Alembic: they are scripts, not to be imported


def modules() -> list[str]:
    names = [info.name for info in pkgutil.walk_packages([str(PACKAGE)], "bonduc.")]
    return [name for name in names if not name.endswith(RUN_BY_OTHERS)]


@pytest.mark.parametrize("name", modules())
def test_modules_import_and_say_what_they_are(name: str) -> None:
    module: ModuleType = importlib.import_module(name)
    assert module.__doc__, f"{name} has no docstring"


def test_the_user_program_that_mypy_checks_uses_every_function() -> None:
    program = (ROOT / "tests" / "data" / "user_program.py").read_text(encoding="utf-8")
    functions = [name for name in bonduc.__all__ if inspect.isfunction(getattr(bonduc, name))]
    assert [name for name in functions if f"bonduc.{name}(" not in program] == []


# Structure


@pytest.mark.parametrize("path", sources(), ids=shown)
def test_imports_point_one_way(path: Path) -> None:
    own = layer_name(path)
    if own in DOORS:
        return
    assert own in RANKS, f"{own} has no place among the layers: give it one in LAYERS"
    for name, line in imported(ast.walk(tree(path))):
        parts = name.split(".")
        if parts[0] != "bonduc" or parts[1] not in RANKS:
            continue
        assert RANKS[parts[1]] <= RANKS[own], f"line {line}: {own} must not import {name}"


# What others may import of the engine: its door, its values, and what is made with them.
DOOR_OF_THE_ENGINE = (
    *("engine.engine", "engine.analysis", "engine.settings", "engine.levels", "engine.interpreted"),
    *("engine.review", "engine.score_plot", "engine.uci", "engine.bench", "engine.tuning"),
    "engine.evaluation.patterns",  # files of weights, which `bonduc tune` writes and contestants are given
    "engine.rollouts.uct",  # the arena's baseline: it is no part of how the engine plays
)


@pytest.mark.parametrize("path", [path for path in sources() if layer_name(path) != "engine"], ids=shown)
def test_others_come_to_the_engine_by_its_door(path: Path) -> None:
    for name, line in imported(ast.walk(tree(path))):
        inner = name.removeprefix("bonduc.")
        if inner.startswith("engine.") and inner.removeprefix("engine.") not in bonduc.engine.__all__:
            at_the_door = any(f"{inner}.".startswith(f"{each}.") for each in DOOR_OF_THE_ENGINE)
            assert at_the_door, f"line {line}: {name} lies behind the engine's door"


def room(package: str, name: str) -> tuple[int, str]:
    """The layer of a module within a package, and the name among the layers that it has it by."""
    inner = name.removeprefix(f"bonduc.{package}.")
    rooms = [(rank, each) for rank, layer in enumerate(LAYERS_INSIDE[package]) for each in layer]
    found = [place for place in rooms if f"{inner}.".startswith(f"{place[1]}.")]
    assert found, f"{name} has no place among the layers of {package}: give it one in LAYERS_INSIDE"
    return max(found, key=lambda place: len(place[1]))


@pytest.mark.parametrize("package", LAYERS_INSIDE)
def test_imports_point_one_way_within_packages(package: str) -> None:
    for path in sorted((PACKAGE / package).rglob("*.py")):
        own = ".".join(("bonduc", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        if own == f"bonduc.{package}":
            continue
        rank, place = room(package, own)
        for name, line in imported(ast.walk(tree(path))):
            if name.startswith(f"bonduc.{package}."):
                other = room(package, name)
                assert other[1] == place or other[0] < rank, (
                    f"{shown(path)}, line {line}: {place} must not import {name}"
                )


@pytest.mark.parametrize("package", LAYERS_INSIDE)
def test_no_package_holds_more_modules_than_one_can_overlook(package: str) -> None:
    for folder in {path.parent for path in (PACKAGE / package).rglob("*.py")}:
        names = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        assert len(names) <= MOST_MODULES, f"{shown(folder)}: {sorted(names)}"


def test_what_the_quick_choice_leaves_out_is_there() -> None:
    assert [name for name in SLOW if not (ROOT / "tests" / name).exists()] == []


def deciding(node: ast.AST) -> list[ast.AST]:
    """The parts of a node on which it depends what happens: what is compared, matched or looked up."""
    if isinstance(node, ast.Compare | ast.MatchValue):
        return [node]
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key is not None]
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return list(node.args) if node.func.attr in ("get", "pop", "setdefault", "startswith", "endswith") else []
    return []


@pytest.mark.parametrize("path", [path for path in sources() if layer_name(path) != "games"], ids=shown)
def test_only_the_rules_decide_by_the_game(path: Path) -> None:
    """What games differ in is data in their GameSpec: no other module asks for a game's id or name."""
    names = {name for spec in GAMES.values() for name in (spec.id, spec.name, *spec.aliases)}
    for node in ast.walk(tree(path)):
        for part in deciding(node):
            found = {inner.value for inner in ast.walk(part) if isinstance(inner, ast.Constant)} & names
            assert not found, f"line {getattr(node, 'lineno', '?')}: {found}"


def test_the_test_of_decisions_sees_them() -> None:
    for code in ('x.id == "kiothi"', 'x in ("adji", "b")', '{"bao": 1}', 't["kiothi"]', 't.get("rio-kadalis")'):
        parts = [part for node in ast.walk(ast.parse(code)) for part in deciding(node)]
        assert any(isinstance(inner, ast.Constant) for part in parts for inner in ast.walk(part)), code


def bare_name(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement)[0].lower().replace("-", "_")


@pytest.mark.parametrize("path", sources(), ids=shown)
def test_modules_import_without_extras(path: Path) -> None:
    """What an extra installs is imported where it is used, so that its absence can be told in one line."""
    base = {bare_name(requirement) for requirement in PROJECT["dependencies"]}
    if layer_name(path) == "web":  # started by `bonduc serve`, which tells what is missing
        base |= {bare_name(requirement) for requirement in PROJECT["optional-dependencies"]["web"]}
    for name, line in imported(at_import_time(tree(path))):
        top = name.split(".")[0]
        assert top in base | {"bonduc"} | sys.stdlib_module_names, f"line {line}: imports {top}"


@pytest.mark.parametrize("extra", sorted(set(PROJECT["optional-dependencies"]) - {"dev"}))
def test_every_extra_is_used(extra: str) -> None:
    used = {name.split(".")[0] for path in sources() for name, _ in imported(ast.walk(tree(path)))}
    unused = {bare_name(requirement) for requirement in PROJECT["optional-dependencies"][extra]} - used
    assert not unused


def test_importing_bonduc_is_cheap() -> None:
    code = "import sys, bonduc; print(*(name for name in ('numba', 'rich', 'typer') if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# The repository


def repository_files() -> list[Path]:
    folders = ("src", "tests", "docs", "benchmarks", ".ci")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    files += [path for path in ROOT.glob("*") if path.suffix in (".md", ".toml", ".yml")] + [ROOT / "Makefile"]
    return [path for path in files if path.is_file() and "__pycache__" not in path.parts]


MADE_UP = (".example", ".test", "testserver", "evil")  # names that no host can have, for examples and tests


def test_nothing_points_outside() -> None:
    """Packages come from wherever pip is set up to find them; no address of a service stands in the repository."""
    known = {"keepachangelog.com", "semver.org", "localhost", "127.0.0.1", "www.w3.org", "creativecommons.org"}
    for path in repository_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        hosts = {host for host in re.findall(r"https?://([A-Za-z0-9.-]+)", text) if not host.endswith(MADE_UP)}
        assert hosts <= known, f"{path.relative_to(ROOT)}: {hosts - known}"


def test_the_make_targets_are_explained() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    told = set(re.findall(r"@echo \"make (\w+) ", makefile))
    assert told == set(phony[1].split()) - {"help"}
