"""Moves told in sentences: what was taken and why, why the turn ended, how the round ended.

Every sentence is a message of its own, so that each language can build it in its own way. Where a language would have
to inflect the name of the counters or of the store, its translation may leave out `{seed}`, `{counters}` or `{store}`.
"""

from __future__ import annotations

from bonduc.games.kernels.state import Ending, Event, Kind, Reason
from bonduc.language import N_, Items, _, told
from bonduc.outcome import winner_of
from bonduc.players import Player
from bonduc.sowing import Sowing, SowingEvent

LAPS_TOLD = 4  # laps told one by one; longer sowings are summed up


def explain_sowing(sowing: Sowing) -> list[str]:
    """The sentences of one move, in the language in use."""
    return _Teller(sowing).tell()


def caption_events(sowing: Sowing) -> dict[int, str]:
    """The same sentences by the index of the event of the turn that each tells of; what tells of more is left out."""
    teller = _Teller(sowing)
    teller.tell()
    return teller.captions


class _Teller:
    def __init__(self, sowing: Sowing) -> None:
        self.sowing = sowing
        game = sowing.before.game
        self.names = game.layout.names
        self.layout = game.layout
        self.words = game.spec.words
        self.mover = sowing.before.mover
        self.sentences: list[str] = []
        self.captions: dict[int, str] = {}
        self.at: int | None = None  # the event being told

    def tell(self) -> list[str]:
        if self.sowing.move.kind in (Kind.EMPTY, Kind.DROP):
            self._tell_opening()
        else:
            self._tell_turn()
        self._tell_round_end()
        return self.sentences

    def _say(self, sentence: str) -> None:
        self.sentences.append(sentence)
        if self.at is not None:
            self.captions[self.at] = sentence

    def _tell_opening(self) -> None:
        lifted = [e for e in self.sowing if e.event == Event.LIFT and e.hole is not None]
        drops: dict[int, int] = {}
        for event in self.sowing:
            if event.event == Event.DROP and event.hole is not None:
                drops[event.hole] = drops.get(event.hole, 0) + 1
        for event in lifted:
            seeds = self.words.counted(event.seeds)
            self._say(
                _("{player} empties {hole}: {seeds} in hand.", player=self.mover, hole=self._name(event), seeds=seeds)
            )
        if drops:
            spread = Items(
                N_("{count} into {hole}", count=count, hole=self.names[hole]) for hole, count in drops.items()
            )
            self._say(_("{player} puts {spread}.", player=self.mover, spread=spread))
        if any(event.event == Event.MARK_SET for event in self.sowing):
            self._say(_("The opening is over: every occupied hole is now marked (nki)."))

    def _tell_turn(self) -> None:
        events = self.sowing.events
        laps = self.sowing.laps
        for index, event in enumerate(events):
            self.at = index
            if event.event == Event.LIFT and (event.lap <= LAPS_TOLD or event.lap == laps):
                self._tell_lift(event)
            elif event.event == Event.CAPTURE:
                self._tell_capture(event, events[index - 1], events[index + 1])
            elif event.event == Event.MARK_LOST:
                if event.hole is not None and laps <= LAPS_TOLD:
                    self._say(_("Hole {hole} loses its mark for good.", hole=self._name(event)))
            elif event.event == Event.PASS:
                self._say(_("{player} has no legal move and passes.", player=event.player))
            elif event.event == Event.END and event.ending is not None:
                self._tell_ending(event, event.ending)
        self.at = None

    def _tell_lift(self, event: SowingEvent) -> None:
        hole, seed, seeds = self._name(event), self.words.seed, self.words.taken(event.seeds)
        if self.layout.rows == 4:
            self._say(_("{player} moves a {seed} on from {hole}.", player=self.mover, seed=seed, hole=hole))
        elif event.lap == 1:
            self._say(_("{player} lifts {seeds} from {hole} and sows.", player=self.mover, seeds=seeds, hole=hole))
        elif event.lap > LAPS_TOLD + 1:
            self._say(_("The relay goes on; the last lap, lap {lap}, starts from {hole}.", lap=event.lap, hole=hole))
        else:
            self._say(
                _(
                    "The last {seed} of lap {lap} fell into an occupied hole, {hole}: {seeds} are lifted and sown on "
                    "(lap {next}).",
                    seed=seed,
                    lap=event.lap - 1,
                    hole=hole,
                    seeds=self.words.counted(event.seeds),
                    next=event.lap,
                )
            )

    def _tell_capture(self, event: SowingEvent, before: SowingEvent, after: SowingEvent) -> None:
        hole, seed = self._name(event), self.words.seed
        if self.layout.rows == 4:
            if before.event != Event.CAPTURE:
                self._say(_("The {seed} in {hole} faces it: it is captured and leaves the game.", seed=seed, hole=hole))
            else:
                self._say(
                    _(
                        "The {seed} in {hole} stands behind it: it is captured and leaves the game.",
                        seed=seed,
                        hole=hole,
                    )
                )
        elif self.sowing.ending in (Ending.OPPOSITE_TAKEN, Ending.BONUS_TAKEN):
            self._tell_opposite(event)
        elif after.event == Event.END:
            self._tell_four(event)
        else:
            self._say(
                _(
                    "A {seed} that was not the last made four in {hole}: the owner of the row, {player}, takes "
                    "{seeds}.",
                    seed=seed,
                    hole=hole,
                    player=event.player,
                    seeds=self.words.taken(event.seeds),
                )
            )

    def _tell_four(self, event: SowingEvent) -> None:
        """The last seed made four; some games have a word for it."""
        places = {"seed": self.words.seed, "hole": self._name(event), "player": event.player, "count": event.seeds}
        if self.words.four:
            self._say(
                _(
                    "The last {seed} made four in {hole}: {four}, {player} takes {count}.",
                    four=self.words.four,
                    **places,
                )
            )
        else:
            self._say(_("The last {seed} made four in {hole}, {player} takes {count}.", **places))

    def _tell_opposite(self, event: SowingEvent) -> None:
        if event.hole is None:
            return
        hole, seed, seeds = self._name(event), self.words.seed, self.words.taken(event.seeds)
        last = next(e.hole for e in reversed(self.sowing.events) if e.event == Event.DROP)
        if event.hole == last:
            goal = self.words.goal
            self._say(_("The capturing {seed} in {hole} goes to the {store} too.", seed=seed, hole=hole, store=goal))
        elif last is not None and event.hole == self.layout.size - 1 - last:
            self._say(
                _(
                    "The last {seed} fell into an own empty hole, {last}, and {hole} opposite is occupied and "
                    "unmarked: {player} takes {seeds}.",
                    seed=seed,
                    last=self.names[last],
                    hole=hole,
                    player=event.player,
                    seeds=seeds,
                )
            )
        else:
            self._say(
                _("Leftmost bonus: {player} takes {seeds} from {hole}.", player=event.player, seeds=seeds, hole=hole)
            )

    def _tell_ending(self, event: SowingEvent, ending: Ending) -> None:
        hole, seed = self._name(event), self.words.seed
        if ending == Ending.EMPTY_HOLE:
            self._say(_("The last {seed} fell into an empty hole, {hole}: the turn ends.", seed=seed, hole=hole))
        elif ending == Ending.OWN_FOUR:
            self._say(
                _(
                    "The last {seed} made four in an own hole, {hole}: nothing is taken and the turn ends.",
                    seed=seed,
                    hole=hole,
                )
            )

    def _tell_round_end(self) -> None:
        """Why the round ended, who takes what is left, and who won: sentences told in one breath."""
        end = next((event for event in self.sowing if event.event == Event.ROUND_END), None)
        if end is None or end.reason is None:
            return
        swept = {Player.SOUTH: 0, Player.NORTH: 0}
        for event in self.sowing:
            if event.event == Event.SWEEP and event.player is not None:
                swept[event.player] += event.seeds
        left = [
            _("{player} takes the {seeds} left.", player=player, seeds=self.words.taken(count))
            for player, count in swept.items()
            if count
        ]
        self._say(" ".join([told(_REASONS[end.reason]), *left, self._result()]))

    def _result(self) -> str:
        stores = self.sowing.after.stores
        winner = winner_of(stores)
        score = {"high": max(stores), "low": min(stores)}
        if self.layout.rows == 4:
            return (
                _("The round is over: a draw.")
                if winner is None
                else _("The round is over: {player} wins.", player=winner)
            )
        if winner is None:
            return _("The round is over: a draw, {high} to {low}.", **score)
        return _("The round is over: {player} wins, {high} to {low}.", player=winner, **score)

    def _name(self, event: SowingEvent) -> str:
        return "" if event.hole is None else self.names[event.hole]


_REASONS = {
    Reason.NO_LEGAL_MOVE: N_("The player to move has no legal move."),
    Reason.NEITHER_CAN_MOVE: N_("Neither player can move."),
    Reason.FEW_SEEDS: N_("Only eight seeds or fewer are left in play."),
    Reason.BOTH_PASSED: N_("Both players have passed."),
    Reason.ALL_CAPTURED: N_("All enemy stones are captured."),
    Reason.REPETITION: N_("The position has occurred for the second time."),
}
