"""What the people of a game call its things, in English and, by the catalogues, in every other language."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.language import N_, P_, Counted, Message

SIDES = (N_("South"), N_("North"))  # by the number of the player


@dataclass(frozen=True)
class Words:
    """The counters and the stores of a game, and what is said of its holes.

    `counted` are the counters with their number as the subject of a sentence or on their own, `taken` as what
    somebody lifts or takes: languages with cases tell these apart. `goal` is the store as that to which something
    goes. `four` is the word of the game for a group of four that ends a turn, empty if it has none. `marked` and
    `closed` are said of a hole that is noted so.
    """

    seed: Message
    seeds: Message
    counted: Counted
    taken: Counted
    store: Message
    goal: Message
    four: str = ""
    marked: Message = P_("of a hole", "marked")
    closed: Message = N_("closed with sand")


SEEDS = Words(
    seed=P_("counter", "seed"),
    seeds=P_("counters", "seeds"),
    counted=Counted("counted", "{count} seed", "{count} seeds"),
    taken=Counted("taken", "{count} seed", "{count} seeds"),
    store=P_("of a player", "store"),
    goal=P_("where something goes to", "store"),
)
STONES = Words(
    seed=P_("counter", "stone"),
    seeds=P_("counters", "stones"),
    counted=Counted("counted", "{count} stone", "{count} stones"),
    taken=Counted("taken", "{count} stone", "{count} stones"),
    store=P_("of a player", "store"),
    goal=P_("where something goes to", "store"),
)
WARRIORS = Words(
    seed=P_("counter", "warrior"),
    seeds=P_("counters", "warriors"),
    counted=Counted("counted", "{count} warrior", "{count} warriors"),
    taken=Counted("taken", "{count} warrior", "{count} warriors"),
    store=P_("of a player", "prison"),
    goal=P_("where something goes to", "prison"),
    marked=N_("marked (nki)"),
)
