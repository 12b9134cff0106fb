"""Everything the README, the manual and the docstrings show is run here, and must come out as shown.

In Markdown:

- ```python blocks are programs, each run by itself, and print what the ```text block after them says;
- ```pycon blocks are sessions at the `>>>` prompt, those of a page one session;
- in ```console blocks, a `$ bonduc …` command followed by output is run, those of a page in one new folder, and must
  print it and exit with 0, or with the status that a line `[exit 2]` at its end says; `...` stands for anything; what
  stands after a prompt of `bonduc play` is typed there; of commands shown without output only the words are checked;
- a file that a command reads is one that an example before it on the page has written;
- `$ make …` names a target of the Makefile.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import bonduc
from bonduc.games.registry import GAMES
from bonduc.games.spec import GameSpec

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md")) + [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
FENCE = re.compile(r"^( *)```(\w+)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
PYTHON = ("python", "pycon")
FLAGS = doctest.ELLIPSIS


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, text without the page's indentation, and the line it starts on."""

    page: Path
    line: int
    language: str
    text: str


@dataclass(frozen=True)
class Command:
    """A console command and the output shown below it, "" if none is."""

    page: Path
    line: int
    words: tuple[str, ...]
    output: str


def shown(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        indent, language, body = match.groups()
        line = text.count("\n", 0, match.start()) + 2
        found.append(Block(page, line, language, re.sub(f"^{indent}", "", body, flags=re.MULTILINE)))
    return found


def commands(page: Path) -> list[Command]:
    found = []
    for block in blocks(page):
        if block.language != "console":
            continue
        for match in COMMAND.finditer(block.text):
            line = block.line + block.text.count("\n", 0, match.start())
            words = tuple(shlex.split(match[1], comments=True))
            found.append(Command(page, line, words, match[2].rstrip("\n")))
    return found


ALL_COMMANDS = [command for page in PAGES for command in commands(page)]


def said(command: Command) -> str:
    return f"{shown(command.page)}:{command.line}"


PYTHON_PAGES = [page for page in PAGES if any(block.language in PYTHON for block in blocks(page))]


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=shown)
def test_python_of_the_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    printed = ""
    for block in blocks(page):
        where = f"{shown(page)}, line {block.line}"
        if block.language == "pycon":
            namespace = run_session(block, namespace, where)
        elif block.language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(compile(block.text, where, "exec"), {})
            printed = output.getvalue()
        elif block.language == "text":
            assert agree(block.text, printed), f"{where}: printed\n{printed}"


def agree(wanted: str, got: str) -> bool:
    """Are these the same lines, but for blanks at their ends and for what `...` stands for?"""
    want, have = ("\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n" for text in (wanted, got))
    return doctest.OutputChecker().check_output(want, have, FLAGS)


def run_session(block: Block, namespace: dict[str, object], where: str) -> dict[str, object]:
    """Run a `>>>` session, compare what it prints, and give back its names."""
    example = doctest.DocTestParser().get_doctest(block.text, namespace, where, shown(block.page), block.line - 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(example, out=report.append, clear_globs=False)
    assert runner.failures == 0, "".join(report)
    return example.globs


RUN_BY_OTHERS = ("__main__", "migrations.env")  # by Python and by Alembic


def modules() -> list[str]:
    found = pkgutil.walk_packages(bonduc.__path__, "bonduc.")
    return ["bonduc"] + [info.name for info in found if not info.name.endswith(RUN_BY_OTHERS)]


@pytest.mark.parametrize("name", modules())
def test_examples_of_the_docstrings(name: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failures == 0


PROMPT = re.compile(r"^  (?:South|North|Place \d+ \(.*\)|All placed\. Enter plays it \(.*\)):(.*)$", re.MULTILINE)


def run(words: tuple[str, ...], folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("LANG", "LANGUAGE", "LC_ALL", "FORCE_COLOR")}
    environment |= {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1", "TERM": "dumb"}
    environment["BONDUC_DATA_DIR"] = str(folder / "data")
    command = [sys.executable, "-m", *words]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


CONSOLE_PAGES = [page for page in PAGES if any(c.words[0] == "bonduc" and c.output for c in commands(page))]


@pytest.mark.parametrize("page", CONSOLE_PAGES, ids=shown)
def test_console_examples(page: Path, tmp_path: Path) -> None:
    """The commands of a page, one after the other in a folder that is empty at first, as a reader would type them."""
    for command in commands(page):
        if command.words[0] == "bonduc" and command.output:
            check_command(command, tmp_path)


def check_command(command: Command, folder: Path) -> None:
    typed = "".join(f"{line.strip()}\n" for line in PROMPT.findall(command.output))
    done = run(command.words, folder, typed if command.words[1] == "play" else "")
    status = re.search(r"^\[exit (\d)\]$", command.output, re.MULTILINE)
    wanted = re.sub(r"\n?^\[exit \d\]$", "", command.output, flags=re.MULTILINE)
    assert agree(wanted, done.stdout), f"{said(command)} printed instead:\n{done.stdout}"
    assert done.returncode == (int(status[1]) if status else 0), said(command)


FILE = re.compile(r"[\w./-]+\.(?:txt|json|svg|png|pdf)")
WRITES = ("--out", "-f", "--plot", "--keep", "save")


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_a_file_that_an_example_reads_is_written_by_one_before_it(page: Path) -> None:
    written: set[str] = set()
    for command in commands(page):
        words = [*command.words, *(word for line in PROMPT.findall(command.output) for word in line.split())]
        for before, word in pairwise(words):
            if before in WRITES:
                written.add(word)
        for word in words:
            for name in FILE.findall(word.rpartition("=")[2]):
                assert name in written or name.partition("/")[0] in written, f"{said(command)}: {name}"


@cache
def help_of(*words: str) -> str:
    done = run(("bonduc", *words, "--help"), ROOT)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("command", [c for c in ALL_COMMANDS if c.words[0] == "bonduc" and not c.output], ids=said)
def test_console_examples_without_output_name_what_there_is(command: Command) -> None:
    _, subcommand, *rest = command.words
    if subcommand.startswith("-"):
        assert subcommand in help_of()
        return
    options = [word.partition("=")[0] for word in rest if word.startswith("-")]
    text = help_of(subcommand)
    if " COMMAND " in text:
        text = help_of(subcommand, rest[0])
    assert [option for option in options if option not in text] == []


@pytest.mark.parametrize("command", [c for c in ALL_COMMANDS if c.words[0] == "make"], ids=said)
def test_make_examples(command: Command) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for word in command.words[1:]:
        assert re.search(rf"^{word}:" if "=" not in word else rf"\b{word.partition('=')[0]}\b", makefile, re.MULTILINE)


def test_every_kind_of_example_is_found() -> None:
    assert {shown(page) for page in PYTHON_PAGES} >= {
        "README.md",
        "CONTRIBUTING.md",
        "docs/python.md",
        "docs/notation.md",
    }
    assert {said(c).partition(":")[0] for c in ALL_COMMANDS} >= {"README.md", "CONTRIBUTING.md", "docs/terminal.md"}


def test_console_examples_are_of_known_programs() -> None:
    known = {"bonduc", "make", "git", "cd", "pip", ".venv/bin/pip", ".venv/bin/pre-commit", ".venv/bin/pytest"}
    assert [said(c) for c in ALL_COMMANDS if c.words[0].rpartition("=")[0] == "" and c.words[0] not in known] == []


# The manual as a site


def test_the_manual_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "site" / "index.html").is_file()


def test_pages_on_the_shelf_have_only_links_that_lead_somewhere() -> None:
    """mkdocs checks the manual's links; these pages lie outside it."""
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (ROOT / target).exists(), f"{name}: {target}"


# What the manual says of every game


@pytest.mark.parametrize("spec", GAMES.values(), ids=lambda spec: spec.id)
def test_every_option_is_in_the_manual(spec: GameSpec) -> None:
    page = (DOCS / "options.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(spec.name)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section is not None, f"docs/options.md has no section {spec.name}"
    for option in (*spec.options, *spec.match.options):
        default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        allowed = option.allowed().replace("a whole number from ", "")
        assert f"| `{option.name}` | {default} | {allowed} |" in section[1]


@pytest.mark.parametrize("spec", GAMES.values(), ids=lambda spec: spec.id)
def test_every_game_is_introduced(spec: GameSpec) -> None:
    page = (DOCS / "games.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(spec.name)}$", page, re.MULTILINE)
    assert spec.people in page
    assert f"bonduc rules {spec.id}" in page
    assert f"(rules/{spec.id}.md)" in page


def test_every_public_name_is_in_the_reference() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    errors = {name for name in bonduc.__all__ if name.endswith("Error")}  # one entry shows them all
    missing = [name for name in bonduc.__all__ if name not in errors and not re.search(rf"\.{name}\b", page)]
    assert missing == []
    assert "::: bonduc.errors" in page


def test_a_move_passes_eight_rooms_that_are_there_and_none_twice() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    tour = page[page.index("**A move, from the click to the disk.**") :].partition("\n\nThen ")[0]
    rooms = re.findall(r"^\d+\. `([\w./]+)`", tour, re.MULTILINE)
    assert 5 < len(rooms) == len(set(rooms)) <= 8
    assert [room for room in rooms if not (ROOT / "src" / "bonduc" / room).exists()] == []
