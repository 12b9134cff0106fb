"""The arena: matches and tournaments that measure strength, and can be interrupted, resumed and repeated.

`contestant` says who plays, `plan` which games, `playing` plays one, `running` many on any executor, `runfolder`
keeps them; `statistics`, `sprt` and `ratings` say what they mean. `match` holds the ways in.
"""

from bonduc.arena.match import RunOutcome, play_match, run_tournament

__all__ = ["RunOutcome", "play_match", "run_tournament"]
