"""What is said of a move: sentences of a game, each a message of its own, chosen by what its rules log.

Where a language would have to inflect the name of the counters or of the store, its translation may leave out `{seed}`,
`{counters}` or `{store}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bonduc.frozen import FrozenMapping
from bonduc.games.kernels.state import Ending, Manner, Reason
from bonduc.language import N_, Message

REASONS = FrozenMapping(
    {
        Reason.NO_LEGAL_MOVE: N_("The player to move has no legal move."),
        Reason.NEITHER_CAN_MOVE: N_("Neither player can move."),
        Reason.FEW_SEEDS: N_("Too little is left in play."),
        Reason.BOTH_PASSED: N_("Both players have passed."),
        Reason.ALL_CAPTURED: N_("The opponent has nothing left on the board."),
        Reason.REPETITION: N_("The position has occurred for the second time."),
    }
)
EMPTY_HOLE = N_("The last {seed} fell into an empty hole, {hole}: the turn ends.")


@dataclass(frozen=True)
class Narration:
    """The sentences of a game. What is left out is told as in most games, or not at all if that is None.

    `task` says what naming a hole does; its places are {seed} and {counters}. `lift` begins a turn; `relay` a later
    lap, {lap} being the one before it and {next} its own number; `relays` the last of many laps. Of a capture
    `captures` tells by its Manner, of others `capture`. `endings` say why a turn ended, `reasons` why a round did;
    endings that are not there go without saying. Places are {player}, who moves or takes, {hole}, {last} (the hole of
    the last seed), {seed}, {seeds} (with their number), {count}, {store} and {four} (`Words`).
    """

    task: Message = N_("sow all {counters} of this hole")
    lift: Message = N_("{player} lifts {seeds} from {hole} and sows.")
    relay: Message = N_(
        "The last {seed} of lap {lap} fell into an occupied hole, {hole}: {seeds} are lifted and sown on (lap {next})."
    )
    relays: Message = N_("The relay goes on; the last lap, lap {lap}, starts from {hole}.")
    capture: Message = N_("{player} takes {seeds} from {hole}.")
    captures: Mapping[Manner, Message] = FrozenMapping()
    mark_lost: Message = N_("Hole {hole} loses its mark for good.")
    marks_set: Message | None = None
    endings: Mapping[Ending, Message] = FrozenMapping({Ending.EMPTY_HOLE: EMPTY_HOLE})
    reasons: Mapping[Reason, Message] = REASONS

    def of_capture(self, manner: Manner) -> Message:
        """The sentence of a capture."""
        return self.captures.get(manner, self.capture)


SOWING = Narration()
