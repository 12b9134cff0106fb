"""Isolates: what needs one inside right-to-left text, and what does not."""

from __future__ import annotations

import pytest

from bonduc.bidi import bare, is_balanced, isolate
from bonduc.language import N_, P_, Items, Message, _, placed, speaking, told
from bonduc.players import SOUTH

LRI, FSI, PDI = "\u2066", "\u2068", "\u2069"


@pytest.mark.parametrize(
    "text",
    [
        "1-0",
        "½-½",
        "+۵",
        "-۳",
        "−۲٫۵",
        ")",
        "(",
        "]",
        "{",
        "E-",
        "A+",
        "c",
        "A2",
        "EF>A2,B3",
        "--plot",
        "۲-۵",
        "2½",
        "a b",
    ],
)
def test_what_is_written_left_to_right_is_isolated(text: str) -> None:
    assert isolate(text) == f"{LRI}{text}{PDI}"


@pytest.mark.parametrize(
    "text", ["", "5", "۵", "۲٫۵", "2.5", "12:30", "۳/۱۰", "۱٬۲۰۰", "جنوب", "خالی است (قاعده ۱)", "۲، ۳ و ۴ دانه"]
)
def test_numbers_and_right_to_left_text_are_left_alone(text: str) -> None:
    assert isolate(text) == text


@pytest.mark.parametrize("text", ["رضا (Reza)", "Reza رضا", "حفره c"])
def test_mixed_text_is_isolated_in_the_direction_it_begins_with(text: str) -> None:
    assert isolate(text) == f"{FSI}{text}{PDI}"


@pytest.mark.parametrize("text", ["E-", "رضا (Reza)", f"حفره {LRI}c{PDI} خالی است", f"{LRI}A{PDI}، {LRI}B{PDI}"])
def test_nothing_is_isolated_twice(text: str) -> None:
    assert isolate(isolate(text)) == isolate(text)
    assert bare(isolate(text)) == bare(text)


@pytest.mark.parametrize(
    ("text", "sound"), [("", True), (f"{LRI}{FSI}a{PDI}{PDI}b", True), (LRI, False), (PDI + LRI, False)]
)
def test_balance(text: str, sound: bool) -> None:
    assert is_balanced(text) == sound


# Where values are put into sentences


def test_values_are_isolated_in_persian_alone() -> None:
    message = N_("{player} plays {move}.", player=SOUTH, move="E-")
    assert message == "South plays E-."
    for language in ("en", "ru", "fil", "az"):
        with speaking(language):
            assert bare(message.told) == message.told
    with speaking("fa"):
        assert message.told.count(LRI) == message.told.count(f"{LRI}E-{PDI}") == 1  # the move alone
        assert message == "South plays E-."


def test_messages_in_messages_are_isolated_once() -> None:
    with speaking("fa"):
        inner = N_("{hole} is empty (rule {rule})", hole="c", rule=1)
        assert _("{source}: {fault}", source="a.txt", fault=inner) == f"{LRI}a.txt{PDI}: {inner.told}"
        assert _("{fault}", fault=told(inner)) == inner.told
        assert told(Items(["A", SOUTH, 3, "1-0"])) == f"{LRI}A{PDI}، جنوب، ۳، {LRI}1-0{PDI}"


def test_negative_numbers_keep_their_sign_in_front() -> None:
    assert placed(-3) == "-3"
    with speaking("fa"):
        assert (placed(3), placed(-3)) == ("۳", f"{LRI}-۳{PDI}")


def test_isolates_of_others_are_kept_only_if_they_end() -> None:
    assert told(f"{LRI}A{PDI}") == f"{LRI}A{PDI}"
    assert told(f"A{LRI}") == told(f"A{PDI}") == "A\ufffd"
    assert told("a\u202eb") == "a\ufffdb"


def test_context_and_count_take_values_the_same_way() -> None:
    with speaking("fa"):
        counted = Message("{count} puzzle in {file}", {"count": 3, "file": "a-b.json"}, "{count} puzzles in {file}")
        assert f"{LRI}a-b.json{PDI}" in counted.told
        assert P_("of another kind", "{move}!", move="A+").told == f"{LRI}A+{PDI}!"
