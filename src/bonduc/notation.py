"""Text of moves and positions, notation version 1.

Moves: `B` (sow from B), `C:3` (lift three of C), `pass`; Kiothi's opening as one move, `EF>A2,B3,j5`, or in steps,
`E-`, `F-`, `A+`. Positions: `ROWS SOUTH_STORE NORTH_STORE MOVER EXTRAS`, rows as South sees them, North's back row
first. Reading and writing round-trip exactly.

Leniencies in reading: isolates and marks of direction, which text copied from a Persian sentence brings along, are
skipped; blanks around and between fields may repeat; extras may come in any order; the holes of `EF>…` may come in any
order and be repeated; in a game of partial lifts a bare `C` lifts all of C (`Position` fills
in the count); extras may be left out when there are none; a finished position may lack one seed, shared with nobody.

Extras beside the common `marks=A,C,f`, `phase=open-south`, `hand=5`, `owner=abS` and `closed=A,b`: `emptied=E` (the
opening's first hole has been emptied, the second has not), `last=B` (the hole of its last drop), `passed` (the turn
before was a pass), `lost=1` (seeds that belong to nobody).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bonduc.bidi import bare
from bonduc.errors import NotationError
from bonduc.games.kernels.state import (
    EMPTIED,
    FLAGS,
    HAND,
    HOLE_MASK,
    LAST,
    LOST,
    MOST_SEEDS,
    MOVER,
    NOBODY,
    NORTH_STORE,
    PASSED,
    PHASE,
    PHASES,
    SOUTH_STORE,
    Kind,
    decode,
    encode,
)
from bonduc.games.spec import GameSpec, Layout
from bonduc.language import N_, Items, Message
from bonduc.setup import Setup

NOTATION_VERSION = 1
MOST_DIGITS = 3  # no count of seeds has more
EMPTIED_HOLES = 2  # what a redistribution empties
LONGEST = 2000  # characters of a text worth reading
LONGEST_SHOWN = 200  # characters of it that an error repeats
EXTRAS = ("marks=", "phase=", "hand=", "emptied=", "last=", "owner=", "closed=", "passed", "lost=")

_MOVERS = {"S": 0, "N": 1, "-": None}
_COUNT = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)


@dataclass(frozen=True)
class Move:
    """A move: its text, and the codes of its steps (one, except for a whole redistribution).

    Moves compare by content. A move does not know its position; `Position.play` checks it.
    """

    text: str
    steps: tuple[int, ...]

    def __str__(self) -> str:
        return self.text

    @property
    def kind(self) -> Kind:
        """What the (first) step does."""
        return decode(self.steps[0])[0]

    @property
    def hole(self) -> int | None:
        """The hole of the (first) step, None for a pass."""
        kind, hole, _ = decode(self.steps[0])
        return None if kind == Kind.PASS else hole

    @property
    def count(self) -> int | None:
        """How many seeds a partial lift takes; None where the kind of move does not say."""
        kind, _, amount = decode(self.steps[0])
        return amount if kind == Kind.LIFT and amount else None


def format_step(code: int, layout: Layout) -> str:
    """The text of one step."""
    kind, hole, amount = decode(code)
    name = layout.names[hole]
    if kind == Kind.PASS:
        return "pass"
    suffix = {Kind.SOW: "", Kind.LIFT: f":{amount}", Kind.EMPTY: "-", Kind.DROP: "+"}[kind]
    return name + suffix


def move_of_steps(steps: Sequence[int], layout: Layout) -> Move:
    """The move of one step, or of all the steps of a redistribution in order."""
    if len(steps) == 1:
        return Move(format_step(steps[0], layout), (steps[0],))
    emptied = "".join(layout.names[step & HOLE_MASK] for step in steps if decode(step)[0] == Kind.EMPTY)
    drops: dict[int, int] = {}
    for step in steps:
        kind, hole, _ = decode(step)
        if kind == Kind.DROP:
            drops[hole] = drops.get(hole, 0) + 1
    spread = ",".join(f"{layout.names[hole]}{count}" for hole, count in drops.items())
    return Move(f"{emptied}>{spread}", tuple(steps))


@dataclass(frozen=True)
class _Reader:
    """Reads parts of one text, and names the text in every fault."""

    what: str
    text: str
    spec: GameSpec
    layout: Layout

    def fail(self, fault: Message) -> NotationError:
        shown = self.text if len(self.text) <= LONGEST_SHOWN else self.text[:LONGEST_SHOWN] + "…"
        if self.what == "move":
            text = N_("cannot read move {text!r} of {game}: {fault}", text=shown, game=self.spec.name, fault=fault)
        else:
            text = N_("cannot read position {text!r} of {game}: {fault}", text=shown, game=self.spec.name, fault=fault)
        return NotationError(text)

    def hole(self, name: str) -> int:
        names = self.layout.names
        if name not in names:
            raise self.fail(N_("{name!r} is no hole; the holes are {holes}", name=name[:20], holes=Items(names)))
        return names.index(name)

    def count(self, field: str, what: str) -> int:
        if not _COUNT.fullmatch(field):
            fault = N_(
                "{what} is {text!r}, not a number of at most {most} digits",
                what=what,
                text=field[:20],
                most=MOST_DIGITS,
            )
            raise self.fail(fault)
        return int(field)


def parse_move(text: str, spec: GameSpec, layout: Layout) -> Move:
    """Read a move of the game; NotationError if it cannot be one. Legality is checked by `Position`."""
    stripped = bare(text).strip()
    reader = _Reader("move", text, spec, layout)
    if not stripped:
        raise reader.fail(N_("it is empty"))
    if len(stripped) > LONGEST:
        raise reader.fail(N_("{count} characters are too many", count=len(stripped)))
    if stripped == "pass":
        if Kind.PASS not in spec.kinds:
            raise reader.fail(N_("the game has no passes"))
        return Move("pass", (encode(Kind.PASS),))
    if ">" in stripped:
        return _parse_redistribution(stripped, reader)
    if stripped[-1] in "+-":
        kind = Kind.DROP if stripped[-1] == "+" else Kind.EMPTY
        if kind not in spec.kinds:
            raise reader.fail(N_("the game has no opening steps"))
        return Move(stripped, (encode(kind, reader.hole(stripped[:-1])),))
    name, colon, amount = stripped.partition(":")
    hole = reader.hole(name)
    if Kind.LIFT in spec.kinds:
        if not colon:
            return Move(name, (encode(Kind.LIFT, hole),))
        if not re.fullmatch(r"[0-9]{1,3}", amount, re.ASCII) or not 1 <= int(amount) <= MOST_SEEDS:
            raise reader.fail(
                N_("{text!r} is no number of {counters} to lift", text=amount[:20], counters=spec.words.seeds)
            )
        return Move(f"{name}:{int(amount)}", (encode(Kind.LIFT, hole, int(amount)),))
    if colon:
        raise reader.fail(N_("the game has no partial lifts"))
    return Move(name, (encode(Kind.SOW, hole),))


def _parse_redistribution(text: str, reader: _Reader) -> Move:
    if not reader.spec.has_opening:
        raise reader.fail(N_("the game has no redistribution"))
    emptied, _, spread = text.partition(">")
    first = [reader.hole(name) for name in emptied.strip()]
    if len(first) != EMPTIED_HOLES or len(set(first)) < len(first):
        raise reader.fail(N_("exactly two holes are emptied, as in EF>A10"))
    drops: dict[int, int] = {}
    for part in spread.split(","):
        match = re.fullmatch(r"([A-Za-z])([0-9]{1,3})", part.strip(), re.ASCII)
        if match is None or int(match[2]) == 0:
            raise reader.fail(N_("{text!r} should be a hole and a number, as in A2", text=part.strip()[:20]))
        hole = reader.hole(match[1])
        drops[hole] = drops.get(hole, 0) + int(match[2])
    if sum(drops.values()) > MOST_SEEDS:
        counted = reader.spec.words.counted(sum(drops.values()))
        raise reader.fail(N_("{counted} are more than the board has", counted=counted))
    steps = [encode(Kind.EMPTY, hole) for hole in sorted(first)]
    for hole in sorted(drops):
        steps += [encode(Kind.DROP, hole)] * drops[hole]
    return move_of_steps(steps, reader.layout)


def format_row(row: Sequence[int], spec: GameSpec, layout: Layout) -> str:
    """The text of the position in a state row."""
    lines = "/".join(",".join(str(row[hole]) for hole in line) for line in layout.lines)
    mover = "-" if row[MOVER] == NOBODY else "SN"[row[MOVER]]
    return f"{lines} {row[SOUTH_STORE]} {row[NORTH_STORE]} {mover} {_format_extras(row, spec, layout)}"


def _format_extras(row: Sequence[int], spec: GameSpec, layout: Layout) -> str:
    names = layout.names
    over = row[MOVER] == NOBODY
    extras = []
    if row[PHASE]:
        extras.append(f"phase={PHASES[row[PHASE]]}")
    if row[HAND]:
        extras.append(f"hand={row[HAND]}")
    if row[EMPTIED]:
        extras.append(f"emptied={names[row[EMPTIED] - 1]}")
    if row[LAST]:
        extras.append(f"last={names[row[LAST] - 1]}")
    if not over and spec.notes.are_players:
        groups = [
            "".join(names[i] for i in range(layout.size) if row[FLAGS + i] == player != layout.side(i))
            for player in (0, 1)
        ]
        owned = ",".join(group + "SN"[player] for player, group in enumerate(groups) if group)
        if owned:
            extras.append(f"owner={owned}")
    elif not over and spec.notes:
        noted = ",".join(names[i] for i in range(layout.size) if row[FLAGS + i])
        if noted:
            extras.append(f"{spec.notes}={noted}")
    if row[PASSED]:
        extras.append("passed")
    if row[LOST] > 1 or (row[LOST] and not over):
        extras.append(f"lost={row[LOST]}")
    return ";".join(extras) or "-"


def parse_position(text: str, spec: GameSpec, layout: Layout) -> Setup:
    """Read a position's text as an arrangement; NotationError if it cannot be read. `Game` checks it."""
    reader = _Reader("position", text, spec, layout)
    text = bare(text)
    if len(text) > LONGEST:
        raise reader.fail(N_("{count} characters are too many", count=len(text)))
    fields = text.split()
    if len(fields) not in (4, 5):
        fields_needed = "ROWS SOUTH_STORE NORTH_STORE MOVER EXTRAS"
        raise reader.fail(N_("{count} fields instead of five: {fields}", count=len(fields), fields=fields_needed))
    lines = fields[0].split("/")
    if len(lines) != layout.rows:
        raise reader.fail(N_("{count} rows instead of {rows}, separated by /", count=len(lines), rows=layout.rows))
    holes = [0] * layout.size
    for number, (line, indices) in enumerate(zip(lines, layout.lines, strict=True), 1):
        cells = line.split(",")
        if len(cells) != layout.columns:
            fault = N_(
                "row {row} has {count} holes instead of {columns}", row=number, count=len(cells), columns=layout.columns
            )
            raise reader.fail(fault)
        for cell, index in zip(cells, indices, strict=True):
            holes[index] = reader.count(cell, N_("hole {hole}", hole=layout.names[index]))
    stores = (reader.count(fields[1], N_("South's store")), reader.count(fields[2], N_("North's store")))
    if fields[3] not in _MOVERS:
        raise reader.fail(N_("the mover is {text!r}, not S, N or -", text=fields[3][:20]))
    setup = Setup(holes=tuple(holes), stores=stores, mover=_MOVERS[fields[3]])
    return _with_extras(setup, fields[4], reader) if len(fields) == 5 and fields[4] != "-" else setup


def _with_extras(setup: Setup, text: str, reader: _Reader) -> Setup:
    seen: set[str] = set()
    for item in text.split(";"):
        name, equals, value = item.partition("=")
        if name in seen:
            raise reader.fail(N_("{name}= stands twice", name=name))
        seen.add(name)
        if name == "passed" and not equals:
            setup = replace(setup, passed=True)
        elif name in ("marks", "closed"):
            holes = [reader.hole(each) for each in value.split(",")]
            if len(set(holes)) < len(holes):
                raise reader.fail(N_("{name}={value} names a hole twice", name=name, value=value[:40]))
            noted = frozenset(holes)
            setup = replace(setup, marks=noted) if name == "marks" else replace(setup, closed=noted)
        elif name == "owner":
            setup = replace(setup, owners=_read_owners(value, reader))
        elif name == "phase":
            if value not in PHASES[1:]:
                raise reader.fail(
                    N_("phase={phase} is not {first} or {second}", phase=value[:20], first=PHASES[1], second=PHASES[2])
                )
            setup = replace(setup, phase=value)
        elif name == "emptied":
            setup = replace(setup, emptied=reader.hole(value))
        elif name == "last":
            setup = replace(setup, last=reader.hole(value))
        elif name == "hand":
            setup = replace(setup, hand=reader.count(value, "hand"))
        elif name == "lost":
            setup = replace(setup, lost=reader.count(value, "lost"))
        else:
            raise reader.fail(N_("{text!r} is no extra; there are {extras}", text=item[:40], extras=Items(EXTRAS)))
    return setup


def _read_owners(value: str, reader: _Reader) -> dict[int, int]:
    owners: dict[int, int] = {}
    for group in value.split(","):
        player = _MOVERS.get(group[-1:])
        if player is None or len(group) < 2:
            raise reader.fail(N_("owner={value} should be holes and their owner, as in abS", value=value[:40]))
        for name in group[:-1]:
            hole = reader.hole(name)
            if hole in owners:
                raise reader.fail(N_("owner={value} names {hole} twice", value=value[:40], hole=name))
            owners[hole] = player
    return owners
