"""A rules page made ready for its template: sections, running text, and worked examples as pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from bonduc.games.registry import GAMES
from bonduc.games.spec import GameSpec
from bonduc.language import speaking
from bonduc.lessons import Lesson, lessons
from bonduc.lessons.worked import Worked, work_out
from bonduc.picture.geometry import SHAPES
from bonduc.picture.ground import definitions
from bonduc.picture.palette import LIGHT
from bonduc.picture.svg import Highlight, draw
from bonduc.position import Position, game
from bonduc.rules_pages import Example, read_page
from bonduc.rules_pages.markup import Block, Span, blocks
from bonduc.web.option_words import label_of, setting_in_words

PREFIX = "rules-"  # of ids in pictures: one set of definitions serves all of a page
MOST_LESSONS = 2  # that a rule points to


@lru_cache(maxsize=64)
def rules_view(name: str, language: str) -> dict[str, Any]:
    """The page of a game: `lead` (items before the first section), `sections` (id, title, items), and as markup
    the pictures of the `start` and the `definitions` that all pictures share.

    Raises BonducError if an example does not come out as the page says.
    """
    page = read_page(name, language)
    lead: list[dict[str, Any]] = []
    sections: list[dict[str, Any]] = []
    items = lead
    with speaking(language):
        for part in page.parts:
            if isinstance(part, Example):
                items.append({"kind": "example", **_example_view(work_out(part, page))})
                continue
            for block in blocks(part, language):
                if block.level == 1:
                    continue  # the name of the game, which the page says itself
                if block.level:
                    items = []
                    sections.append({"id": f"section-{len(sections) + 1}", "title": block.text, "items": items})
                else:
                    items.append({"kind": "text", **_text_view(block, name)})
        return {
            "lead": lead,
            "sections": sections,
            "start": _pictures(game(name).start()),
            "definitions": definitions(LIGHT, PREFIX),
        }


def _text_view(block: Block, name: str) -> dict[str, Any]:
    taught = [] if block.rule is None else _lessons_on(str(block.rule), name)
    spans = [_in_words(span, GAMES[name]) for span in block.spans]
    return {"spans": spans, "rule": block.rule, "lessons": taught}


def _in_words(span: Span, spec: GameSpec) -> Span:
    """An option (`holes`), or what it is set to (`holes=5`), as the site's forms say it; other spans as they are."""
    name, equals, value = span.text.partition("=")
    option = next((each for each in (*spec.options, *spec.match.options) if each.name == name), None)
    if span.kind != "code" or option is None:
        return span
    return Span("setting", setting_in_words(option, option.read(value)) if equals else label_of(option))


def _lessons_on(rule: str, name: str) -> list[tuple[int, Lesson]]:
    """The lessons that teach a rule, those that are about it above all first."""
    found = [(number, each) for number, each in enumerate(lessons(name), 1) if rule in each.rules]
    return sorted(found, key=lambda one: one[1].rules.index(rule))[:MOST_LESSONS]


def _example_view(worked: Worked) -> dict[str, Any]:
    example = worked.example
    told: dict[str, Any] = {"title": example.title, "move": example.move, "after": None, "analysis": _address(worked)}
    start = _start(worked)
    told["before"] = _pictures(worked.before, Highlight(start=start))
    if worked.sowing is None:
        assert worked.refusal is not None
        told["sentences"] = [worked.refusal.refusal.told]
        return told
    told["sentences"] = worked.sowing.explain()
    told["after"] = _pictures(worked.sowing.after, Highlight.of(worked.sowing))
    return told


def _address(worked: Worked) -> str:
    """Where the example can be looked at on the analysis board: after its move, where that is legal."""
    moves = "" if worked.sowing is None else str(worked.sowing.move)
    options = worked.before.game.options_text
    asked = {"position": str(worked.before), "options": "" if options == "-" else options, "moves": moves}
    return f"/analysis/{worked.before.game.id}?{urlencode({name: text for name, text in asked.items() if text})}"


def _start(worked: Worked) -> int | None:
    """The hole that the move starts from, where it starts from one."""
    move = worked.before.parse_move(worked.example.move)
    return move.hole if len(move.steps) == 1 else None


def _pictures(position: Position, highlight: Highlight | None = None) -> dict[str, str]:
    """The position in both shapes, of which a page shows the one that fits."""
    return {shape: draw(position, shape=shape, highlight=highlight, prefix=PREFIX, define=False) for shape in SHAPES}
