"""Reads game records, one game after the other, and says where the first fault of each game is.

The text is described in `tree`. A game begins at a line that starts with `[`: the first one, one after an empty
line where moves came before, or a `[Game ` line where the game under way has moves or such a tag already. So a fault
never reaches beyond its game, and a file of any length is read one game at a time.

Leniencies in reading:

- a byte-order mark at the beginning of a line and carriage returns before line ends are dropped; any number of empty
  lines and blanks may stand between tags, games, and the words of the moves;
- tags may come in any order; all but `Game` may be left out: the rules and notation are the current ones, the options
  the defaults, the result the one that ends the moves, the termination what the moves show, and the position the
  start; `Game` may be an alias; `Options` may name defaults and come in any order; `Position` may be unswept where
  its round is over, and `Termination` may then be any ending by the rules (it is written as `finished position`);
- move numbers may be left out and may touch the move; how many dots follow one is not checked, the number is;
- moves and positions are read as leniently as `notation` does; a Kiothi opening in steps becomes one move where no
  comment or variation stands between them;
- a line end in a comment, with the blanks around it, counts as one blank; a comment after a variation counts as one
  after the move that it replaces; a variation on the first move of a variation counts as one more on the same move.

Read `loosely`, as where people paste what they have, a record may also lack its game, its result, or the word for how
a round was ended: what it is taken for instead is told.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TypeAlias

from bonduc.errors import BonducError, RecordError, system_fault
from bonduc.language import N_, Items
from bonduc.notation import NOTATION_VERSION
from bonduc.outcome import Termination
from bonduc.players import Player
from bonduc.position import Game, Position, game
from bonduc.records.tree import DERIVED, DRAWN, RESULTS, TAG_NAME, UNFINISHED, GameRecord, RecordNode, fold_steps

Source: TypeAlias = "str | os.PathLike[str] | IO[str] | IO[bytes]"

LONGEST = 1 << 26  # characters of a game worth reading
LONGEST_VALUE = 2000  # characters of a tag that must be understood
LONGEST_SHOWN = 40  # characters of the input that a message repeats

_GAME_TAG = re.compile(r"\[Game\s")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")
_VALUE = re.compile(r'[ \t]*"([^"\\\n]*(?:\\.[^"\\\n]*)*)"')
_TAG_END = re.compile(r"[ \t]*\][ \t]*(?:\n|\Z)")
_GAP = re.compile(r"[ \t\n]*")
_WORD = re.compile(r"[^ \t\n{}()]+")
_NUMBER = re.compile(r"([0-9]{1,9})(?:\.+|…)", re.ASCII)
_COMMENT = re.compile(r"[^\\}]*(?:\\.[^\\}]*)*", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[^u]|)", re.DOTALL)
_NAMED = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "}": "}"}


@dataclass
class Loosely:
    """What records that are not whole are taken for.

    `game` is theirs where they name none (None: such records are refused), `assumed` collects sentences that say what
    was filled in, each once.
    """

    game: Game | None = None
    assumed: list[str] = field(default_factory=list)

    def assume(self, sentence: str) -> None:
        """Something was filled in."""
        if sentence not in self.assumed:
            self.assumed.append(sentence)


def read_records(source: Source, name: str = "", loosely: Loosely | None = None) -> Iterator[GameRecord]:
    """The records of a file, one after the other: `source` is its path, or the file, open for text or bytes.

    `name` is what errors call it (its own name if not given). Raises RecordError with line and column at the first
    fault, BonducError if the file cannot be opened. `scan_records` goes on after a fault. `loosely`: fill in what a
    record lacks. A text is read by `parse_records`.
    """
    yield from _raising(scan_records(source, name, loosely))


def read_record(source: Source, name: str = "") -> GameRecord:
    """The only record of a file; BonducError if there is none or more than one, else as `read_records`."""
    return _only(read_records(source, name), name or _name_of(source))


def parse_records(text: str | bytes, name: str = "", loosely: Loosely | None = None) -> Iterator[GameRecord]:
    """The records of a text, one after the other, else as `read_records`."""
    yield from _raising(_scanned(_of_text(text), name, loosely))


def parse_record(text: str | bytes, name: str = "") -> GameRecord:
    """The only record of a text; BonducError if there is none or more than one, else as `parse_records`."""
    return _only(parse_records(text, name), name)


def scan_records(source: Source, name: str = "", loosely: Loosely | None = None) -> Iterator[GameRecord | RecordError]:
    """As `read_records`, but a game that cannot be read yields its RecordError, and the next game follows."""
    with _opened(source) as file:
        yield from _scanned(file, name or _name_of(source), loosely)


def _scanned(file: IO[str] | IO[bytes], name: str, loosely: Loosely | None) -> Iterator[GameRecord | RecordError]:
    for block in _blocks(file, name):
        try:
            yield _GameReader(block, name, loosely).read()
        except RecordError as error:
            yield error


def _raising(found: Iterable[GameRecord | RecordError]) -> Iterator[GameRecord]:
    for each in found:
        if isinstance(each, RecordError):
            raise each
        yield each


def _only(records: Iterable[GameRecord], name: str) -> GameRecord:
    found = list(records)
    if len(found) != 1:
        raise BonducError(f"{name or 'the text'} holds {len(found)} records instead of one")
    return found[0]


def _of_text(text: str | bytes) -> IO[str] | IO[bytes]:
    if isinstance(text, str):
        return io.StringIO(text, newline="\n")
    if isinstance(text, bytes):
        return io.BytesIO(text)
    raise TypeError(f"a text is a str or bytes, not {text!r}: files are read by read_records")


def _name_of(source: Source) -> str:
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", "")
    return name if isinstance(name, str) else ""


@contextmanager
def _opened(source: Source) -> Iterator[IO[str] | IO[bytes]]:
    """The source as an open file; one that was open already stays so."""
    if isinstance(source, str | os.PathLike):
        if "\n" in os.fspath(source):
            raise BonducError(N_("this is a text, not the name of a file: read it with parse_records"))
        try:
            file = open(source, "rb")  # noqa: SIM115 - only failing to open is caught
        except (OSError, ValueError) as error:  # a name with a null byte or no encoding is a ValueError
            why = system_fault(error)
            fault = N_("cannot read records from {file!r}: {why}", file=os.fspath(source), why=why)
            raise BonducError(fault) from error
        with file:
            yield file
    elif callable(getattr(source, "readline", None)):
        yield source
    else:
        raise TypeError(f"records are read from a path or an open file, not from {source!r}")


@dataclass
class _Block:
    """The lines of one game as far as they are text, its first line's number, and the fault that cut it short."""

    first_line: int
    lines: list[str] = field(default_factory=list)
    length: int = 0
    fault: RecordError | None = None
    has_game_tag: bool = False
    in_moves: bool = False
    after_empty_line: bool = False

    def ends_before(self, line: str) -> bool:
        """Does this line begin another game?"""
        if not line.startswith("["):
            return False
        names_game = _GAME_TAG.match(line) is not None
        if self.in_moves:
            return self.after_empty_line or names_game
        return self.has_game_tag and names_game

    def add(self, line: str, fault: RecordError | None) -> None:
        """Take a line, or the readable beginning of one with a fault; lines after a fault are not kept."""
        self.after_empty_line = not line.strip() and fault is None
        if not self.after_empty_line:
            self.in_moves = self.in_moves or not line.startswith("[")
            self.has_game_tag = self.has_game_tag or _GAME_TAG.match(line) is not None
        if self.fault is None:
            self.lines.append(line)
            self.length += len(line)
            self.fault = fault


def _blocks(file: IO[str] | IO[bytes], name: str) -> Iterator[_Block]:
    block: _Block | None = None
    for number, line, fault in _lines(file, name):
        if block is not None and block.ends_before(line):
            yield block
            block = None
        if block is None:
            if not line.strip() and fault is None:
                continue
            block = _Block(number)
        block.add(line, fault)
        if block.length > LONGEST and block.fault is None:
            block.fault = RecordError(N_("the game is longer than {count} characters", count=LONGEST), number, 1, name)
    if block is not None:
        yield block


def _lines(file: IO[str] | IO[bytes], name: str) -> Iterator[tuple[int, str, RecordError | None]]:
    """The lines with their numbers and plain line ends; where one is not text, its beginning and the fault."""
    number = 1
    while True:
        try:
            raw = file.readline(LONGEST)
        except UnicodeDecodeError:
            yield number, "", RecordError("this is not text in the encoding of the file", number, 1, name)
            return
        except OSError as error:
            yield number, "", RecordError(N_("reading failed: {fault}", fault=system_fault(error)), number, 1, name)
            return
        if not raw:
            return
        line, fault = _decoded(raw) if isinstance(raw, bytes) else (raw, "")
        if line.endswith("\r\n"):
            line = line[:-2] + "\n"
        line = line.removeprefix("\ufeff")
        control = _CONTROL.search(line)
        if control is not None:
            line = line[: control.start()]
            fault = N_(
                "the character {code} cannot be in a record: is this a text file?", code=f"U+{ord(control[0]):04X}"
            )
        yield number, line, RecordError(fault, number, len(line) + 1, name) if fault else None
        number += raw[-1:] in (b"\n", "\n")


def _decoded(raw: bytes) -> tuple[str, str]:
    """A line's text, and what is wrong with the byte after it."""
    try:
        return raw.decode(), ""
    except UnicodeDecodeError as error:
        return raw[: error.start].decode(), N_("the byte {byte} is not UTF-8 text", byte=f"{raw[error.start]:#04x}")


@dataclass(frozen=True)
class _Tag:
    value: str
    offset: int  # of the value


class _GameReader:
    """Reads the text of one game. Offsets count characters of `text`; faults turn them into line and column."""

    def __init__(self, block: _Block, name: str, loosely: Loosely | None) -> None:
        self.text = "".join(block.lines)
        self.block = block
        self.name = name
        self.loosely = loosely
        self.at = 0
        self.tags: dict[str, _Tag] = {}

    def read(self) -> GameRecord:
        self._read_tags()
        played = self._game()
        record = GameRecord(played, self._start(played))
        for tag, given in self.tags.items():
            if tag not in DERIVED:
                record.set_tag(tag, given.value)
        moves = _MovesReader(self, record.root)
        result = moves.read()
        fold_steps(record.root)
        self._declare(record, result, moves.result_at)
        return record

    def fault(self, offset: int, message: str) -> RecordError:
        line = self.text.count("\n", 0, offset)
        column = offset - self.text.rfind("\n", 0, offset)
        return RecordError(message, self.block.first_line + line, column, self.name)

    def cut_short(self, offset: int, message: str) -> RecordError:
        """The fault of a text that ends too early: what ended it if that is known."""
        return self.block.fault or self.fault(offset, message)

    @contextmanager
    def at_fault(self, offset: int) -> Iterator[None]:
        """Any complaint about what stands at the offset becomes a fault there."""
        try:
            yield
        except BonducError as error:
            raise self.fault(offset, error.args[0]) from error

    def _read_tags(self) -> None:
        self.skip_gap()
        if self.at < len(self.text) and self.text[self.at] != "[" and not (self.loosely and self.loosely.game):
            shown = self.text[self.at :].split(maxsplit=1)[0][:LONGEST_SHOWN]
            raise self.fault(
                self.at, N_('a game begins with tags, as in [Game "rio-kadalis"], not with {found!r}', found=shown)
            )
        while self.at < len(self.text) and self.text[self.at] == "[":
            self._read_tag()
            self.skip_gap()
        if self.at == len(self.text) and self.block.fault is not None:
            raise self.block.fault

    def _read_tag(self) -> None:
        start = self.at
        name = TAG_NAME.match(self.text, start + 1)
        if name is None:
            raise self.fault(start + 1, N_('a tag has a name and a value, as in [South "Ann"]'))
        value = _VALUE.match(self.text, name.end())
        if value is None:
            raise self.cut_at(
                name.end(), N_('the value of {tag} should follow in quotes, a quote in it as \\"', tag=name[0])
            )
        end = _TAG_END.match(self.text, value.end())
        if end is None:
            raise self.cut_at(
                value.end(), N_("the tag {tag} should end here with ], and the line with it", tag=name[0])
            )
        if name[0] in self.tags:
            raise self.fault(start, N_("the tag {tag} stands twice", tag=name[0]))
        if name[0] in DERIVED and len(value[1]) > LONGEST_VALUE:
            raise self.fault(
                value.start(1),
                N_("{count} characters are too many for the tag {tag}", count=len(value[1]), tag=name[0]),
            )
        self.tags[name[0]] = _Tag(self.unescaped(value[1], value.start(1)), value.start(1))
        self.at = end.end()

    def cut_at(self, offset: int, message: str) -> RecordError:
        """A fault in a tag; what cut the text short if the tag is the last thing in it."""
        last = self.text.find("\n", offset) < 0
        return self.cut_short(offset, message) if last else self.fault(offset, message)

    def skip_gap(self) -> None:
        gap = _GAP.match(self.text, self.at)
        assert gap is not None
        self.at = gap.end()

    def unescaped(self, raw: str, offset: int) -> str:
        """The text that `raw`, found at the offset, stands for."""
        if "\n" not in raw and "\\" not in raw:
            return raw
        for match in _ESCAPE.finditer(raw):
            if match[1] not in _NAMED and len(match[1]) < len("u0000"):
                shown = raw[match.start() : match.start() + 2].strip()
                raise self.fault(
                    offset + match.start(), N_("{sign} stands for nothing; write a backslash as \\\\", sign=shown)
                )
        lines = raw.split("\n")
        inner = [line.strip(" \t") for line in lines[1:-1]]
        if len(lines) > 1:
            raw = " ".join([lines[0].rstrip(" \t"), *inner, lines[-1].lstrip(" \t")])
        return _ESCAPE.sub(lambda match: _NAMED.get(match[1]) or chr(int(match[1][1:], 16)), raw)

    def _game(self) -> Game:
        """The game of the tags Game, Rules and Options; Notation and Result are checked too."""
        played = self._named_game()
        rules = self.tags.get("Rules")
        known = f"{played.id} {played.rules_version}"
        if rules is not None and rules.value.split() != known.split():
            message = N_(
                "the record follows the rules {found!r}, this bonduc plays {known!r}",
                found=rules.value[:LONGEST_SHOWN],
                known=known,
            )
            raise self.fault(rules.offset, message)
        notation = self.tags.get("Notation")
        if notation is not None and notation.value.strip() != str(NOTATION_VERSION):
            shown = notation.value[:LONGEST_SHOWN]
            message = N_(
                "the notation has version {found!r}, this bonduc reads version {known}",
                found=shown,
                known=NOTATION_VERSION,
            )
            raise self.fault(notation.offset, message)
        options = self.tags.get("Options")
        if options is not None:
            with self.at_fault(options.offset):
                played = game(played.id, **parse_options(options.value))
        result = self.tags.get("Result")
        if result is not None and result.value not in RESULTS:
            shown = result.value[:LONGEST_SHOWN]
            raise self.fault(
                result.offset, N_("{found!r} is no result; there are {known}", found=shown, known=Items(RESULTS))
            )
        return played

    def _named_game(self) -> Game:
        named = self.tags.get("Game")
        if named is not None:
            with self.at_fault(named.offset):
                return game(named.value)
        if self.loosely is None or self.loosely.game is None:
            raise self.fault(0, N_('there is no Game tag, as in [Game "rio-kadalis"]'))
        assumed = self.loosely.game
        self.loosely.assume(N_("The record does not name its game: it was read as {game}.", game=assumed.name))
        return assumed

    def _start(self, played: Game) -> Position | None:
        given = self.tags.get("Position")
        if given is None:
            return None
        with self.at_fault(given.offset):
            return played.position(given.value)

    def _declare(self, record: GameRecord, result: str, result_at: int) -> None:
        """Check the result, which ended the moves at an offset, and how the round ended; note them."""
        termination = None
        given = self.tags.get("Termination")
        if given is not None:
            if given.value not in set(Termination):
                shown = given.value[:LONGEST_SHOWN]
                raise self.fault(
                    given.offset,
                    N_(
                        "{found!r} is no termination; there are {known}",
                        found=shown,
                        known=Items(map(str, Termination)),
                    ),
                )
            termination = Termination(given.value)
        elif self.loosely is not None:
            termination = _likely_end(record, result, self.loosely)
        wrong = record.contradiction(result, termination)
        if wrong is not None:
            at = self.tags[wrong[0]].offset if wrong[0] in self.tags else result_at
            raise self.fault(at, f"{wrong[0]} {wrong[1]}")
        record.declare(result, termination)


def _likely_end(record: GameRecord, result: str, loosely: Loosely) -> Termination | None:
    """How a round was ended that its moves do not end, where only the result is known."""
    if record.main_line[-1].outcome is not None or result == UNFINISHED:
        return None
    if result == DRAWN:
        loosely.assume(N_("The record does not say how the round ended: it counts as an agreed draw."))
        return Termination.AGREEMENT
    loser = Player.NORTH if result == RESULTS[0] else Player.SOUTH
    loosely.assume(N_("The record does not say how the round ended: {player} is taken to have resigned.", player=loser))
    return Termination.RESIGNATION


class _MovesReader:
    """Reads what follows the tags into the tree below `root`."""

    def __init__(self, reader: _GameReader, root: RecordNode) -> None:
        self.reader = reader
        self.text = reader.text
        self.here = root  # the node whose line goes on
        self.begins = True  # whether the line has no move yet
        self.opening: list[str] = []  # comments before a variation's first move
        self.outer: list[RecordNode] = []  # where the lines around a variation go on
        self.number: tuple[int, int] | None = None  # a move number waiting for its move, and its offset
        self.result_at = 0

    def read(self) -> str:
        """Read all; the result that ends the text."""
        reader = self.reader
        while True:
            reader.skip_gap()
            at = reader.at
            if at == len(self.text):
                return self._missing_result(at)
            character = self.text[at]
            if character == "{":
                self._comment(at)
            elif character == "(":
                self._begin_variation(at)
            elif character == ")":
                self._end_variation(at)
            elif character == "}":
                raise reader.fault(at, N_("this {brace} closes no comment", brace="}"))
            else:
                word = _WORD.match(self.text, at)
                assert word is not None
                reader.at = word.end()
                if word[0] in RESULTS:
                    return self._result(word[0], at)
                self._word(word[0], at)

    def _missing_result(self, at: int) -> str:
        """The result of a text that ends without one; RecordError where that may not be."""
        reader = self.reader
        if reader.loosely is None or reader.block.fault is not None or self.outer:
            raise self._cut_short()
        self._check_number()
        self.result_at = at
        declared = reader.tags.get("Result")
        if declared is not None:
            return declared.value
        over = self.here.outcome
        if over is not None:
            return over.result
        reader.loosely.assume(N_("The record has no result: the round counts as unfinished."))
        return UNFINISHED

    def _cut_short(self) -> RecordError:
        end = len(self.text.rstrip())
        missing = N_("a ) and the result") if self.outer else N_("the result ({results})", results=Items(RESULTS))
        return self.reader.cut_short(
            end, N_("the moves end without {missing}: has the record been cut short?", missing=missing)
        )

    def _check_number(self) -> None:
        if self.number is not None:
            raise self.reader.fault(self.number[1], N_("no move follows the number {number}", number=self.number[0]))

    def _comment(self, at: int) -> None:
        inside = _COMMENT.match(self.text, at + 1)
        assert inside is not None
        if not self.text.startswith("}", inside.end()):
            raise self.reader.cut_short(at, N_("the comment that begins here is not closed with {brace}", brace="}"))
        self.reader.at = inside.end() + 1
        comments = self.opening if self.begins and self.outer else self.here.comments
        comments.append(self.reader.unescaped(inside[0], at + 1))

    def _begin_variation(self, at: int) -> None:
        self._check_number()
        if self.begins or self.here.parent is None:
            raise self.reader.fault(at, N_("a variation stands after the move that it replaces, and there is none"))
        self.reader.at = at + 1
        self.outer.append(self.here)
        self.here, self.begins = self.here.parent, True

    def _end_variation(self, at: int) -> None:
        self._check_number()
        if not self.outer:
            raise self.reader.fault(at, N_("this ) ends no variation"))
        if self.begins:
            raise self.reader.fault(at, N_("the variation has no move"))
        self.reader.at = at + 1
        self.here = self.outer.pop()

    def _word(self, word: str, at: int) -> None:
        """A move number, a move, or one touching the other."""
        reader = self.reader
        number = _NUMBER.match(word)
        if number is not None:
            self._check_number()
            self.number = int(number[1]), at
            word, at = word[number.end() :], at + number.end()
            if not word:
                return
        if word.startswith("["):
            raise reader.fault(at, N_("tags come before the moves, and an empty line before the next game"))
        with reader.at_fault(at):
            node = self.here.add(word)
        if self.number is not None and self.number[0] != node.number:
            message = N_(
                "the number is {found}, but this is move {number}: is a move missing?",
                found=self.number[0],
                number=node.number,
            )
            raise reader.fault(self.number[1], message)
        if self.begins:
            node.opening, self.opening = self.opening, []
        self.here, self.begins, self.number = node, False, None

    def _result(self, result: str, at: int) -> str:
        self._check_number()
        reader = self.reader
        if self.outer:
            raise reader.fault(at, N_("the result {result} stands within a variation: is a ) missing?", result=result))
        declared = reader.tags.get("Result")
        if declared is not None and result != declared.value:
            raise reader.fault(
                at,
                N_("the moves end with {result}, but the Result tag says {found}", result=result, found=declared.value),
            )
        self.result_at = at
        reader.skip_gap()
        if reader.at < len(self.text):
            raise reader.fault(reader.at, N_("the game is over with its result; tags begin the next one"))
        if reader.block.fault is not None:
            raise reader.block.fault
        return result


def parse_options(text: str) -> dict[str, str]:
    """Read `holes=5 direction=clockwise` or `-`; BonducError if it is neither. Names and values are not checked."""
    options: dict[str, str] = {}
    for word in text.split() if text.strip() != "-" else ():
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise BonducError(f"{word[:LONGEST_SHOWN]!r} should be an option and its value, as in holes=5")
        if name in options:
            raise BonducError(f"the option {name} stands twice")
        options[name] = value
    return options
