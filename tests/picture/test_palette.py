"""Colours: the style sheet has the palette's, and everything is told apart well enough in both themes."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from bonduc.picture.palette import DARK, LIGHT, THEMES

CSS = files("bonduc").joinpath("web/static/css/board.css").read_text(encoding="utf-8")

TEXTS = [  # colour, the ground it is written on
    *((text, wood) for text in ("count", "letter") for wood in ("wood-light", "wood", "wood-dark")),
    ("ink", "paper"),
    ("ink-soft", "paper"),
]
SHAPES_SEEN = [  # colour, what it has to be told from
    *((line, wood) for line in ("hollow-rim", "note", "accent") for wood in ("wood-light", "wood", "wood-dark")),
    ("accent", "hollow-wall"),
    ("accent-line", "paper"),
    ("bowl-rim", "paper"),
    ("sand", "wood-dark"),
    *((f"seed-{shade}", "hollow-floor") for shade in range(1, 5)),
]


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_texts_can_be_read(theme: str, text: str, ground: str) -> None:
    assert contrast(THEMES[theme][text], THEMES[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("shape", "ground"), SHAPES_SEEN)
def test_rims_rings_and_seeds_can_be_told_from_the_wood(theme: str, shape: str, ground: str) -> None:
    assert contrast(THEMES[theme][shape], THEMES[theme][ground]) >= 3


def variables() -> dict[str, tuple[str, str]]:
    """The colours of the style sheet, light and dark."""
    colour = "#[0-9a-f]{6}"
    found = re.findall(rf"--b-([a-z0-9-]+): (?:({colour})|light-dark\(({colour}), ({colour})\));", CSS)
    return {name: (same or light, same or dark) for name, same, light, dark in found}


def test_the_style_sheet_has_the_colours_of_the_palette() -> None:
    own = {"chooser", "chooser-line"}  # controls, not part of any picture
    shown = {name: pair for name, pair in variables().items() if name not in own}
    assert shown == {name: (LIGHT[name], DARK[name]) for name in LIGHT}


def test_every_class_of_a_colour_gives_the_colour_it_is_named_after() -> None:
    properties = {"f": "fill", "s": "stroke", "c": "stop-color"}
    rules = re.findall(r"\.b-([fsc])-([a-z0-9-]+) \{ ([a-z-]+): var\(--b-([a-z0-9-]+)\); \}", CSS)
    assert len(rules) > 40
    for letter, name, given, variable in rules:
        assert given == properties[letter]
        assert name == variable
