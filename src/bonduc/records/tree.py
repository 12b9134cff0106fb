"""Game records: a round with its tags, moves, comments and variations, as a tree whose moves are all legal.

The text of a record (`text` writes it, `reader` reads it and lists its leniencies):

    [Game "rio-kadalis"]
    [Rules "rio-kadalis 1"]
    [Options "holes=5"]
    [Notation "1"]
    [South "Ann"]
    [Result "1-0"]
    [Termination "resignation"]

    {before the first move} 1. A c {after a move} (1... b {instead of c} 2. A) 2. B 1-0

Tags come one to a line: the known ones in the order of `TAGS`, then all others in the order they were set. Moves are
numbered by turns of South and North, `2. C d`; a number stands before each of South's moves, and again, with three
dots for North, where a line begins or a comment or variation came between. The result ends the record. Lines are
wrapped at 80 characters where a blank allows it. In tags and comments `\\\\`, `\\"`, `\\}`, `\\n`, `\\r`, `\\t` and
`\\u2028` (four hexadecimal digits) stand for characters that could not stand for themselves, so any text is kept.

A round that its rules did not end has the result `*`, or says in `Termination` who ended it: `resignation`,
`time forfeit`, `forfeit` (an illegal move, or a player who broke off) or `agreed draw`. The rules' own endings are
written too and checked in reading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from bonduc.errors import BonducError, IllegalMoveError
from bonduc.games.kernels.state import Kind
from bonduc.notation import NOTATION_VERSION, Move, move_of_steps
from bonduc.outcome import Outcome, Termination
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Game, Position
from bonduc.records.text import format_record

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
UNFINISHED = "*"
WON = ("1-0", "0-1")
DRAWN = "1/2-1/2"
# Endings the rules do not bring about.
DECLARED = (Termination.RESIGNATION, Termination.TIME, Termination.FORFEIT, Termination.AGREEMENT)

TAGS = (
    "Game",
    "Rules",
    "Options",
    "Notation",
    "Event",
    "Site",
    "Date",
    "Round",
    "South",
    "North",
    "Match",
    "Result",
    "Termination",
    "Position",
)
DERIVED = ("Game", "Rules", "Options", "Notation", "Result", "Termination", "Position")
TAG_NAME = re.compile(r"[A-Za-z0-9_]+", re.ASCII)


class _Track:
    """The positions along a line of nodes, to find a repetition without walking back to the root.

    A node added to the tip goes on with its track; any other begins a track that branches off at its parent.
    """

    __slots__ = ("branch", "depths", "origin", "tip")

    def __init__(self, origin: _Track | None, branch: int) -> None:
        self.origin = origin
        self.branch = branch  # the depth of the last node of `origin` that is on the way to this track
        self.depths: dict[bytes, int] = {}  # repetition keys, and how many moves from the root they occurred
        self.tip = branch

    def holds(self, key: bytes, depth: int) -> bool:
        """Has the position of this key occurred on the way to the node of this track at this depth?"""
        track: _Track | None = self
        while track is not None:
            if track.depths.get(key, depth + 1) <= depth:
                return True
            depth = min(depth, track.branch)
            track = track.origin
        return False


class RecordNode:
    """A point of the record: the position after a move, and the moves that were played or tried from there.

    `comments` stand after the move (at the root: before the first move). `opening` are comments before the move;
    the text has a place for them only where a variation begins, so elsewhere they are written after the move
    before. `children[0]` goes on with the line, the others are variations. `number` is the number of the move as
    written. Both lists of comments may be changed freely, and children reordered or removed.
    """

    __slots__ = ("_depth", "_track", "children", "comments", "move", "number", "opening", "parent", "position")

    def __init__(self, position: Position, move: Move | None = None, parent: RecordNode | None = None) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.comments: list[str] = []
        self.opening: list[str] = []
        self.children: list[RecordNode] = []
        self.number = 1
        if parent is None:
            self._depth = 0
            self._track = _Track(None, 0)
        else:
            new_turn = parent.mover == NORTH and parent.position.mover == SOUTH
            self.number = parent.number + new_turn
            self._depth = parent._depth + 1
            at_tip = parent._track.tip == parent._depth
            self._track = parent._track if at_tip else _Track(parent._track, parent._depth)
        self._track.tip = self._depth
        self._track.depths.setdefault(position.repetition_key, self._depth)

    @property
    def mover(self) -> Player | None:
        """Who made the move; None at the root."""
        return None if self.parent is None else self.parent.position.mover

    @property
    def numbered(self) -> str:
        """The move with its number, `4. C:3` or, where it is North's, `4... c`; empty at the root."""
        return "" if self.move is None else f"{self.number}{'.' if self.mover == SOUTH else '...'} {self.move}"

    @property
    def outcome(self) -> Outcome | None:
        """The end of the round here by its rules, repetition among them; None while it goes on."""
        return self.position.outcome

    @property
    def path(self) -> list[RecordNode]:
        """The nodes from the root to this one, both included."""
        node: RecordNode | None = self
        nodes = []
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def add(self, move: Move | str) -> RecordNode:
        """Play a move from here and note it after the moves already noted: the first is the line, the rest variations.

        The new node's position is swept if the round is over, by a repetition on the way from the root too.
        Raises NotationError for a text that is no move, IllegalMoveError with the rule that forbids it.
        """
        over = self.outcome
        parsed = self.position.parse_move(move)
        if over:
            raise IllegalMoveError(str(parsed), str(self.position), f"the round is over ({over.reason})")
        position = self.position.play(parsed)
        if position.mover is not None and self._track.holds(position.repetition_key, self._depth):
            position = position.shared()
        node = RecordNode(position, parsed, self)
        self.children.append(node)
        return node

    def __reduce__(self) -> tuple[Any, ...]:
        # The whole tree in a list: node by node, copying would recurse as deep as the line is long.
        nodes = _in_order(self.path[0])
        return _node_of, (_rows(nodes), next(place for place, node in enumerate(nodes) if node is self))

    def __repr__(self) -> str:
        what = "root" if self.move is None else f"move {self.number} {self.move} of {self.mover}"
        return f"<RecordNode {what}: {self.position}>"


_Row: TypeAlias = "tuple[int, Position, Move | None, list[str], list[str]]"  # of a node; its parent's place first


def _in_order(root: RecordNode) -> list[RecordNode]:
    """All nodes of a tree, each after its parent, variations in order."""
    nodes, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        waiting += reversed(node.children)
    return nodes


def _rows(nodes: list[RecordNode]) -> list[_Row]:
    """What there is to know of nodes in order."""
    places = {id(node): place for place, node in enumerate(nodes)}
    return [
        (places.get(id(node.parent), -1), node.position, node.move, list(node.comments), list(node.opening))
        for node in nodes
    ]


def _node_of(rows: list[_Row], place: int) -> RecordNode:
    """A node of a tree in a list, each node after its parent, and its variations in order."""
    nodes: list[RecordNode] = []
    for parent, position, move, comments, opening in rows:
        above = None if parent < 0 else nodes[parent]
        node = RecordNode(position, move, above)
        node.comments, node.opening = comments, opening
        if above is not None:
            above.children.append(node)
        nodes.append(node)
    return nodes[place]


class GameRecord:
    """One round of a game with tags, comments and variations.

    `root` is the tree; its first children make up the main line. `tags` shows all tags as they are written: the
    ones that follow from the rest (Game, Rules, Options, Notation, Result, Termination, Position) and those set with
    `set_tag`. Two records are equal if they are written alike.
    """

    def __init__(self, game: Game, position: Position | None = None, tags: Mapping[str, str] | None = None) -> None:
        start = game.start()
        if position is not None and position.game != game:
            raise BonducError(f"the position belongs to {position.game!r}, not to {game!r}")
        self.game = game
        self.root = RecordNode(start if position is None or position == start else position)
        self._set_up = self.root.position != start
        self._free: dict[str, str] = {}
        self._declared: tuple[str, Termination] | None = None
        for name, value in (tags or {}).items():
            self.set_tag(name, value)

    @property
    def tags(self) -> Mapping[str, str]:
        """All tags with their values, in the order of the text. A view: use `set_tag` to change them."""
        derived = {
            "Game": self.game.id,
            "Rules": f"{self.game.id} {self.game.rules_version}",
            "Options": self.game.options_text,
            "Notation": str(NOTATION_VERSION),
            "Result": self.result,
        }
        if self.termination is not None:
            derived["Termination"] = str(self.termination)
        if self._set_up:
            derived["Position"] = str(self.root.position)
        known = {**derived, **self._free}
        ordered = {name: known[name] for name in TAGS if name in known}
        return MappingProxyType({**ordered, **self._free})

    def set_tag(self, name: str, value: str | None) -> None:
        """Set a tag, or remove it (None). Raises BonducError for one that follows from the rest, or no name at all."""
        if not isinstance(name, str) or not isinstance(value, str | None):
            raise TypeError(f"a tag's name and value should be texts, not {name!r} and {value!r}")
        if not TAG_NAME.fullmatch(name):
            raise BonducError(f"{name[:40]!r} is no name of a tag: letters, digits and underscores make one")
        if name in DERIVED:
            raise BonducError(f"the tag {name} cannot be set: it follows from the game, the start and the moves")
        if value is None:
            self._free.pop(name, None)
        else:
            self._free[name] = value

    @property
    def main_line(self) -> list[RecordNode]:
        """The root and the nodes of the main line."""
        nodes = [self.root]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def main_line_to(self, ply: int | None) -> list[RecordNode]:
        """The main line's root and first `ply` moves (None: all); BonducError if it has fewer."""
        nodes = self.main_line
        if ply is None:
            return nodes
        if not 0 <= ply < len(nodes):
            raise BonducError(f"there is no ply {ply}: the record has {len(nodes) - 1} moves")
        return nodes[: ply + 1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in self.main_line if node.move is not None)

    def position_at(self, ply: int | None = None) -> Position:
        """The position after `ply` moves of the main line (None: all), swept if the round is over there."""
        return self.main_line_to(ply)[-1].position

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` if the main line stops before the round is over."""
        outcome = self.main_line[-1].outcome
        if outcome is not None:
            return outcome.result
        return self._declared[0] if self._declared else UNFINISHED

    @property
    def termination(self) -> Termination | None:
        """Why the round ended; None if the main line stops before that."""
        outcome = self.main_line[-1].outcome
        if outcome is None:
            return self._declared[1] if self._declared else None
        # The text of a set-up position that is over does not say why it is.
        return Termination.FINISHED if self._set_up and not self.root.children else outcome.reason

    def declare(self, result: str, termination: Termination | None) -> None:
        """How the round ended where its rules did not end it: by resignation, time or agreement (`*`, None: not yet).

        Raises BonducError if the two contradict each other or how the main line ended by the rules.
        """
        fault = self.contradiction(result, termination)
        if fault is not None:
            raise BonducError(f"{fault[0]}: {fault[1]}")
        over = self.main_line[-1].outcome is not None
        self._declared = None if over or termination is None else (result, termination)

    def contradiction(self, result: str, termination: Termination | None) -> tuple[str, str] | None:
        """What is wrong with this end of the main line: the tag at fault and the fault; None if nothing is."""
        if result not in RESULTS:
            return "Result", f"{result[:40]!r} is no result; there are {', '.join(RESULTS)}"
        if self.main_line[-1].outcome is None:
            return _wrong_declaration(result, termination)
        if result != self.result:
            return "Result", f"{result} contradicts the moves, after which it is {self.result} ({self.termination})"
        by_rules = termination not in DECLARED
        if termination in (None, self.termination) or (self.termination == Termination.FINISHED and by_rules):
            return None
        return "Termination", f"{termination!s} contradicts the moves, which end the round by {self.termination}"

    def write(self) -> str:
        """The text of the record, ending in a newline."""
        return format_record(self)

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"<GameRecord of {self.game!r}: {len(self.moves)} moves, {self.result}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameRecord):
            return NotImplemented
        return self is other or self.write() == other.write()

    __hash__ = None  # type: ignore[assignment]  # a record can be changed

    def __reduce__(self) -> tuple[Any, ...]:
        return _record_of, (self.game, _rows(_in_order(self.root)), self._set_up, dict(self._free), self._declared)


def _record_of(
    game: Game, rows: list[_Row], set_up: bool, free: dict[str, str], declared: tuple[str, Termination] | None
) -> GameRecord:
    record = GameRecord(game)
    record.root, record._set_up, record._free, record._declared = _node_of(rows, 0), set_up, free, declared
    return record


def _wrong_declaration(result: str, termination: Termination | None) -> tuple[str, str] | None:
    """What is wrong with an end that the rules did not bring about."""
    if result == UNFINISHED:
        if termination is None:
            return None
        return "Termination", f"{termination!s} contradicts the result {UNFINISHED}: the round is not over"
    if termination is None:
        return "Result", f"{result}, but the moves do not end the round and no Termination says what did"
    if termination not in DECLARED:
        return "Termination", f"{termination!s}, but after the moves the round is not over"
    drawn = termination == Termination.AGREEMENT
    if drawn != (result == DRAWN):
        return "Termination", f"{termination!s} contradicts the result {result}"
    return None


def fold_steps(root: RecordNode) -> None:
    """Make each complete opening that was played in steps one move, in the whole tree.

    Steps with comments or variations between them stay, so that nothing is lost.
    """
    todo = [root]
    while todo:
        node = todo.pop()
        node.children = [_folded(child) for child in node.children]
        todo.extend(node.children)


def _folded(first: RecordNode) -> RecordNode:
    """The node of the whole opening that begins with the move of `first`, or `first` itself."""
    assert first.move is not None
    assert first.parent is not None
    if first.move.kind != Kind.EMPTY or len(first.move.steps) > 1 or first.parent.position.hand:
        return first
    steps = list(first.move.steps)
    last = first
    while last.position.hand:
        if len(last.children) != 1 or last.comments or last.children[0].opening:
            return first
        last = last.children[0]
        assert last.move is not None
        steps += last.move.steps
    whole = RecordNode(last.position, move_of_steps(steps, last.position.game.layout), first.parent)
    whole.opening, whole.comments, whole.children = first.opening, last.comments, last.children
    for child in whole.children:
        child.parent = whole
    return whole
