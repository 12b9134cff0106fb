"""How fast a sowing is shown: the frames of a move, each with how long it stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bonduc.errors import OptionError
from bonduc.events import SowingEvent
from bonduc.games.kernels.state import Event
from bonduc.language import N_, Items, _
from bonduc.position import Sowing
from bonduc.terminal.drawing.scene import Scene, play_through

# Seconds a falling seed takes; `step` also waits for a key where a lap ends.
SPEEDS = {"slow": 0.28, "normal": 0.14, "fast": 0.05, "instant": 0.0, "step": 0.05}
PATIENT_LAPS = 3  # laps shown at full speed, those after them ever faster
SPEED_UP = 0.6
SHORTEST = 0.004  # below this a lap is shown as one frame
LIFT_BEATS = 2.5
CAPTURE_BEATS = 4.0
SHOWN = (Event.LIFT, Event.DROP, Event.CAPTURE, Event.MARK_LOST, Event.SWEEP)


@dataclass(frozen=True)
class Shot:
    """One frame: the scene, the line of status under the board, seconds to stay, whether to wait for a key."""

    scene: Scene
    status: str
    seconds: float
    wait: bool = False


def read_speed(text: str) -> str:
    """A speed's name, or an unmistakable beginning of one; OptionError names the speeds."""
    found = [name for name in SPEEDS if text and name.startswith(text.lower())]
    if len(found) != 1:
        raise OptionError(N_("speed {speed!r}: must be {speeds}", speed=text, speeds=Items(SPEEDS)))
    return found[0]


def shots(sowing: Sowing, speed: str) -> Iterator[Shot]:
    """The frames of a move at a speed; none at `instant`."""
    if SPEEDS[speed] == 0:
        return
    for event, scene in play_through(sowing):
        if event.event not in SHOWN:
            continue
        beat = _beat(event, scene, speed)
        if beat < SHORTEST and event.event in (Event.DROP, Event.MARK_LOST) and scene.hand:
            continue
        lap_ended = event.event == Event.LIFT and event.lap > 1 and not sowing.move.kind.is_opening
        wait = speed == "step" and (lap_ended or event.event == Event.CAPTURE)
        yield Shot(scene, status(event, scene, wait), beat * _beats(event), wait)


def _beat(event: SowingEvent, scene: Scene, speed: str) -> float:
    hurried = max(0, (event.lap or scene.lap) - PATIENT_LAPS)
    return float(SPEEDS[speed] * SPEED_UP**hurried)


def _beats(event: SowingEvent) -> float:
    if event.event == Event.LIFT:
        return LIFT_BEATS
    if event.event == Event.CAPTURE:
        return CAPTURE_BEATS
    return 0.0 if event.event == Event.MARK_LOST else 1.0


def status(event: SowingEvent, scene: Scene, wait: bool = False) -> str:
    """What is happening, for the line under the board."""
    names = scene.game.layout.names
    name = "" if event.hole is None else names[event.hole]
    if event.event == Event.CAPTURE:
        seeds = scene.game.spec.words.counted(event.seeds)
        if scene.game.spec.counts_seeds:
            text = _("{seeds} of {hole} captured by {player}", seeds=seeds, hole=name, player=event.player)
        else:
            text = _("{seeds} of {hole} captured", seeds=seeds, hole=name)
    elif event.event == Event.LIFT and event.lap > 1:
        text = _("lap {lap}: the {count} of {hole} are lifted", lap=event.lap, count=scene.hand, hole=name)
    elif event.event == Event.SWEEP:
        text = _("the round is over")
    elif scene.lap > 1:
        text = _("lap {lap}, {count} in hand", lap=scene.lap, count=scene.hand)
    else:
        text = _("{count} in hand", count=scene.hand)
    return "   ".join([text, _("(Enter goes on)")]) if wait else text
