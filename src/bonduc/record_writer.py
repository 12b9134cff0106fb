"""Writes game records: their text, and files of them that are never left half written."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from bonduc.errors import BonducError, system_fault
from bonduc.language import N_
from bonduc.players import SOUTH
from bonduc.record import GameRecord, RecordNode

WIDTH = 80

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Control characters, line and paragraph separators, the byte-order mark, and surrogates, which no file can hold.
_UNWRITABLE = "\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff"
_IN_TAG = re.compile(rf'[\\"{_UNWRITABLE}]')
_IN_COMMENT = re.compile(rf"[\\}}{_UNWRITABLE}]")
# A comment may be broken at a blank that stands alone, but no line may begin as a tag does.
_BREAK = re.compile(r"(?<=[^ ]) (?=[^ \[])")


def _escape(text: str, special: re.Pattern[str]) -> str:
    def written(match: re.Match[str]) -> str:
        character = match[0]
        if character in '\\"}':
            return "\\" + character
        return _NAMED.get(character, f"\\u{ord(character):04x}")

    return special.sub(written, text)


def format_record(record: GameRecord) -> str:
    """The text of a record, ending in a newline."""
    tags = "".join(f'[{name} "{_escape(value, _IN_TAG)}"]\n' for name, value in record.tags.items())
    return f"{tags}\n{_wrapped(_joined(record))}\n"


def format_records(records: Iterable[GameRecord]) -> str:
    """The text of several records, an empty line between them."""
    return "\n".join(format_record(record) for record in records)


def _joined(record: GameRecord) -> Iterator[str]:
    """The words of the moves' text and the result; a line may break between any two."""
    held = ""
    for word, touches in _words(record):
        if touches:
            held += word
        else:
            if held:
                yield held
            held = word
    if held:
        yield held
    yield record.result


def _words(record: GameRecord) -> Iterator[tuple[str, bool]]:
    """Comments, numbered moves and parentheses in order, each with whether it touches the one before.

    Iterative: lines and variations may be of any depth.
    """
    root = record.root
    yield from _separate(_comment_words(root.comments))
    # What is still to be written, the next one last: a node with the line after it, or the end of a variation.
    todo: list[tuple[RecordNode, bool] | None] = [(root.children[0], False)] if root.children else []
    numbered = False  # whether the move just written makes a number before the next one unnecessary
    while todo:
        item = todo.pop()
        if item is None:
            yield ")", True
            numbered = False
            continue
        node, begins_variation = item
        if begins_variation:
            yield "(", False
        numbered = numbered and not begins_variation and not node.opening
        before = [*_comment_words(node.opening), _numbered(node, numbered)]
        yield before[0], begins_variation
        yield from _separate([*before[1:], *_comment_words(node.comments)])
        numbered = not node.comments
        if node.children:
            todo.append((node.children[0], False))
        assert node.parent is not None
        if not begins_variation:
            for sibling in reversed(node.parent.children[1:]):
                todo += [None, (sibling, True)]


def _separate(words: Iterable[str]) -> Iterator[tuple[str, bool]]:
    return ((word, False) for word in words)


def _numbered(node: RecordNode, continues: bool) -> str:
    """The move, with its number where it begins South's turn or nothing just before it shows the number."""
    before = node.parent
    assert before is not None
    same_turn = before.mover == node.mover and before.number == node.number
    if continues and (same_turn or node.mover != SOUTH):
        return str(node.move)
    return node.numbered


def _comment_words(comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield from _BREAK.split("{" + _escape(comment, _IN_COMMENT) + "}")


def _wrapped(words: Iterable[str]) -> str:
    """The words with blanks between them, in lines of at most WIDTH characters where that can be."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return "\n".join(lines)


def write_records(path: str | os.PathLike[str], records: Iterable[GameRecord]) -> None:
    """Write records to a file, in place of what it held: all of them, or, if anything fails, none.

    Raises BonducError if the file cannot be written.
    """
    _store(Path(path), format_records(records), keep=False)


def append_records(path: str | os.PathLike[str], records: Iterable[GameRecord]) -> None:
    """Add records to the end of a file (made if it is missing): all of them, or, if anything fails, none.

    What the file held stays as it is, whatever that was. Several processes may append to one file at once. The file
    is copied each time, so many records are better given together. Raises BonducError if it cannot be written.
    """
    _store(Path(path), format_records(records), keep=True)


def _store(path: Path, text: str, keep: bool) -> None:
    """Put the new content beside the file and then in its place, in one step, while no one else does."""
    try:
        if path.exists() and not path.is_file():
            # A pipe or a terminal cannot be replaced; a directory refuses with the right message. It is opened by the
            # name given: /dev/stdout leads to a pipe that has no other.
            with path.open("wb") as device:
                device.write(text.encode())
            return
        target = Path(os.path.realpath(path))
        with _locked(target) as current:
            held = current.read() if keep else b""
            _replace(target, held + _gap(held) + text.encode())
    except (OSError, ValueError) as error:  # a name with a null byte or no encoding is a ValueError
        fault = N_("cannot write records to {file!r}: {why}", file=str(path), why=system_fault(error))
        raise BonducError(fault) from error


def _gap(held: bytes) -> bytes:
    """What must follow `held` so that an empty line comes before the next record."""
    if not held.strip():
        return b""
    line_ended = held.endswith(b"\n")
    empty_line = line_ended and held[:-1].removesuffix(b"\r").endswith(b"\n")
    return b"" if empty_line else b"\n" if line_ended else b"\n\n"


def _locked(target: Path) -> BinaryIO:
    """The file, opened and locked until it is closed; made if it is missing."""
    while True:
        file = target.open("a+b")
        fcntl.flock(file, fcntl.LOCK_EX)
        # Whoever held the lock before may have put a new file in this one's place.
        if target.exists() and os.path.samestat(os.fstat(file.fileno()), target.stat()):
            file.seek(0)
            return file
        file.close()


def _replace(target: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, name)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
