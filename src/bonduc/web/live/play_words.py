"""Plain words for what a new game can be told: levels, clocks, and the options of matches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bonduc.games.options import Option
from bonduc.language import N_, Message, _
from bonduc.position import Game
from bonduc.web.live.game.bounds import MOST_ROUNDS
from bonduc.web.option_words import field_of

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


def match_fields(game: Game) -> list[dict[str, Any]]:
    """The options of a game's matches as fields of a form."""
    return [field_of(_as_offered(option)) for option in game.spec.match.options]


def _as_offered(option: Option) -> Option:
    """An option of matches with the values that are offered here."""
    return replace(option, high=min(option.high, MOST_ROUNDS)) if option.name == "max_rounds" else option


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
