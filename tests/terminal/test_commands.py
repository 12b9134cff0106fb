"""games, perft, rules, bench."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bonduc.bidi import bare
from bonduc.errors import IllegalMoveError
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES, speaking, told
from bonduc.lessons.worked import starting_position
from bonduc.rules_pages import Example, Page, read_page
from tests.terminal.support import Runner, bad_input


def test_games_lists_every_game_and_option(bonduc: Runner) -> None:
    ran = bonduc("games")
    assert ran.code == 0
    for spec in GAMES.values():
        assert f"{spec.id}  ·  {spec.name}, {spec.people}" in ran.out
        for option in (*spec.options, *spec.match.options):
            assert f"{option.name}=" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_games_as_json(bonduc: Runner) -> None:
    found = json.loads(bonduc("games", "--json").out)
    assert [each["id"] for each in found] == list(GAMES)
    kiothi = found[0]
    assert kiothi["people"] == "Meru people, Kenya"
    assert kiothi["options"][0] == {
        "name": "holes_filled",
        "default": 6,
        "allowed": "6 or 5",
        "doc": "holes filled in each row at the start",
    }
    assert {option["name"] for option in kiothi["match_options"]} == {"max_rounds", "one_warrior_value"}


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("adji-kui-ii", "5"), 1656),
        (("rio-kadalis", "4"), 638),
        (("rio", "4", "--option", "holes=5"), 410),
        (("bao-la-kimasai", "6"), 40),
        (("bao", "6", "--option", "columns=6"), 39),
        (("rio-kadalis", "0"), 1),
        (("rio-kadalis", "1", "--position", "0,0,0,0,0,0/0,0,0,0,0,0 24 24 - -"), 0),
    ],
)
def test_perft(bonduc: Runner, arguments: tuple[str, ...], nodes: int) -> None:
    ran = bonduc("perft", *arguments)
    assert ran.code == 0
    assert f": {nodes:,} sequences" in ran.out
    assert json.loads(bonduc("perft", *arguments, "--json").out)["nodes"] == nodes


def test_perft_from_a_position(bonduc: Runner) -> None:
    """RULES.md, Checked numbers: Kiothi after `IJ=A5,B5` and `ij=a5,b5`."""
    text = "0,0,5,5,5,5,0,0,5,5/5,5,0,0,5,5,5,5,0,0 0 0 S marks=A,B,E,F,G,H,a,b,e,f,g,h"
    assert "288 sequences" in bonduc("perft", "kiothi", "2", "--position", text).out


def test_divide(bonduc: Runner) -> None:
    lines = bonduc("perft", "rio-kadalis", "3", "--divide").out.splitlines()
    assert [line.split() for line in lines[:-1]] == [
        ["A", "21"],
        ["B", "22"],
        ["C", "23"],
        ["D", "21"],
        ["E", "25"],
        ["F", "28"],
    ]
    found = json.loads(bonduc("perft", "rio-kadalis", "3", "--divide", "--json").out)
    assert found["divide"] == {"A": 21, "B": 22, "C": 23, "D": 21, "E": 25, "F": 28}
    assert (found["nodes"], found["depth"], found["game"]) == (140, 3, "rio-kadalis")
    assert found["options"] == {"holes": 6, "seeds": 4, "direction": "counterclockwise"}


def pages() -> list[Page]:
    return [read_page(name, language) for name in GAMES for language in LANGUAGES]


EXAMPLES = [(page, example) for page in pages() for example in page.examples]
OUR_DECISION = {"en": "our decision", "fa": "تصمیم", "fil": "pasya namin", "ru": "наш", "az": "bizim qərar"}


@pytest.mark.parametrize(("page", "example"), EXAMPLES, ids=lambda value: getattr(value, "title", "") or value.language)
def test_examples_of_the_rules_are_true(page: Page, example: Example) -> None:
    position = starting_position(example, page.game)
    if example.refused is not None:
        with pytest.raises(IllegalMoveError) as refusal:
            position.play(example.move)
        with speaking(page.language):
            assert bare(example.refused) in bare(told(refusal.value.rule))
    else:
        assert str(position.play(example.move)) == example.after


@pytest.mark.parametrize("page", pages(), ids=lambda page: f"{page.language}-{page.game}")
def test_rules_pages_are_complete(page: Page) -> None:
    """Every option and match option is named, rules are numbered without a gap, a line is at most 78 columns."""
    spec = GAMES[page.game]
    research = ("seeds",)  # the size of research boards is no rule of the game
    for option in (*spec.options, *spec.match.options):
        assert option.name in page.source or option.name in research, option.name
    numbers = [int(line.split(".")[0]) for line in page.source.splitlines() if line.split(".")[0].isdecimal()]
    assert numbers == list(range(1, len(numbers) + 1))
    text = [line for part in page.parts if isinstance(part, str) for line in part.splitlines()]
    assert max(map(len, text)) <= 78
    assert OUR_DECISION[page.language] in page.source
    assert page.examples


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_shown_with_boards(bonduc: Runner, name: str) -> None:
    ran = bonduc("rules", name)
    assert ran.code == 0
    assert f"# {GAMES[name].name}" in ran.out
    assert "Example: " in ran.out
    assert "╭─" in ran.out
    assert "```" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    in_ascii = bonduc("rules", name, "--ascii").out
    assert in_ascii.isascii()
    assert json.loads(bonduc("rules", name, "--json").out)["game"] == name


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("tables", "build", "adji", "--seeds", "9", "--threads", "-1"), "--threads"),
        (("tables", "build", "adji", "--seeds", "9", "--memory", "-1"), "--memory"),
        (("solve", "adji", "--memory", "0"), "--memory"),
        (("solve", "adji", "--memory", "99999999999"), "--memory"),
        (("solve", "adji", "--seconds", "-1"), "seconds -1"),
        (("solve", "adji", "--seconds", "nan"), "seconds nan"),
        (("solve", "adji", "--seconds", "1e30"), "seconds 1e+30"),
    ],
)
def test_limits_out_of_range(bonduc: Runner, arguments: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    complaint = bad_input(bonduc(*arguments, "-o", "holes=2", "--dir", str(tmp_path)))
    assert fault in complaint
    assert "unexpected" not in complaint


def test_bench(bonduc: Runner) -> None:
    lines = bonduc("bench", "--seconds", "0.01").out.splitlines()
    assert [line.split()[0] for line in lines] == ["game", *GAMES]
    found = json.loads(bonduc("bench", "--seconds", "0.01", "--json").out)
    assert [each["game"] for each in found] == list(GAMES)
    for each in found:
        assert each["playouts_per_second"] > 0
        assert each["perft_per_second"] > 0
        assert each["jit_seconds"] >= 0
        assert each["plies_per_playout"] > 10
