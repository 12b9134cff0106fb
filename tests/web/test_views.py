"""Positions as JSON: why what cannot be chosen cannot, and how rounds end, in words."""

from __future__ import annotations

import re

import pytest

import bonduc
from bonduc.language import LANGUAGES, SOURCE, speaking
from bonduc.outcome import Outcome, Termination
from bonduc.players import NORTH
from bonduc.web.views import ENDINGS, ending_words, position_view
from tests.tools.make_messages import catalogue_path, read

NUMBER = r"\([^()]*?([0-9\u06f0-\u06f9]+|\{rule\})[^()0-9\u06f0-\u06f9]*\)[^()]*$"  # as js/rule_link.js looks for it


def test_every_number_that_may_not_be_lifted_says_why() -> None:
    position = bonduc.game("kiothi").start().play("EF>A5,B5").play("ef>a5,b5")
    view = position_view(position)
    names, holes = position.game.layout.names, position.holes
    for name in {names[move.hole] for move in position.legal_moves if move.hole is not None}:
        lifts = {f"{name}:{count}" for count in range(1, holes[names.index(name)] + 1)}
        allowed = {each["move"] for each in view["moves"]}
        for lift in lifts - allowed:
            assert re.search(NUMBER, view["refused"][lift]), lift
    assert any(":" in refused for refused in view["refused"]), "some lift is not allowed here"


def test_where_all_is_lifted_there_is_no_number_to_choose() -> None:
    for game in (bonduc.game("kiothi", partial_lift=False), bonduc.game("rio-kadalis")):
        position = game.position(str(game.start()))
        assert not any(":" in refused for refused in position_view(position)["refused"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Termination)
def test_each_way_to_end_is_a_sentence(reason: Termination, language: str) -> None:
    with speaking(language):
        told = ending_words(Outcome(NORTH, reason, (0, 1)))
    assert told.endswith(".")
    assert len(told.split()) > 1
    assert "{" not in told
    assert reason in ENDINGS


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_refusals_end_in_the_number_of_their_rule(language: str) -> None:
    """So that pages can make a link of it, in every language."""
    named = 0
    for message in read(catalogue_path(language)):
        texts, told = ([each] if isinstance(each, str) else list(each or ()) for each in (message.id, message.string))
        if texts != [""] and all(re.search(r"\((?:[^()]*, )?rule (?:\d+|\{rule\})\)$", text) for text in texts):
            named += 1
            assert all(re.search(NUMBER, text) for text in told), told
    assert named > 15
