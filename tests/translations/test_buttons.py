"""The buttons of a question: what answers it and what leaves it differ in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bonduc
from bonduc.language import LANGUAGES, N_, speaking

SCRIPTS = Path(bonduc.__file__).parent / "web" / "static" / "js"
YES = re.compile(r'\byes: _\("([^"]+)"\)')


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_cancel_is_not_what_a_question_asks(language: str) -> None:
    answers = {each for script in SCRIPTS.rglob("*.js") for each in YES.findall(script.read_text("utf-8"))}
    assert "Call it off" in answers
    with speaking(language):
        assert N_("Cancel").told not in {N_(each).told for each in answers}
