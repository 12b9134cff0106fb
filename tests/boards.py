"""Positions written briefly, and one move checked on the whole board from both seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from bonduc import SOUTH, Game, IllegalMoveError, Player, Position, SowingEvent
from bonduc.checks.conformance import arrangement
from bonduc.checks.mirror import mirror, mirror_move


def board(game: Game, text: str, mover: Player | None = SOUTH, **fields: Any) -> Position:
    """A position: `A3 c12` puts 3 seeds on A and 12 on c; `2 0 / 1 1` gives every hole in board order.

    The seeds not on the board are in the stores, half of them (rounded down) in South's, unless `stores` says
    otherwise. `marks` and `closed` are names of holes, `owners` names and owners as in `abS`.
    """
    holes = read_holes(game, text)
    if game.spec.counts_seeds and "stores" not in fields:
        rest = game.seeds - sum(holes) - int(fields.get("hand", 0)) - int(fields.get("lost", 0))
        fields["stores"] = (rest // 2, rest - rest // 2)
    for name in ("marks", "closed"):
        if name in fields:
            fields[name] = frozenset(read_names(game, fields[name]))
    if "owners" in fields:
        text = fields["owners"]
        fields["owners"] = dict.fromkeys(read_names(game, text[:-1]), "SN".index(text[-1]))
    return game.setup(holes=holes, mover=mover, **fields)


def read_holes(game: Game, text: str) -> tuple[int, ...]:
    """The holes of a board written in either way."""
    words = text.replace("/", " ").split()
    if words and all(word.isdigit() for word in words):
        return tuple(int(word) for word in words)
    holes = [0] * game.layout.size
    for word in words:
        name = next(name for name in game.layout.names if word.startswith(name))
        holes[game.layout.names.index(name)] = int(word[len(name) :] or 1)
    return tuple(holes)


def read_names(game: Game, text: str) -> list[int]:
    """`ABc` (two rows), or names separated by blanks, as hole indices."""
    names = text.split() if " " in text or game.layout.rows == 4 else list(text)
    return [game.layout.names.index(name) for name in names]


def check_move(
    before: Position,
    move: str,
    text: str,
    taken: tuple[int, int] = (0, 0),
    *,
    mover: Player | str | None = "other",
    **changed: Any,
) -> None:
    """The whole position after a legal move, from both seats: the board `text`, `taken` seeds more in the stores.

    The side to move changes unless `mover` says otherwise; marks, owners and closed holes stay unless given.
    """
    expected = expect(before, text, taken, mover, changed)
    assert before.is_legal(move)
    after = before.play(move)
    assert str(after) == str(expected)
    assert after == expected
    turned = mirror(before)
    turned_move = mirror_move(before.parse_move(move), before.game)
    assert turned.play(turned_move) == mirror(expected)


def expect(
    before: Position, text: str, taken: tuple[int, int], mover: Player | str | None, changed: Mapping[str, Any]
) -> Position:
    """The position that `check_move` expects."""
    assert before.mover is not None
    game = before.game
    fields = arrangement(before) | {"passed": False}
    fields["stores"] = (before.stores[0] + taken[0], before.stores[1] + taken[1])
    fields["holes"] = read_holes(game, text)
    fields["mover"] = before.mover.other if mover == "other" else mover
    if fields["mover"] is None:
        fields |= {"marks": frozenset(), "closed": frozenset(), "owners": {}}
    for name, value in changed.items():
        fields[name] = frozenset(read_names(game, value)) if name in ("marks", "closed") else value
    expected = game.setup(**fields)
    assert expected.mover == fields["mover"], "the expected position is over: say mover=None and its swept board"
    return expected


def legal(position: Position) -> list[str]:
    """The texts of the legal moves."""
    return [move.text for move in position.legal_moves]


def check_legal(position: Position, moves: str) -> None:
    """The legal moves, from both seats."""
    assert legal(position) == moves.split()
    game = position.game
    expected = [mirror_move(game.parse_move(move), game).text for move in moves.split()]
    found = legal(mirror(position))
    # Where holes of both rows may be played from, board order is not the same from both seats.
    assert sorted(found) == sorted(expected)


def check_forbidden(position: Position, move: str, rule: str) -> None:
    """The move is illegal, from both seats, for a reason that says `rule`, and nothing has changed."""
    shown = str(position)
    for each, text in ((position, move), (mirror(position), mirrored_text(position.game, move))):
        assert text not in legal(each)
        assert not each.is_legal(text)
        with pytest.raises(IllegalMoveError) as caught:
            each.play(text)
        assert rule.casefold() in caught.value.rule.casefold()
        assert repr(text) in str(caught.value)
        assert str(each) in str(caught.value)
    assert str(position) == shown


def mirrored_text(game: Game, move: str) -> str:
    return mirror_move(game.parse_move(move), game).text


def told(events: Iterable[SowingEvent], names: Sequence[str]) -> list[str]:
    """Events in short: `lift A3`, `drop B2`, `take c4 S`, `unmark A`, `mark A`, `end B EMPTY_HOLE`, …"""
    lines = []
    for event in events:
        name = "" if event.hole is None else names[event.hole]
        player = "" if event.player is None else " " + event.player.letter
        match event.event.name:
            case "LIFT" | "DROP" as kind:
                lines.append(f"{kind.lower()} {name}{event.seeds}")
            case "CAPTURE":
                lines.append(f"take {name}{event.seeds}{player}")
            case "SWEEP":
                lines.append(f"sweep {name}{event.seeds}{player}")
            case "MARK_LOST":
                lines.append(f"unmark {name}")
            case "MARK_SET":
                lines.append(f"mark {name}")
            case "END":
                assert event.ending is not None
                lines.append(f"end {name} {event.ending.name}".replace("  ", " "))
            case "ROUND_END":
                assert event.reason is not None
                lines.append(f"over {event.reason.name}")
            case other:
                lines.append(f"{other.lower()}{player}")
    return lines
