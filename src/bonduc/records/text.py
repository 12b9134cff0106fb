"""The text of a record, as `tree` describes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from bonduc.notation import Move
from bonduc.players import SOUTH, Player


class WrittenNode(Protocol):
    """What is written of a point of a record."""

    @property
    def move(self) -> Move | None: ...
    @property
    def mover(self) -> Player | None: ...
    @property
    def number(self) -> int: ...
    @property
    def numbered(self) -> str: ...
    @property
    def opening(self) -> Sequence[str]: ...
    @property
    def comments(self) -> Sequence[str]: ...
    @property
    def parent(self) -> WrittenNode | None: ...
    @property
    def children(self) -> Sequence[WrittenNode]: ...


class Written(Protocol):
    """What is written of a record."""

    @property
    def tags(self) -> Mapping[str, str]: ...
    @property
    def root(self) -> WrittenNode: ...
    @property
    def result(self) -> str: ...


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


def format_record(record: Written) -> str:
    """The text of a record, ending in a newline."""
    tags = "".join(f'[{name} "{_escape(value, _IN_TAG)}"]\n' for name, value in record.tags.items())
    return f"{tags}\n{_wrapped(_joined(record))}\n"


def _joined(record: Written) -> Iterator[str]:
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


def _words(record: Written) -> Iterator[tuple[str, bool]]:
    """Comments, numbered moves and parentheses in order, each with whether it touches the one before.

    Iterative: lines and variations may be of any depth.
    """
    root = record.root
    yield from _separate(_comment_words(root.comments))
    # What is still to be written, the next one last: a node with the line after it, or the end of a variation.
    todo: list[tuple[WrittenNode, bool] | None] = [(root.children[0], False)] if root.children else []
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


def _numbered(node: WrittenNode, continues: bool) -> str:
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
