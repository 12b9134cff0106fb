"""The commands at the prompt, beside moves."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from bonduc.errors import BonducError, IllegalMoveError, system_fault
from bonduc.language import N_, Items, _, sentence, told
from bonduc.play import Match, Round
from bonduc.players import Player
from bonduc.terminal.console.screen import wrap
from bonduc.terminal.drawing.pace import SPEEDS, read_speed
from bonduc.terminal.session.computer import describe_score
from bonduc.terminal.session.help_text import help_lines
from bonduc.terminal.session.host import Host
from bonduc.terminal.session.moves import list_moves, looks_like_move, read_move
from bonduc.terminal.session.saving import find_game, put, read_game, save_game
from bonduc.terminal.session.table import Table


class Actions:
    """Performs commands for a session. Faults are told, never raised."""

    def __init__(self, session: Host) -> None:
        self.session = session
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "hint": self._hint,
            "why": self._why,
            "moves": self._moves,
            "board": self._board,
            "flip": self._flip,
            "speed": self._speed,
            "save": self._save,
            "load": self._load,
            "resign": self._resign,
            "draw": self._draw,
            "new": self._new,
            "help": self._help,
            "quit": self._quit,
        }
        self.short = {"?": "help", "q": "quit", "exit": "quit", "u": "undo", "back": "undo", "h": "hint"}

    @property
    def table(self) -> Table:
        """The table of the session."""
        return self.session.table

    def say(self, *messages: str) -> None:
        """Tell the person something."""
        self.session.screen.say(*messages)

    def perform(self, text: str) -> bool:
        """Perform the command a line begins with; False if it begins with none."""
        word, _, rest = text.strip().partition(" ")
        name = word.lower()
        if name not in self.commands:
            # A hole of that letter comes first: `h` moves from h where there is such a hole.
            if name not in self.short or looks_like_move(word, self.table.round.position):
                return False
            name = self.short[name]
        try:
            self.commands[name](rest.strip())
        except BonducError as error:
            self.say(sentence(error.told))
        except OSError as error:
            if error.filename is None:  # of the screen, and no file's
                raise
            self.say(f"{error.filename}: {told(system_fault(error))}")
        return True

    def complaint(self, text: str, error: BonducError) -> list[str]:
        """What to say to a line that is neither a command nor a legal move."""
        if isinstance(error, IllegalMoveError):
            return [error.refusal.told]
        if looks_like_move(text, self.table.round.position):
            return [sentence(error.told)]
        near = get_close_matches(text.split()[0].lower(), self.commands, n=1)
        hint = _("Did you mean {word}?", word=near[0]) if near else _("Type a move, or help.")
        return [_("{text!r} is neither a move nor a command.", text=text[:40]), hint]

    def _undo(self, argument: str) -> None:
        undone = [str(move) for move in self.table.take_back() if move is not None]
        self.say(_("Taken back: {moves}.", moves=Items(reversed(undone))) if undone else _("The round goes on."))

    def _redo(self, argument: str) -> None:
        redone = [str(move) for move in self.table.bring_back() if move is not None]
        self.say(_("Played again: {moves}.", moves=Items(redone)) if redone else _("As it was."))

    def _hint(self, argument: str) -> None:
        round_ = self.table.round
        if round_.outcome:
            self.say(_("The round is over: there is nothing to play."))
            return
        choice = self.session.computer.hint(round_)
        score = describe_score(choice.analysis)
        said = (
            _("Hint: {move}, {score}.", move=choice.move, score=score)
            if score
            else _("Hint: {move}.", move=choice.move)
        )
        self.say(said)

    def _why(self, argument: str) -> None:
        round_ = self.table.round
        if not argument:
            last = self.table.last_move
            if last is None:
                self.say(
                    _(
                        "No move has been played yet. why X tells what the move X would do, or why it is not legal.",
                    )
                )
                return
            played = _("{player} played {move}.", player=last.before.mover, move=last.move)
            self._tell([played, *last.explain()])
            return
        if round_.outcome:
            self.say(_("The round is over: no move can be played."))
            return
        try:
            move = read_move(argument, round_.position)
        except IllegalMoveError as error:
            self.say(error.refusal.told)
            return
        told = [_("Move {move} is legal. It would do this:", move=move), *round_.position.explain(move)]
        analysis = self.session.computer.judge(round_, move)
        score = "" if analysis is None else describe_score(analysis)
        self._tell([*told, sentence(score)] if score else told)

    def _tell(self, sentences: list[str]) -> None:
        """A short explanation under the board, a long one on a page of its own."""
        if self.session.screen.live and len(sentences) > 5:
            self.session.screen.page([line for sentence in sentences for line in wrap(sentence)])
        else:
            self.say(" ".join(sentences))

    def _moves(self, argument: str) -> None:
        self.say(_("Legal: {moves}.", moves=list_moves(self.table.round)))

    def _board(self, argument: str) -> None:
        """The board is shown again before every prompt."""

    def _flip(self, argument: str) -> None:
        settings = self.session.settings
        settings.bottom = settings.bottom.other
        self.say(_("{player} is at the bottom now.", player=settings.bottom))

    def _speed(self, argument: str) -> None:
        if not argument:
            now = self.session.settings.speed
            self.say(_("The speed is {speed}; there are {speeds}.", speed=now, speeds=Items(SPEEDS)))
            return
        self.session.settings.speed = read_speed(argument)
        self.say(_("Speed: {speed}.", speed=self.session.settings.speed))

    def _save(self, argument: str) -> None:
        if not argument:
            self.say(_("Save where? save FILE writes the game to FILE."))
            return
        written = save_game(self.table, argument, self._confirms)
        self.say(_("Saved in {file}.", file=written) if written else _("Nothing was saved."))
        if written:
            self.session.autosave.saved(self.table)

    def _load(self, argument: str) -> None:
        path = None if argument else self.session.autosave.latest()
        if path is None and not argument:
            self.say(_("Load what? load FILE goes on with a saved game."))
            return
        found = find_game(argument) if path is None else read_game(path)
        if path is not None and not self._wants(found, path):
            self.say(_("Nothing was loaded. load FILE goes on with a saved game."))
            return
        if self._may_leave():
            put(found, self.table)
            self.session.autosave.saved(self.table)
            self.say(_("Loaded {file}: {title}.", file=argument or path, title=self.table.title()))

    def _wants(self, found: Round | Match, path: Path) -> bool:
        """Is the game kept last one of the kind at the table, or wanted all the same?"""
        other = Table(found.game, self.table.players)
        put(found, other)
        if other.game == self.table.game and (other.match is None) == (self.table.match is None):
            return True
        return self._confirms(
            _("The game kept last is another: {title} ({file}). Load it?", title=other.title(), file=path)
        )

    def _may_leave(self) -> bool:
        """Keep the game under way before it gives way; if it cannot be kept, only who says so loses it."""
        try:
            self.say(*self.session.autosave.keep(self.table))
        except BonducError as error:
            given_up = self._confirms(_("{fault} Go on without it?", fault=error))
            if given_up:
                self.session.autosave.saved(self.table)
            return given_up
        return True

    def _confirms(self, question: str) -> bool:
        self.session.refresh()
        self.say(question)
        answer = self.session.screen.ask(_("y/N")).strip().lower()
        # The answers of the language in use, and the English ones in every language.
        return bool(answer) and answer in (*_("y yes").split(), "y", "yes")

    def _resign(self, argument: str) -> None:
        speaker, match = self._speaker(), self.table.match
        if match is not None and match.round.carried and not self._confirms(self._cost(match, speaker)):
            self.say(_("The round goes on."))
            return
        self.table.round.resign(speaker)

    def _cost(self, match: Match, speaker: Player) -> str:
        """What giving up the round costs, as a question."""
        held = match.round.given_up(speaker)
        told = {"player": speaker, "count": held[speaker], "other": speaker.other, "rest": held[speaker.other]}
        if match.given_up(speaker) is not None:
            return _(
                "{player} would keep {count}: what is won, and half of the own holes. {other} would have {rest}. "
                "That ends the match. Resign?",
                **told,
            )
        return _(
            "{player} would keep {count}: what is won, and half of the own holes. {other} would have {rest}. "
            "The match goes on. Resign?",
            **told,
        )

    def _draw(self, argument: str) -> None:
        round_ = self.table.round
        if round_.outcome:
            raise BonducError(N_("the round is over"))
        asker = self._speaker()
        if self.table.seat(asker.other).is_computer:
            agreed = self.session.computer.accepts_draw(round_)
            self.say(_("The computer agrees.") if agreed else _("The computer would rather play on."))
        else:
            agreed = self._confirms(
                _("{player} offers a draw. {other}, do you agree?", player=asker, other=asker.other)
            )
        if agreed:
            round_.agree_draw()
        elif not self.table.seat(asker.other).is_computer:
            self.say(_("The draw is declined."))

    def _speaker(self) -> Player:
        """The side that speaks: the one to move."""
        if self.table.mover is None:
            raise BonducError(N_("the round is over"))
        return self.table.mover

    def _new(self, argument: str) -> None:
        if self._may_leave():
            self.table.restart()
            self.say(_("A new game."))

    def _help(self, argument: str) -> None:
        self.session.screen.page(help_lines(self.table))

    def _quit(self, argument: str) -> None:
        if self._may_leave():
            self.session.leave()
