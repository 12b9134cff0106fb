"""Lesson: a position, what to achieve in it, and the check of what the learner does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bonduc.errors import BonducError, IllegalMoveError
from bonduc.events import SowingEvent
from bonduc.language import N_, Message, _
from bonduc.lessons.goals import Goal, Turn
from bonduc.notation import Move, move_of_steps
from bonduc.play import Round
from bonduc.players import Player
from bonduc.position import Game, Position, Sowing, game

TOLD = 4  # sentences of an explanation that feedback repeats


class Status(StrEnum):
    """What became of the learner's last move."""

    PASSED = "passed"  # the lesson is done
    ONWARD = "onward"  # this turn was right, another follows
    UNFINISHED = "unfinished"  # a step of a turn of several steps
    MISSED = "missed"  # legal, but not what was asked for
    ILLEGAL = "illegal"


@dataclass(frozen=True)
class Stage:
    """One turn of the learner: its goal, what to say when it is met, and the opponent's reply to it."""

    goal: Goal
    reply: str = ""
    done: Message | None = None


@dataclass(frozen=True)
class Verdict:
    """What the check says: `message` in the language in use, `position` where the learner goes on.

    `sowings` are what to show: the learner's last move and, where there is one, the reply to it; none of an illegal
    move. After a missed turn `position` is the one before it, to try again; `sowings` still show what it did.
    """

    status: Status
    message: str
    position: Position
    sowings: tuple[Sowing, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the whole lesson is done."""
        return self.status == Status.PASSED


@dataclass(frozen=True)
class Lesson:
    """One task.

    rules      the numbers of the game's rules (its rules page) that it teaches; "endless" and "repetition" for those
               common to all games
    text       what to learn and what to do, in a sentence or two
    start      where the learner begins (position text; "" for the start of a round) after the moves of `before`
    stages     the turns of the learner
    praise     said when the last of them is right
    """

    slug: str
    title: Message
    text: Message
    rules: tuple[str, ...]
    stages: tuple[Stage, ...]
    hint: Message
    praise: Message
    start: str = ""
    before: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    game_id: str = ""

    @cached_property
    def game(self) -> Game:
        """The game with the options of the lesson."""
        return game(self.game_id, **dict(self.options))

    @cached_property
    def position(self) -> Position:
        """Where the learner begins."""
        return self._begin().position

    @property
    def learner(self) -> Player:
        """The side that the learner plays."""
        mover = self.position.mover
        assert mover is not None
        return mover

    def _begin(self) -> Round:
        round_ = Round(self.game, self.game.position(self.start) if self.start else None)
        for move in self.before:
            round_.play(move)
        return round_

    def check(self, moves: Sequence[str]) -> Verdict:
        """What became of the learner's moves so far: the verdict on the last, or on the first that was not right.

        Only the learner's moves are given; replies are the lesson's own. Raises NotationError for a text that is no
        move, BonducError if there are no moves or more than the lesson asks for.
        """
        if not moves:
            raise BonducError(N_("no moves to check"))
        attempt = _Attempt(self, self._begin())
        for move in moves:
            verdict = attempt.play(move)
            if verdict.status in (Status.MISSED, Status.ILLEGAL):
                break
        return verdict


class _Attempt:
    """The learner's moves as they are checked."""

    def __init__(self, lesson: Lesson, round_: Round) -> None:
        self.lesson = lesson
        self.round = round_
        self.stage = 0
        self.before = round_.position  # where the turn under way began
        self.steps: list[int] = []  # of the turn under way

    def play(self, text: str) -> Verdict:
        """The verdict on one more move."""
        if self.stage == len(self.lesson.stages):
            raise BonducError(N_("the lesson is done already"))
        position = self.round.position
        try:
            sowing = position.sowing(text)
        except IllegalMoveError as error:
            return Verdict(Status.ILLEGAL, error.refusal.told, position)
        self.steps += sowing.move.steps
        self.round.play(sowing.move)
        if self._unfinished():
            return Verdict(Status.UNFINISHED, " ".join(sowing.explain()), self.round.position, (sowing,))
        whole = self._whole_turn(sowing)
        self.steps = []
        fault = self.lesson.stages[self.stage].goal.miss(Turn(whole, self.round.position, self.round.outcome))
        if fault is not None:
            return Verdict(Status.MISSED, f"{_briefly(whole)} {fault.told}", self.before, (sowing,))
        return self._advance(sowing)

    def _unfinished(self) -> bool:
        """Is the turn one of several steps, with more to come?"""
        position, before = self.round.position, self.before
        return before.phase != "play" and position.phase == before.phase and position.mover == before.mover

    def _whole_turn(self, last: Sowing) -> Sowing:
        """All the steps of the turn as one sowing."""
        if len(self.steps) == len(last.move.steps):
            return last
        game = self.lesson.game
        row = self.before
        events: list[SowingEvent] = []
        for step in self.steps:
            sowing = row.sowing(move_of_steps((step,), game.layout))
            events += sowing.events
            row = sowing.after
        return Sowing(self.before, Move(str(last.move), tuple(self.steps)), tuple(events), last.after)

    def _advance(self, sowing: Sowing) -> Verdict:
        stage = self.lesson.stages[self.stage]
        self.stage += 1
        shown = [sowing]
        if self.stage == len(self.lesson.stages):
            return Verdict(Status.PASSED, self.lesson.praise.told, self.round.position, tuple(shown))
        said = [] if stage.done is None else [stage.done.told]
        if stage.reply:
            reply = self.round.position.sowing(stage.reply)
            self.round.play(reply.move)
            shown.append(reply)
            said.append(_("{player} answers: {told}", player=reply.before.mover, told=" ".join(reply.explain())))
        self.before = self.round.position
        return Verdict(Status.ONWARD, " ".join(said), self.round.position, tuple(shown))


def _briefly(sowing: Sowing) -> str:
    """What a turn did: its first sentence and its last ones, where captures and the end stand."""
    sentences = sowing.explain()
    if len(sentences) > TOLD:
        sentences = [sentences[0], "…", *sentences[2 - TOLD :]]
    return " ".join(sentences)


@dataclass(frozen=True)
class Course:
    """The lessons of one game in their order; `about` says in a sentence or two what the game is like."""

    game_id: str
    about: Message
    lessons: tuple[Lesson, ...]
