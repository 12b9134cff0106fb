"""Lessons at the prompt: the board, the task, a move, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bonduc.errors import BonducError, IllegalMoveError
from bonduc.language import Items, _, digits, sentence, told
from bonduc.lessons import Lesson, Status, Verdict
from bonduc.play import Round
from bonduc.players import Player
from bonduc.position import Position, Sowing
from bonduc.terminal.console.screen import Picture, Screen
from bonduc.terminal.drawing.pace import shots
from bonduc.terminal.drawing.scene import Scene, after_move
from bonduc.terminal.session.moves import list_moves, looks_like_move, read_move
from bonduc.terminal.session.session import choices_of
from bonduc.terminal.texts.own_name import own_command


class Tutorial:
    """The lessons of one game, from one of them on; `run` returns when they are done or the person leaves."""

    def __init__(self, lessons: Sequence[Lesson], screen: Screen, speed: str) -> None:
        self.lessons = lessons
        self.screen = screen
        self.speed = speed
        self.number = 1  # of the lesson under way
        self.moves: list[str] = []  # the learner's, in this lesson
        self.position: Position = lessons[0].position
        self.last: Sowing | None = None  # what "why" tells of
        self.leaving = False
        self.commands: dict[str, Callable[[], None]] = {
            "hint": lambda: self.screen.say(self.lesson.hint.told),
            "why": self._why,
            "moves": lambda: self.screen.say(list_moves(Round(self.position.game, self.position))),
            "task": self._introduce,
            "again": lambda: self._begin(self.number),
            "next": lambda: self._begin(self.number + 1),
            "back": lambda: self._begin(max(1, self.number - 1)),
            "help": self._help,
            "quit": self._leave,
        }

    @property
    def lesson(self) -> Lesson:
        """The lesson under way."""
        return self.lessons[self.number - 1]

    def run(self, number: int = 1) -> None:
        """Go through the lessons from `number` on."""
        try:
            self._begin(number)
            while not self.leaving:
                self._show(Scene.of(self.position), choices=True)
                self._read(self.screen.ask(_("Your move ({player})", player=self.lesson.learner)).strip())
        except (EOFError, KeyboardInterrupt):
            pass
        finally:
            self.screen.close()

    def _begin(self, number: int) -> None:
        """Begin a lesson; after the last one, leave."""
        if number > len(self.lessons):
            self.screen.say(_("These were all the lessons. Play a game now: {command}", command=self._play_command()))
            self._leave()
            return
        self.number, self.moves, self.last = number, [], None
        self.position = self.lesson.position
        self._introduce()

    def _play_command(self) -> str:
        return own_command("play", self.lesson.game.id)

    def _introduce(self) -> None:
        self.screen.say(
            _("{number}. {title}", number=self.number, title=self.lesson.title),
            self.lesson.text.told,
        )
        if self.position.phase != "play":
            self.screen.say(_("Write it at once: EF>A2,B3,j5 empties E and F and puts 2 into A, 3 into B, 5 into j."))

    def _help(self) -> None:
        self.screen.say(_("Type a move, or: hint, why, moves, task, again, next, back, quit."))

    def _leave(self) -> None:
        self.leaving = True

    def _why(self) -> None:
        if self.last is None:
            self.screen.say(_("No move has been played."))
        else:
            self.screen.say(*self.last.explain())

    def _read(self, text: str) -> None:
        command = self.commands.get(text.lower())
        if command is not None:
            command()
        elif not text:
            self._help()
        else:
            self._try(text)

    def _try(self, text: str) -> None:
        try:
            move = read_move(text, self.position)
        except IllegalMoveError as error:
            self.screen.say(error.refusal.told)
            return
        except BonducError as error:
            known = looks_like_move(text, self.position)
            self.screen.say(
                sentence(error.told) if known else _("{text!r} is neither a move nor a command.", text=text[:40])
            )
            self._help()
            return
        self._judge(self.lesson.check([*self.moves, str(move)]), str(move))

    def _judge(self, verdict: Verdict, move: str) -> None:
        """Show what the move did and say what came of it."""
        for sowing in verdict.sowings:
            self.screen.animate(self._picture(Scene.of(sowing.before)), shots(sowing, self.speed))
        self.last = verdict.sowings[0]
        self.screen.say(verdict.message)
        if verdict.status == Status.MISSED:
            self.screen.say(_("Try again."))
            self._keep_before_turn(verdict.position)
            return
        self.moves.append(move)
        self.position = verdict.position
        if verdict.passed:
            self._show(after_move(verdict.sowings[-1]))
            self.screen.ask(_("Enter: on to the next lesson"))
            self._begin(self.number + 1)

    def _keep_before_turn(self, position: Position) -> None:
        """Forget the steps of the turn that missed its goal."""
        while self.moves and self.lesson.check(self.moves).status == Status.UNFINISHED:
            self.moves.pop()
        self.position = position

    def _picture(self, scene: Scene) -> Picture:
        title = told(Items([self.lesson.game.name, digits(f"{self.number}/{len(self.lessons)}")]))
        bottom: Player = self.lesson.learner
        return Picture(title, scene, bottom)

    def _show(self, scene: Scene, choices: bool = False) -> None:
        if choices and scene.mover is not None:
            scene = replace(scene, choices=choices_of(self.position))
        self.screen.show(self._picture(scene))
