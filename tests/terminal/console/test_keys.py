"""Keys pressed during an animation: what skips, what is kept."""

from __future__ import annotations

from bonduc.terminal.console.keys import TypeAhead


def typed(*chunks: str) -> TypeAhead:
    ahead = TypeAhead()
    for chunk in chunks:
        ahead.add(chunk)
    return ahead


def test_enter_and_blanks_only_skip() -> None:
    ahead = typed("\n", " ", "\r")
    assert ahead.take_line() is None
    assert ahead.take_pending() == ""


def test_commands_typed_too_early_are_kept() -> None:
    ahead = typed("C", ":", "3", "\r", "hi")
    assert ahead.take_line() == "C:3"
    assert ahead.take_line() is None
    assert ahead.take_pending() == "hi"
    assert ahead.take_pending() == ""


def test_several_lines_at_once() -> None:
    ahead = typed("undo\nA\n", "q")
    assert [ahead.take_line(), ahead.take_line(), ahead.take_line()] == ["undo", "A", None]


def test_erasing_and_arrow_keys() -> None:
    ahead = typed("ab", "\x7f", "\x1b[A", "\x1b", "c")
    assert ahead.take_pending() == "ac"
