"""Plain words for what a new game can be told: levels, sides, clocks, and the options of games and matches.

Options are known here by name; one that is not is shown with the words of the game's own documentation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bonduc.games.options import Option
from bonduc.language import N_, P_, Message, _, told
from bonduc.position import Game
from bonduc.web.live.game.bounds import MOST_ROUNDS

LEVELS: dict[int, tuple[Message, Message]] = {
    1: (N_("First steps"), N_("Overlooks most of what it could do. A child can win.")),
    2: (N_("Easy-going"), N_("Overlooks a good deal. Good for learning the rules.")),
    3: (N_("Friendly"), N_("Overlooks moves now and then, and punishes plain mistakes.")),
    4: (N_("Attentive"), N_("Misses less, and looks a little ahead.")),
    5: (N_("Practised"), N_("Looks further ahead, and seldom overlooks a move.")),
    6: (N_("Strong"), N_("Looks several moves ahead.")),
    7: (N_("Very strong"), N_("Looks far ahead, and overlooks next to nothing.")),
    8: (N_("Full strength"), N_("Thinks about every move with all it knows.")),
}
FRIENDLY = 2  # the level that the first page plays at


@dataclass(frozen=True)
class ClockChoice:
    """A clock to choose: seconds for the whole round, and seconds added after each move."""

    key: str
    base: int
    increment: int


CLOCKS = (
    ClockChoice("3+2", 180, 2),
    ClockChoice("5+3", 300, 3),
    ClockChoice("10+5", 600, 5),
    ClockChoice("15+10", 900, 10),
)

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
    return [_field(option) for option in game.spec.options]


def match_fields(game: Game) -> list[dict[str, Any]]:
    """The options of a game's matches as fields of a form."""
    return [_field(_as_offered(option)) for option in game.spec.match.options]


def _as_offered(option: Option) -> Option:
    """An option of matches with the values that are offered here."""
    return replace(option, high=min(option.high, MOST_ROUNDS)) if option.name == "max_rounds" else option


def _field(option: Option) -> dict[str, Any]:
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


def clock_words(base: int, increment: int) -> str:
    """A clock in words, from seconds."""
    time = _("{count} s", count=base) if base % 60 else _("{count} min", count=base // 60)
    return _("{time} + {seconds} s a move", time=time, seconds=increment) if increment else time


def keys() -> list[tuple[list[str], str]]:
    """The keys of a game's page and what they do."""
    return [
        (["A … l"], _("choose the hole of that name, on the board")),
        (["←", "→", "↑", "↓"], _("from hole to hole, on the board")),
        (["Enter"], _("sow from the hole, or put a seed into it")),
        (["/"], _("go to the board")),
        (["Esc"], _("skip the sowing; back to the game")),
        (["PageUp", "PageDown"], _("look one move back or on (also ← and → away from the board)")),
        (["Home", "End"], _("look at the start; back to the game")),
        (["Backspace"], _("undo a step of the opening")),
        (["0"], _("turn the board")),
        (["?"], _("this list")),
    ]
