"""The arena: matches and tournaments that measure strength, and can be interrupted, resumed and repeated.

`contestants` is who plays, `runs` which games and where, `figures` what the results mean; `match` holds the ways in,
and `report` tells of a run. `results`, `clock`, `start_positions` and `seeds` are what all of them talk about.
"""

from bonduc.arena.clock import TimeControl
from bonduc.arena.match import RunOutcome, play_match, run_tournament

__all__ = ["RunOutcome", "TimeControl", "play_match", "run_tournament"]
