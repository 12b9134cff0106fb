"""How long a sowing is shown: the time that passes before the clock of whoever is to answer it begins to count.

The page plays sowings at the reader's own speed (`static/js/board/sower.js` and `motion.js`, whose numbers these are; a
test compares them). It says which speed that is, and the server decides what is allowed for it: as long as the
sowing of the other side takes to be shown at that speed, LONGEST at most. Whoever moves sooner loses nothing by it.
Where seeds do not fly, and for programs that say nothing, nothing is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from bonduc.events import SowingEvent
from bonduc.games.kernels.state import Event
from bonduc.position import Sowing

Speed: TypeAlias = Literal["slow", "normal", "fast", "instant", "step"]

LONGEST = 10_000  # milliseconds for one move
DROP = dict(zip(get_args(Speed), (300, 140, 55, 0, 140), strict=True))  # milliseconds that a seed takes
FRAME = 1000 / 60  # milliseconds between two pictures: what moves ends with the first one after its time
FULL_LAPS = 3  # laps at full length; those after it are faster and faster
FASTER = 0.72
LEAST_PACE = 0.04
LEAST_CAPTURE_PACE = 0.3

# In drops: how long the parts of a sowing take.
RELAY, LIFT, LANDING = 2.2, 1.2, 0.85
CAPTURE, CAPTURE_EACH, CAPTURE_PAUSE = 3.2, 0.25, 5
SWEEP, SWEEP_EACH = 4, 0.12
OPENING_LIFT, OPENING_DROP = 2.5, 2


def allowance(sowing: Sowing, speed: str | None) -> int:
    """Milliseconds that are not charged to whoever answers this sowing and looks on at this speed, if known."""
    drop = 0 if speed is None else DROP[speed]
    return round(min(LONGEST, showing(sowing, drop))) if drop else 0


def showing(sowing: Sowing, drop: float) -> float:
    """Milliseconds that a page takes to show a sowing in which a seed takes `drop`; no longer counted than LONGEST."""
    if sowing.before.phase != "play":
        return _opening(sowing.events, drop)
    time, lap, falling, swept = 0.0, 1, 0.0, 0
    for event in sowing:
        if time > LONGEST:
            break
        pace = _pace(lap)
        if event.event == Event.DROP:
            time += _frames(drop * pace)
            falling = _frames(drop * pace * LANDING)
            continue
        time, falling = time + falling, 0.0
        if event.event == Event.LIFT:
            lap = event.lap
            time += _lift(drop * _pace(lap), lap)
        elif event.event == Event.CAPTURE:
            time += _capture(drop * max(pace, LEAST_CAPTURE_PACE), event.seeds)
        elif event.event in (Event.SWEEP, Event.SHARE):
            swept = max(swept, event.seeds)
    return time + falling + (_frames(drop * (SWEEP + SWEEP_EACH * (swept - 1))) if swept else 0)


def _opening(events: Sequence[SowingEvent], drop: float) -> float:
    lifts = sum(event.event == Event.LIFT for event in events)
    drops = sum(event.event == Event.DROP for event in events)
    return lifts * _frames(drop * OPENING_LIFT) + drops * _frames(drop * OPENING_DROP)


def _pace(lap: int) -> float:
    """How much shorter than at first everything takes in this lap."""
    return max(LEAST_PACE, FASTER ** max(0, lap - FULL_LAPS))


def _lift(drop: float, lap: int) -> float:
    return _frames(drop * LIFT) + (_frames(drop * RELAY) if lap > 1 else 0)


def _capture(drop: float, seeds: int) -> float:
    each = _frames(drop * CAPTURE_EACH * (seeds - 1)) if seeds > 1 else 0
    return each + _frames(drop * CAPTURE) + _frames(drop * CAPTURE_PAUSE)


def _frames(time: float) -> float:
    """A time as it is seen: up to the first picture after it."""
    return (time // FRAME + 1) * FRAME
