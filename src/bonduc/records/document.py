"""Game records as JSON, with every position, and back.

    {"format": "bonduc records", "version": 1, "records": [{
        "game": "rio-kadalis", "options": {"holes": 6, …}, "tags": {"South": "Ann", …}, "result": "1-0",
        "termination": "resignation", "position": "4,4,…", "comments": […], "moves": [
            {"number": 1, "mover": "S", "move": "A", "position": "…", "before": […], "comments": […],
             "variations": [[{…}, …], …]}, …]}]}

`position` of a record is where it starts, of a move what it leads to. Empty lists are left out. `before` are comments
before a move, `variations` lines that begin in the move's place. Reading takes `options`, `number`, `mover` and
the positions of moves as checked repetitions: they may be left out, and must be right if they are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from bonduc.errors import BonducError
from bonduc.outcome import Termination
from bonduc.position import game
from bonduc.records.tree import DERIVED, GameRecord, RecordNode

FORMAT = "bonduc records"
VERSION = 1
DEEPEST = 100  # variations within variations


def to_json(records: list[GameRecord]) -> dict[str, Any]:
    """Records as a JSON document; BonducError if variations are nested deeper than JSON readers follow."""
    return {"format": FORMAT, "version": VERSION, "records": [_record(record) for record in records]}


def _record(record: GameRecord) -> dict[str, Any]:
    return {
        "game": record.game.id,
        "rules_version": record.game.rules_version,
        "options": dict(record.game.options),
        "tags": {name: value for name, value in record.tags.items() if name not in DERIVED},
        "result": record.result,
        "termination": None if record.termination is None else str(record.termination),
        "position": str(record.root.position),
        **_listed(comments=record.root.comments),
        "moves": _line(record.root, 0, 0),
    }


def _line(parent: RecordNode, child: int, depth: int) -> list[dict[str, Any]]:
    """The line that begins with a child of a node, each move with the variations in its place."""
    if depth > DEEPEST:
        raise BonducError(f"variations are nested more than {DEEPEST} deep: JSON readers would fail")
    moves = []
    while child < len(parent.children):
        node = parent.children[child]
        # The variations of a point stand with its first move only.
        others = range(1, len(parent.children)) if child == 0 else range(0)
        moves.append(
            {
                "number": node.number,
                "mover": "" if node.mover is None else node.mover.letter,
                "move": str(node.move),
                "position": str(node.position),
                **_listed(before=node.opening, comments=node.comments),
                **_listed(variations=[_line(parent, other, depth + 1) for other in others]),
            }
        )
        parent, child = node, 0
    return moves


def _listed(**lists: list[Any]) -> dict[str, Any]:
    return {name: list(items) for name, items in lists.items() if items}


def from_json(document: object, name: str = "the document") -> list[GameRecord]:
    """The records of a JSON document; BonducError says where it is wrong."""
    top = _Reader(name).mapping(document, "the document")
    if top.get("format") != FORMAT or top.get("version") != VERSION:
        raise BonducError(f"{name} is no JSON of records: it lacks format {FORMAT!r}, version {VERSION}")
    return [
        _Reader(f"{name}, record {number}").record(each)
        for number, each in enumerate(_Reader(name).items(top, "records"), 1)
    ]


class _Reader:
    """Reads one record and names the place of every fault."""

    def __init__(self, place: str) -> None:
        self.place = place

    def fail(self, fault: str) -> NoReturn:
        raise BonducError(f"{self.place}: {fault}")

    def mapping(self, value: object, what: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            self.fail(f"{what} is no object")
        return value

    def items(self, owner: Mapping[str, Any], key: str) -> list[Any]:
        value = owner.get(key, [])
        if not isinstance(value, list):
            self.fail(f"{key} is no list")
        return value

    def text(self, owner: Mapping[str, Any], key: str) -> str:
        value = owner.get(key)
        if not isinstance(value, str):
            self.fail(f"{key} is no text")
        return value

    def comments(self, owner: Mapping[str, Any], key: str) -> list[str]:
        found = self.items(owner, key)
        if not all(isinstance(each, str) for each in found):
            self.fail(f"{key} holds something that is no text")
        return found

    def record(self, value: object) -> GameRecord:
        owner = self.mapping(value, "it")
        try:
            return self._record(owner)
        except BonducError as error:
            if str(error).startswith(self.place):
                raise
            raise BonducError(f"{self.place}: {error}") from error

    def _record(self, owner: Mapping[str, Any]) -> GameRecord:
        found = game(self.text(owner, "game"), **self.mapping(owner.get("options", {}), "options"))
        version = owner.get("rules_version", found.rules_version)
        if version != found.rules_version:
            self.fail(f"rules version {version!r}; this is version {found.rules_version} of {found.name}")
        start = found.position(self.text(owner, "position")) if "position" in owner else None
        tags = self.mapping(owner.get("tags", {}), "tags")
        if not all(isinstance(tag, str) for tag in tags.values()):
            self.fail("a tag is no text")
        record = GameRecord(found, start, dict(tags))
        record.root.comments += self.comments(owner, "comments")
        self._line(record.root, self.items(owner, "moves"), 0)
        self._declare(record, owner)
        return record

    def _line(self, parent: RecordNode, moves: list[Any], depth: int) -> None:
        if depth > DEEPEST:
            self.fail(f"variations are nested more than {DEEPEST} deep")
        for value in moves:
            owner = self.mapping(value, "a move")
            node = parent.add(self.text(owner, "move"))
            node.opening += self.comments(owner, "before")
            node.comments += self.comments(owner, "comments")
            self._check(node, owner)
            for line in self.items(owner, "variations"):
                if not isinstance(line, list) or not line:
                    self.fail(f"a variation of {node.move} is no list of moves")
                self._line(parent, line, depth + 1)
            parent = node

    def _check(self, node: RecordNode, owner: Mapping[str, Any]) -> None:
        """What a move repeats must be so."""
        mover = "" if node.mover is None else node.mover.letter
        for key, right in (("number", node.number), ("mover", mover), ("position", str(node.position))):
            if owner.get(key, right) != right:
                self.fail(f"{key} of move {node.number} {node.move} is {owner[key]!r}, but should be {right!r}")

    def _declare(self, record: GameRecord, owner: Mapping[str, Any]) -> None:
        named = owner.get("termination")
        try:
            termination = None if named is None else Termination(named)
        except ValueError:
            self.fail(f"{named!r} is no termination; there are {', '.join(Termination)}")
        record.declare(self.text(owner, "result") if "result" in owner else record.result, termination)
