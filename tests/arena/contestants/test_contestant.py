"""Contestants read from text."""

from __future__ import annotations

import sys

import pytest

from bonduc.arena.contestants.contestant import parse_contestant, parse_contestants
from bonduc.errors import BonducError


@pytest.mark.parametrize(
    ("text", "kind", "amount"),
    [("random", "random", 0), ("greedy", "greedy", 0), ("depth:3", "depth", 3), (" uct:10000 ", "uct", 10000),
     ("level:08", "level", 8), ("bonduc", "bonduc", 0)],
)  # fmt: skip
def test_plain_forms(text: str, kind: str, amount: int) -> None:
    contestant = parse_contestant(text)
    assert (contestant.kind, contestant.amount) == (kind, amount)
    assert contestant.name == contestant.text
    assert parse_contestant(contestant.text) == contestant


def test_settings_are_read_in_order() -> None:
    contestant = parse_contestant("bonduc: seconds=0.2 , nodes=50")
    assert contestant.settings == {"seconds": "0.2", "nodes": "50"}
    assert contestant.text == "bonduc:seconds=0.2,nodes=50"


def test_a_command_is_split_as_in_a_shell() -> None:
    contestant = parse_contestant(f"cmd:{sys.executable} -c 'print(1)' --x=y")
    assert contestant.command == (sys.executable, "-c", "print(1)", "--x=y")
    assert contestant.name == contestant.text


def test_a_name_in_front() -> None:
    contestant = parse_contestant("new one = bonduc:seconds=0.2")
    assert (contestant.name, contestant.text) == ("new one", "bonduc:seconds=0.2")


def test_equal_names_are_told_apart() -> None:
    assert [each.name for each in parse_contestants(("greedy", "greedy", "random", "greedy"))] == [
        "greedy", "greedy (2)", "random", "greedy (3)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "x", "depth", "depth:", "depth:0", "depth:51", "depth:-1", "depth:3.5", "depth:٣", "level:9", "level:0",
     "uct:0", "random:3", "greedy:x", "bonduc:seconds", "bonduc:seconds=", "bonduc:=1", "bonduc:a=1,a=2", "bonduc:",
     "cmd:", "cmd:'", "cmd:no-such-program-anywhere", "level:1000000000000"],
)  # fmt: skip
def test_what_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(BonducError) as caught:
        parse_contestant(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "brings"),
    [("uct:5", True), ("depth:1", True), ("level:1", True), ("bonduc:seconds=1", True), ("bonduc", False),
     ("random", False)],
)  # fmt: skip
def test_who_brings_limits(text: str, brings: bool) -> None:
    assert parse_contestant(text).brings_limits is brings
