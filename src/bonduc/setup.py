"""Setup: any arrangement of seeds, possible or not, before it becomes a Position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bonduc.frozen import FrozenMapping
from bonduc.games.kernels.state import (
    EMPTIED,
    FLAGS,
    HAND,
    LAST,
    LOST,
    MOVER,
    NOBODY,
    PASSED,
    PHASE,
    PHASES,
    SOUTH_STORE,
    WIDTH,
)
from bonduc.games.spec import GameSpec, HoleNotes, Layout, OptionValues
from bonduc.games.words import SIDES
from bonduc.integers import optional_number, whole_number, whole_numbers
from bonduc.language import N_, Items


@dataclass(frozen=True)
class Setup:
    """An arrangement: seeds by hole in board order, stores (south, north), mover (0, 1, or None: round over), extras.

    Raises TypeError if a field is of another type (any sequence of whole numbers does for `holes` and `stores`).

    Holes in the extras are indices in board order: `marks` (Kiothi), `owners` of holes owned across the rows (Adji
    Kui II), `closed` holes (Rio Kadalis), `emptied` and `last` of an opening under way.
    """

    holes: tuple[int, ...]
    stores: tuple[int, int] = (0, 0)
    mover: int | None = 0
    phase: str = "play"
    hand: int = 0
    emptied: int | None = None
    last: int | None = None
    marks: frozenset[int] = frozenset()
    owners: Mapping[int, int] = FrozenMapping()
    closed: frozenset[int] = frozenset()
    passed: bool = False
    lost: int = 0

    def __post_init__(self) -> None:
        plain: dict[str, Any] = {name: whole_numbers(getattr(self, name), name) for name in ("holes", "stores")}
        plain |= {name: whole_number(getattr(self, name), name) for name in ("hand", "lost")}
        plain |= {name: frozenset(whole_numbers(getattr(self, name), name)) for name in ("marks", "closed")}
        plain |= {name: optional_number(getattr(self, name), name) for name in ("mover", "emptied", "last")}
        plain["owners"] = _plain_owners(self.owners)
        for name, kind, what in (("phase", str, "a text"), ("passed", bool, "True or False")):
            if not isinstance(getattr(self, name), kind):
                raise TypeError(f"{name} should be {what}, not {getattr(self, name)!r}")
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    def row(self, spec: GameSpec, values: OptionValues, layout: Layout) -> tuple[list[int], list[str]]:
        """The row of the state in plain integers, and every defect of the arrangement in this game."""
        defects = self._range_defects(layout)
        if defects:
            return [0] * WIDTH, defects
        defects = self._count_defects(spec, values, layout)
        row = [0] * WIDTH
        row[: layout.size] = self.holes
        row[SOUTH_STORE : SOUTH_STORE + 2] = self.stores
        row[MOVER] = NOBODY if self.mover is None else self.mover
        row[LOST] = self.lost
        row[PHASE], row[HAND], row[PASSED] = PHASES.index(self.phase), self.hand, int(self.passed)
        row[EMPTIED] = 0 if self.emptied is None else self.emptied + 1
        row[LAST] = 0 if self.last is None else self.last + 1
        if spec.notes is HoleNotes.OWNERS and self.mover is not None:
            for hole in range(layout.size):
                row[FLAGS + hole] = self.owners.get(hole, layout.side(hole))
        for hole in self._noted.get(spec.notes, ()):
            row[FLAGS + hole] = 1
        return row, defects + spec.defects(row, values, layout)

    @property
    def _noted(self) -> dict[HoleNotes, frozenset[int]]:
        """The holes of which something is noted, by what it is."""
        return {HoleNotes.MARKS: self.marks, HoleNotes.CLOSED: self.closed}

    def _range_defects(self, layout: Layout) -> list[str]:
        """What no row could hold: the wrong number of holes or stores, and numbers that name nothing."""
        given, stores = len(self.holes), len(self.stores)
        defects: list[str] = []
        if given != layout.size:
            defects.append(N_("{count} holes given; the board has {due}", count=given, due=layout.size))
        if stores != 2:
            defects.append(N_("{count} stores given; the board has {due}", count=stores, due=2))
        if self.mover not in (0, 1, None):
            defects.append(
                N_("mover={mover}: it is 0 (South), 1 (North) or None (the round is over)", mover=str(self.mover))
            )
        if self.phase not in PHASES:
            defects.append(N_("phase={phase} is not {phases}", phase=self.phase, phases=Items(PHASES)))
        named = {"marks": self.marks, "closed": self.closed, "owners": self.owners}
        single = {name: [hole] for name, hole in (("emptied", self.emptied), ("last", self.last)) if hole is not None}
        for name, holes in {**named, **single}.items():
            unknown = sorted(set(holes) - set(range(layout.size)))
            defects += [N_("{name}: there is no hole {hole}", name=name, hole=hole) for hole in unknown]
        owners = sorted(set(self.owners.values()) - {0, 1})
        return defects + [
            N_("owners: there is no player {owner}, only 0 (South) and 1 (North)", owner=owner) for owner in owners
        ]

    def _count_defects(self, spec: GameSpec, values: OptionValues, layout: Layout) -> list[str]:
        words, total, name = spec.words, spec.total(values), spec.name
        defects: list[str] = [
            N_("{hole} holds {counted}", hole=layout.names[hole], counted=words.counted(count))
            for hole, count in enumerate(self.holes)
            if count < 0
        ]
        defects += [
            N_("{player}'s {store} holds {counted}", player=side, store=words.store, counted=words.counted(count))
            for side, count in zip(SIDES, self.stores, strict=True)
            if count < 0
        ]
        if self.lost < 0 or self.hand < 0:
            defects.append(
                N_("lost={lost}, hand={hand}: neither can be negative", lost=str(self.lost), hand=str(self.hand))
            )
        found = sum(self.holes) + sum(self.stores) + self.hand + self.lost
        # A board shared after a repetition may leave one seed to nobody.
        odd_seed = self.mover is None and self.lost == 0 and found == total - 1
        if spec.counts_seeds and found != total and not odd_seed:
            defects.append(
                N_("wrong seed total: {found}, the game has {total}", found=words.counted(found), total=total)
            )
        for notes, noted in {**self._noted, HoleNotes.OWNERS: frozenset(self.owners)}.items():
            if noted and spec.notes is not notes:
                defects.append(N_("{game} has no {extra}=", game=name, extra=str(notes)))
        if self.phase != "play" and not spec.has_opening:
            defects.append(N_("{game} has no phase={phase}", game=name, phase=self.phase))
        if (self.hand or self.emptied is not None or self.last is not None) and not spec.has_opening:
            defects.append(N_("{game} has no {counters} in hand between moves", game=name, counters=words.seeds))
        if self.lost and not spec.counts_seeds:
            defects.append(
                N_("{game} has no lost=: captured {counters} are not counted", game=name, counters=words.seeds)
            )
        if self.passed and not spec.has_passes:
            defects.append(N_("{game} has no passes", game=name))
        if self.mover is None:
            if any(self.holes) or self.hand:
                defects.append(N_("the round is over, but the board is not swept"))
            if self.marks or self.owners or self.closed or self.phase != "play" or self.passed:
                defects.append(N_("the round is over: no marks, owners, closed holes, phase or pass are left"))
        return defects


def _plain_owners(owners: object) -> FrozenMapping[int, int]:
    if not isinstance(owners, Mapping):
        raise TypeError(f"owners should map holes to players, not be {owners!r}")
    return FrozenMapping(zip(whole_numbers(owners, "owners"), whole_numbers(owners.values(), "owners"), strict=True))
