"""The options of games and matches in plain words, for forms and for whoever reads what was chosen.

Options are known here by name; one that is not is shown with the words of the game's own documentation.
"""

from __future__ import annotations

from typing import Any

from bonduc.games.options import Option
from bonduc.language import N_, P_, told
from bonduc.position import Game

_LABELS = {
    "holes_filled": N_("Holes filled in each row at the start"),
    "holes": N_("Holes in a row"),
    "columns": N_("Holes in a row"),
    "seeds": N_("Seeds in a hole at the start"),
    "partial_lift": N_("Some of a hole's warriors may stay behind"),
    "first_lap_restriction": N_("The first lap may not end in an own occupied hole"),
    "capture_needs_crossing": N_("Only a sowing that reached the enemy row captures"),
    "bonus": N_("The leftmost bonus takes"),
    "bonus_needs_capture": N_("The leftmost bonus needs the opposite capture"),
    "direction": N_("Sowing goes"),
    "own_four": N_("A four made in an own hole"),
    "max_rounds": N_("Rounds at most"),
    "one_warrior_value": N_("Wins that a one-warrior victory counts as"),
    "target_holes": N_("Holes to own for winning the match"),
}
_CHOICES = {
    ("bonus", "three"): N_("the next three holes"),
    ("bonus", "run"): N_("every hole up to the first empty or marked one"),
    ("bonus", "none"): P_("what is taken", "nothing"),
    ("direction", "counterclockwise"): N_("counterclockwise"),
    ("direction", "clockwise"): N_("clockwise"),
    ("own_four", "ends"): N_("ends the turn"),
    ("own_four", "relays"): N_("is sown on"),
}


def option_fields(game: Game) -> list[dict[str, Any]]:
    """The options of a game's rounds as fields of a form."""
    return [field_of(option) for option in game.spec.options]


def field_of(option: Option) -> dict[str, Any]:
    """An option as a field of a form."""
    kind = "switch" if isinstance(option.default, bool) else "choice" if option.choices else "number"
    return {
        "name": option.name,
        "label": label_of(option),
        "kind": kind,
        "default": option.default,
        "choices": [(value, choice_words(option.name, value)) for value in option.choices],
        "low": option.low,
        "high": option.high,
    }


def label_of(option: Option) -> str:
    """What an option is about."""
    return told(_LABELS.get(option.name, option.doc))


def choice_words(name: str, value: object) -> str:
    """A value of an option in words; its own text where there are none."""
    return told(_CHOICES.get((name, str(value)), str(value)))


def options_in_words(game: Game) -> list[str]:
    """What is not as usual about a game, an item for each option that differs from its default."""
    values = ((option, game.options[option.name]) for option in game.spec.options)
    return [setting_in_words(option, value) for option, value in values if value != option.default]


def setting_in_words(option: Option, value: object) -> str:
    """What an option is set to."""
    label = label_of(option)
    if isinstance(value, bool):
        return told(N_("{label}: yes", label=label)) if value else told(N_("{label}: no", label=label))
    return f"{label}: {choice_words(option.name, value)}"
