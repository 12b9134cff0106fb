"""The computer at the board: moves, hints and offers judged in the background while the screen stays alive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from bonduc.engine import Analysis, Choice, Engine, EngineSettings, analyse, choose
from bonduc.engine.analysis import AUTO
from bonduc.language import _, decimal, ngettext
from bonduc.notation import Move
from bonduc.play import Round
from bonduc.position import Game
from bonduc.terminal.console.screen import Screen
from bonduc.terminal.session.seats import LEVELS, Seat

T = TypeVar("T")
HINT_SECONDS = 1.0
JUDGE_SECONDS = 0.5
SLOW_START = 1.5  # seconds after which a first compilation is mentioned


class Background(Generic[T]):
    """A function running in a thread of its own, which does not keep the program alive."""

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self._error: BaseException | None = None
        self._value: list[T] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._value.append(self._function())
        except BaseException as error:
            self._error = error

    @property
    def done(self) -> bool:
        """Whether the function has returned or raised."""
        return not self._thread.is_alive()

    def result(self) -> T:
        """What the function returned, waiting for it; raises what it raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._value[0]


def warm_up(game: Game) -> Background[object]:
    """Load or compile the machine code of a game and of the engine while a person thinks."""

    def load() -> object:
        Engine(game, EngineSettings(megabytes=0)).load()
        return analyse(game.start(), depth=1)

    return Background(load)


class Computer:
    """The engine as a session uses it. `seed` makes its choices repeatable where no clock ends them."""

    def __init__(self, screen: Screen, seed: int | None = None) -> None:
        self.screen = screen
        self.seed = seed

    def move(self, round_: Round, seat: Seat, name: str) -> Choice:
        """The computer's choice for the mover of a round."""
        progress = _Progress(_("{player} is thinking…", player=name))
        ply = len(round_.moves)
        seed = None if self.seed is None else self.seed + ply
        return self._wait(
            lambda: choose(
                round_, level=seat.level or LEVELS[-1], seconds=seat.seconds, seed=seed, on_info=progress, tables=AUTO
            ),
            progress,
        )

    def hint(self, round_: Round) -> Choice:
        """The best move it finds in about a second."""
        progress = _Progress(_("The computer is thinking…"))
        return self._wait(
            lambda: choose(
                round_, level=LEVELS[-1], seconds=HINT_SECONDS, seed=self.seed, on_info=progress, tables=AUTO
            ),
            progress,
        )

    def judge(self, round_: Round, move: Move) -> Analysis | None:
        """How the position after a legal move stands; None if the move ends the round."""
        after = round_.position.play(move)
        if after.mover is None or any(each.repetition_key == after.repetition_key for each in round_.positions):
            return None
        progress = _Progress(_("The computer is thinking…"))
        return self._wait(
            lambda: analyse(after, seconds=JUDGE_SECONDS, history=round_.positions, on_info=progress, tables=AUTO),
            progress,
        )

    def accepts_draw(self, round_: Round) -> bool:
        """Whether the computer, not on move, does no better than a draw by its own analysis."""
        progress = _Progress(_("The computer is thinking…"))
        found = self._wait(
            lambda: analyse(round_, seconds=HINT_SECONDS, on_info=progress, tables=AUTO),
            progress,
        )
        return found.lines[0].score >= 0

    def _wait(self, function: Callable[[], T], progress: _Progress) -> T:
        task = Background(function)
        self.screen.wait(lambda: task.done, progress.text)
        result = task.result()
        found = result.analysis if isinstance(result, Choice) else result
        if isinstance(found, Analysis):
            self.screen.say(*found.warnings)  # of endgame tables that cannot be believed
        return result


class _Progress:
    """What the computer has found so far, for the line that says it is thinking."""

    def __init__(self, thinking: str) -> None:
        self.thinking = thinking
        self.analysis: Analysis | None = None

    def __call__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def text(self, seconds: float) -> str:
        passed = _("{count} s", count=round(seconds))
        line = f"{self.thinking} {passed}"
        if self.analysis is not None:
            return f"{line}, {_depth(self.analysis.depth)}"
        if seconds > SLOW_START:
            return " ".join([line, _("(the first time it compiles: up to a minute)")])
        return line


def describe_score(analysis: Analysis) -> str:
    """How the computer sees the position, in seeds, for the side that stands better."""
    if not analysis.lines:
        return ""
    line = analysis.lines[0]
    mover = analysis.position.mover
    if mover is None:
        return ""
    leader = mover if line.score >= 0 else mover.other
    sure = _("exact") if line.exact else _depth(line.depth)
    if not analysis.position.game.spec.counts_seeds:
        even = line.score == 0
        return _("even ({sure})", sure=sure) if even else _("{player} stands better ({sure})", player=leader, sure=sure)
    lead = abs(line.score)
    if lead < 0.05:
        return _("even ({sure})", sure=sure)
    return _("{player} +{lead} ({sure})", player=leader, lead=decimal(lead, 1), sure=sure)


def _depth(moves: int) -> str:
    return ngettext("{count} move deep", "{count} moves deep", moves)
