"""Every error bonduc raises on purpose. All are ValueErrors; when one is raised, nothing has changed."""

from __future__ import annotations

from collections.abc import Sequence


class BonducError(ValueError):
    """Bad input: the message names the input and what is wrong with it."""


class UnknownGameError(BonducError):
    """No game has this id; the message suggests the nearest one."""


class OptionError(BonducError):
    """A game or match has no such option, or the option cannot take this value."""


class NotationError(BonducError):
    """A text that cannot be read as a move, a position or a record."""


class RecordError(NotationError):
    """A record that cannot be read or replayed; `line` and `column` (from 1) say where."""

    def __init__(self, message: str, line: int, column: int, source: str = "") -> None:
        where = f"{source}: " if source else ""
        super().__init__(f"{where}line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column
        self.source = source


class IllegalPositionError(BonducError):
    """A position that can be read but cannot occur; `defects` lists all that is wrong with it."""

    def __init__(self, text: str, defects: Sequence[str]) -> None:
        super().__init__(f"impossible position {text!r}: {'; '.join(defects)}")
        self.text = text
        self.defects = tuple(defects)


class IllegalMoveError(BonducError):
    """A move the rules forbid in this position; `rule` says which rule and why."""

    def __init__(self, move: str, position: str, rule: str) -> None:
        super().__init__(f"illegal move {move!r}: {rule} (position {position})")
        self.move = move
        self.position = position
        self.rule = rule


class MissingExtraError(BonducError):
    """A part of bonduc that needs an optional extra which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part: install bonduc[{extra}]")
        self.extra = extra
