"""A sitting at the board: whose turn it is, what is shown, how a move is made and told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bonduc.errors import BonducError
from bonduc.language import _, told
from bonduc.notation import Move
from bonduc.outcome import Outcome, Termination
from bonduc.position import Position
from bonduc.terminal.console import signals
from bonduc.terminal.console.screen import Picture, Screen
from bonduc.terminal.drawing.pace import shots
from bonduc.terminal.drawing.scene import Scene, after_move
from bonduc.terminal.session.actions import Actions
from bonduc.terminal.session.autosave import Autosave
from bonduc.terminal.session.computer import Background, Computer, warm_up
from bonduc.terminal.session.host import Settings
from bonduc.terminal.session.match_text import announce_match_end, announce_round
from bonduc.terminal.session.moves import read_move
from bonduc.terminal.session.opening import OpeningDialogue, begins_opening
from bonduc.terminal.session.table import Table
from bonduc.terminal.texts.telling import briefly

PASS = "pass"
TOLD_REASONS = (
    Termination.RESIGNATION,
    Termination.AGREEMENT,
    Termination.TIME,
    Termination.FORFEIT,
    Termination.REPETITION,
)


class Session:
    """One sitting. `run` returns when the person leaves or, without people, when the game is over."""

    def __init__(self, table: Table, screen: Screen, settings: Settings, seed: int | None = None) -> None:
        self.table = table
        self.screen = screen
        self.settings = settings
        self.computer = Computer(screen, seed)
        self.commands = Actions(self)
        self.autosave = Autosave()
        self.leaving = False
        self._end_told = False
        self._warming: Background[object] | None = None

    def run(self) -> None:
        """Play until it is time to leave; what is under way then is kept, whatever ended the sitting."""
        with signals.raised():
            try:
                self._sit()
            except (EOFError, KeyboardInterrupt):
                self._close()
            except BaseException:
                with suppress(OSError):  # what happened matters more than that nobody can be told of it
                    self._close()
                raise
            else:
                self._close()

    def _sit(self) -> None:
        self.screen.say(*self._greeting())
        while not self.leaving:
            self.refresh()
            self._take_turn()

    def _close(self) -> None:
        kept = self.autosave.farewell(self.table)  # before anything is written where nobody may read it
        try:
            self.screen.say(*kept)
        finally:
            self.screen.close()

    def leave(self) -> None:
        """End the sitting before the next turn."""
        self.leaving = True

    def _greeting(self) -> list[str]:
        return [_("Type a move, or help.")] if self.table.people else []

    def warm(self) -> None:
        """Begin to load the machine code, once there is a board to look at."""
        if self._warming is None:
            self._warming = warm_up(self.table.game)

    def _take_turn(self) -> None:
        table = self.table
        if table.mover is None:
            self._after_round()
        elif table.computer_to_move:
            self._computer_turn()
        else:
            self._person_turn()

    def _computer_turn(self) -> None:
        mover = self.table.mover
        assert mover is not None
        choice = self.computer.move(self.table.round, self.table.seat(mover), told(mover))
        self.make(choice.move)

    def _person_turn(self) -> None:
        position = self.table.round.position
        if position.phase != "play" and position.hand == 0:
            self.screen.say(OpeningDialogue.introduce(position))
        if str(position.legal_moves[0]) == PASS:
            self.screen.say(_("{player} has no legal move: Enter passes.", player=position.mover))
        text = self._ask(told(position.mover)).strip()
        if begins_opening(text, position):
            self._open(text, position)
        elif not text:
            if str(position.legal_moves[0]) == PASS:
                self.make(position.legal_moves[0])
        elif not self.commands.perform(text):
            self._try_move(text, position)

    def _ask(self, prompt: str) -> str:
        """Ask for a line; the machine code is loaded meanwhile."""
        self.warm()
        return self.screen.ask(prompt)

    def _open(self, text: str, position: Position) -> None:
        move = OpeningDialogue(position, self).run(text)
        if move is not None:
            self.make(move, animated=False)

    def _try_move(self, text: str, position: Position) -> None:
        try:
            move = read_move(text, position)
        except BonducError as error:
            self.screen.say(*self.commands.complaint(text, error))
        else:
            self.make(move)

    def make(self, move: Move, animated: bool = True) -> None:
        """Play a move, show it and tell it."""
        before = self.table.round.position
        sowing = before.sowing(move)
        picture = self.picture(Scene.of(before))
        self.table.round.play(move)
        if animated:
            self.screen.animate(picture, shots(sowing, self.settings.speed))
        self._end_told = sowing.after.mover is None
        played = _("{player} played {move}.", player=before.mover, move=move)
        more = _("(why tells all)")
        self.screen.say(f"{played} {briefly(sowing.explain(), more)}")

    def picture(self, scene: Scene, status: str = "") -> Picture:
        """A scene as this session shows it."""
        return Picture(self.table.title(), scene, self.settings.bottom, self.table.names(), status)

    def refresh(self) -> None:
        """Show the current position with the last move and the holes that can be played."""
        round_ = self.table.round
        last = self.table.last_move
        scene = Scene.of(round_.position)
        if last is not None and last.after == round_.position:
            scene = after_move(last)
        if self.table.mover is None:
            scene = replace(scene, mover=None)
        elif not self.table.computer_to_move:
            scene = replace(scene, choices=choices_of(round_.position))
        self.screen.show(self.picture(scene))

    def _after_round(self) -> None:
        table = self.table
        outcome = table.round.outcome
        assert outcome is not None
        over = table.match is None or table.match.outcome is not None
        if not self._end_told:
            self.screen.say(describe_outcome(outcome, table))
        self._end_told = False
        if table.match is not None:
            self.screen.say(*announce_match_end(table.match))
        if not table.people and over:
            self.leave()
            return
        if not table.people:
            self._next_round()
            return
        wanted = _("new, undo, why, save or quit") if over else _("Enter for the next round; or undo, why, save, quit")
        text = self._ask(_("Over ({wanted})", wanted=wanted)).strip()
        if not text and not over:
            self._next_round()
        elif text and not self.commands.perform(text):
            self.screen.say(_("The round is over: {wanted}.", wanted=wanted))

    def _next_round(self) -> None:
        match = self.table.match
        assert match is not None
        match.next_round()
        self.screen.say(*announce_round(match))


def choices_of(position: Position) -> frozenset[int]:
    """The holes that may be named next.

    As an opening begins, either of the two holes to be emptied: the steps alone, in their order, would leave out the
    rightmost.
    """
    if position.phase != "play" and not position.hand:
        owners = position.owners
        return frozenset(i for i, seeds in enumerate(position.holes) if seeds and owners[i] == position.mover)
    return frozenset(move.hole for move in position.legal_moves if move.hole is not None)


def describe_outcome(outcome: Outcome, table: Table) -> str:
    """How the round ended, in one sentence."""
    places = {"player": outcome.winner, "high": max(outcome.score), "low": min(outcome.score), "reason": outcome.reason}
    scored = table.game.spec.counts_seeds and outcome.is_by_score
    if outcome.reason not in TOLD_REASONS:
        if outcome.winner is None:
            return _("The round is a draw.")
        return _("{player} wins {high} to {low}.", **places) if scored else _("{player} wins.", **places)
    if outcome.winner is None:
        return _("The round is a draw ({reason}).", **places)
    return (
        _("{player} wins {high} to {low} ({reason}).", **places) if scored else _("{player} wins ({reason}).", **places)
    )
