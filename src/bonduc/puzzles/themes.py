"""Themes: what a puzzle is about, told from its facts by rules that hold for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bonduc.games.kernels.state import Ending, Event, Kind, Reason
from bonduc.language import N_, Message
from bonduc.puzzles.facts import Facts, gain, taker

BIG_PART = 0.15  # of the game's seeds, taken at once
MANY_LAPS = 6
FEW_SEEDS = 1 / 3  # of the game's, on the board
COMMONPLACE = 0.85  # a theme of more puzzles of a game than this tells nothing about one


@dataclass(frozen=True)
class Theme:
    """A theme: its id in files and addresses, its name, what it means, and whether a puzzle has it."""

    id: str
    name: Message
    about: Message
    holds: Callable[[Facts], bool]


def _captures(facts: Facts) -> list[int]:
    """The holes the first move captures from for the solver, but for a lone capturing seed of the solver's."""
    position, solver = facts.position, facts.solver
    return [
        event.hole
        for event in facts.first
        if event.event == Event.CAPTURE
        and event.hole is not None
        and taker(event, position) == solver
        and (event.seeds > 1 or position.owners[event.hole] != solver)
    ]


def _big_capture(facts: Facts) -> bool:
    return facts.own_gain >= BIG_PART * facts.position.game.seeds


def _several_holes(facts: Facts) -> bool:
    return len(_captures(facts)) > 1


def _on_the_way(facts: Facts) -> bool:
    """Does the sowing go on after a capture of the solver's?"""
    events = facts.first.events
    taken = [i for i, e in enumerate(events) if e.event == Event.CAPTURE and taker(e, facts.position) == facts.solver]
    return bool(taken) and any(event.event == Event.DROP for event in events[taken[0] :])


def _raid(facts: Facts) -> bool:
    layout = facts.position.game.layout
    return any(layout.side(hole) != facts.solver for hole in _captures(facts))


def _long_relay(facts: Facts) -> bool:
    return facts.first.laps >= MANY_LAPS


def _quiet(facts: Facts) -> bool:
    return facts.own_gain == 0 < facts.greedy_gain


def _refused(facts: Facts) -> bool:
    return facts.greedy_gain > facts.own_gain > 0


def _gift(facts: Facts) -> bool:
    return gain(facts.first, facts.solver.other) > 0


def _sacrifice(facts: Facts) -> bool:
    answer = facts.answer
    if answer is None:
        return False
    lost = gain(facts.first, facts.solver.other) + gain(answer, facts.solver.other)
    return lost > facts.own_gain + gain(answer, facts.solver)


def _no_move_left(facts: Facts) -> bool:
    """Does the solution leave the opponent without a move, for a turn or for good?"""
    return any(
        (event.event == Event.PASS and event.player != facts.solver)
        or (event.event == Event.ROUND_END and event.reason == Reason.NO_LEGAL_MOVE)
        for sowing in facts.sowings
        if sowing.before.mover == facts.solver or sowing.move.kind == Kind.PASS
        for event in sowing
    )


def _round_end(facts: Facts) -> bool:
    return facts.after.mover is None


def _endgame(facts: Facts) -> bool:
    return facts.on_board <= FEW_SEEDS


def _defence(facts: Facts) -> bool:
    """Does even the best move keep no more than there is?"""
    return facts.steps[0].value <= facts.lead and facts.steps[0].value > facts.steps[0].second


def _turnabout(facts: Facts) -> bool:
    return facts.lead < 0 < facts.steps[0].value and facts.steps[0].second < 0


def _only_winning(facts: Facts) -> bool:
    first = facts.steps[0]
    return first.exact and first.value > 0 >= first.second


def _bonus(facts: Facts) -> bool:
    return facts.first.ending == Ending.BONUS_TAKEN


def _marks_wiped(facts: Facts) -> bool:
    return any(hole in facts.position.marks for hole in _captures(facts))


def _partial_lift(facts: Facts) -> bool:
    move = facts.first.move
    return move.count is not None and move.hole is not None and move.count < facts.position.holes[move.hole]


def _four(facts: Facts) -> bool:
    return facts.first.ending == Ending.FOUR_TAKEN


def _own_four(facts: Facts) -> bool:
    return facts.first.ending == Ending.OWN_FOUR


def _later_round(facts: Facts) -> bool:
    layout = facts.position.game.layout
    bought = any(owner != layout.side(hole) for hole, owner in enumerate(facts.position.owners))
    return bought or bool(facts.position.closed)


def _combination(facts: Facts) -> bool:
    return len(facts.steps) == 2


def _long_combination(facts: Facts) -> bool:
    return len(facts.steps) > 2


THEMES: Mapping[str, Theme] = {
    theme.id: theme
    for theme in (
        Theme("big-capture", N_("Big capture"), N_("The move takes a large part of all there is."), _big_capture),
        Theme("several-holes", N_("Several holes"), N_("The move captures from more than one hole."), _several_holes),
        Theme("on-the-way", N_("On the way"), N_("The sowing captures and goes on."), _on_the_way),
        Theme("raid", N_("Raid"), N_("The move captures in the opponent's row."), _raid),
        Theme("long-relay", N_("Long relay"), N_("The sowing runs through many laps."), _long_relay),
        Theme("quiet", N_("Quiet move"), N_("The best move takes nothing, though another would."), _quiet),
        Theme("refused", N_("A larger capture refused"), N_("Another move would take more at once."), _refused),
        Theme("gift", N_("Gift"), N_("The move itself gives something to the opponent."), _gift),
        Theme("sacrifice", N_("Sacrifice"), N_("The opponent takes more at first, and still loses by it."), _sacrifice),
        Theme("no-move-left", N_("No move left"), N_("The opponent is left without a move."), _no_move_left),
        Theme("round-end", N_("End of the round"), N_("The solution ends the round."), _round_end),
        Theme("endgame", N_("Endgame"), N_("Little is left on the board."), _endgame),
        Theme("defence", N_("Defence"), N_("Nothing is to be won: only one move keeps what there is."), _defence),
        Theme("turnabout", N_("Turnabout"), N_("The player who is behind comes out ahead."), _turnabout),
        Theme("only-winning", N_("Only winning move"), N_("Every other move lets the win slip."), _only_winning),
        Theme(
            "bonus",
            N_("Leftmost bonus"),
            N_("The last seed falls into the first hole of its row and takes more."),
            _bonus,
        ),
        Theme(
            "marks-wiped",
            N_("Mark wiped out"),
            N_("The sowing takes the mark off a hole and then captures from it."),
            _marks_wiped,
        ),
        Theme("partial-lift", N_("Partial lift"), N_("Only some of a hole's seeds are lifted."), _partial_lift),
        Theme("four", N_("Four with the last seed"), N_("The last seed makes the four that is taken."), _four),
        Theme("own-four", N_("Own four"), N_("The turn ends on purpose with a four in an own hole."), _own_four),
        Theme("later-round", N_("Later round"), N_("Holes are bought, or closed with sand."), _later_round),
        Theme("two-moves", N_("Two moves"), N_("Two moves in succession have to be found."), _combination),
        Theme("three-moves", N_("Three moves or more"), N_("Three moves or more have to be found."), _long_combination),
    )
}


def themes_of(facts: Facts) -> tuple[str, ...]:
    """The ids of the themes a puzzle has, in the order of THEMES."""
    return tuple(theme.id for theme in THEMES.values() if theme.holds(facts))


def commonplace(themes: Sequence[tuple[str, ...]]) -> frozenset[str]:
    """The themes that nearly all of these puzzles have."""
    return frozenset(
        name for name in THEMES if sum(name in each for each in themes) > COMMONPLACE * max(1, len(themes))
    )
