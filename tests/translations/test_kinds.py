"""No fault of a known kind is in a catalogue or on a rules page."""

from __future__ import annotations

import pytest

from tests.translations import az, fa, fil, ru
from tests.translations.kinds import Kind, example_text, texts

KINDS: dict[str, tuple[Kind, ...]] = {"fa": fa.KINDS, "fil": fil.KINDS, "ru": ru.KINDS, "az": az.KINDS}
EVERY = [pytest.param(language, kind, id=f"{language}: {kind.fault}") for language in KINDS for kind in KINDS[language]]


@pytest.mark.parametrize(("language", "kind"), EVERY)
def test_no_text_has_the_fault(language: str, kind: Kind) -> None:
    found = [f"{text.where}: {text.english!r}: {text.text!r}" for text in texts(language) if kind.found_in(text)]
    assert found == [], "\n".join([kind.fault, *found])


@pytest.mark.parametrize(("language", "kind"), EVERY)
def test_the_fault_is_told_from_what_is_right(language: str, kind: Kind) -> None:
    assert kind.wrong, "a kind shows what it finds"
    assert [each for each in kind.wrong if not kind.found_in(example_text(each))] == [], "not found"
    assert [each for each in kind.right if kind.found_in(example_text(each))] == [], "found though right"
