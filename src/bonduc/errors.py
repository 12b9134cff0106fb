"""Every error bonduc raises on purpose. All are ValueErrors; when one is raised, nothing has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bonduc.language import N_, Items, Message, told


class BonducError(ValueError):
    """Bad input: the message names the input and what is wrong with it; `told` is for people, in their language."""

    @property
    def told(self) -> str:
        """The message in the language in use, where it is one that can be translated."""
        return told(self.args[0] if self.args else "")

    def __reduce__(self) -> tuple[Any, ...]:
        # As it is, whatever its __init__ takes: an error that cannot be read again leaves a process pool waiting.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[BonducError], arguments: tuple[Any, ...], state: Mapping[str, Any]) -> BonducError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(state)
    return error


class UnknownGameError(BonducError):
    """No game has this id; the message suggests the nearest one."""


class OptionError(BonducError):
    """A game or match has no such option, or the option cannot take this value."""


class NotationError(BonducError):
    """A text that cannot be read as a move, a position or a record."""


class RecordError(NotationError):
    """A record that cannot be read or replayed; `line` and `column` (from 1) say where."""

    def __init__(self, message: str, line: int, column: int, source: str = "") -> None:
        text = N_("line {line}, column {column}: {fault}", line=line, column=column, fault=message)
        super().__init__(N_("{source}: {fault}", source=source, fault=text) if source else text)
        self.message = message
        self.line = line
        self.column = column
        self.source = source


class IllegalPositionError(BonducError):
    """A position that can be read but cannot occur; `defects` lists all that is wrong with it."""

    def __init__(self, text: str, defects: Sequence[str]) -> None:
        super().__init__(N_("impossible position {position!r}: {defects}", position=text, defects=Items(defects, "; ")))
        self.text = text
        self.defects = tuple(defects)


class IllegalMoveError(BonducError):
    """A move the rules forbid in this position; `rule` says which rule and why."""

    def __init__(self, move: str, position: str, rule: str) -> None:
        super().__init__(
            N_("illegal move {move!r}: {rule} (position {position})", move=move, rule=rule, position=position)
        )
        self.move = move
        self.position = position
        self.rule = rule

    @property
    def refusal(self) -> Message:
        """Which rule forbids the move, and why, as a sentence for whoever tried it."""
        if self.move == "pass":
            return N_("Pass is not legal: {rule}.", rule=self.rule)
        return N_("Move {move} is not legal: {rule}.", move=self.move, rule=self.rule)


class UndecidedSowingError(BonducError):
    """A sowing so long that it was given up before it was known whether it ever ends; so is what depends on it.

    Only a process that answers many gives up; elsewhere sowings are followed for as long as it takes.
    """

    def __init__(self) -> None:
        super().__init__(N_("this sowing was given up: it goes on for so long that nobody knows whether it ends"))


class LongSowingError(BonducError):
    """A sowing of too many laps to be shown one by one; it ends, and may be played."""

    def __init__(self, laps: int) -> None:
        super().__init__(N_("this sowing has more than {count} laps: too many to be shown one by one", count=laps))


class MissingExtraError(BonducError):
    """A part of bonduc that needs an optional extra which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(N_("{what} needs an optional part: install bonduc[{extra}]", what=what, extra=extra))
        self.extra = extra


def system_fault(error: Exception) -> str:
    """Why the system refused something, in the language in use where it is one of the common faults."""
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    return next((fault for fault in _SYSTEM_FAULTS if fault == error.strerror), error.strerror)


_SYSTEM_FAULTS = (
    N_("No such file or directory"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("No space left on device"),
)
