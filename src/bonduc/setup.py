"""Setup: any arrangement of seeds, possible or not, before it becomes a Position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bonduc.games.contract import (
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
from bonduc.games.spec import GameSpec, Layout, OptionValues


@dataclass(frozen=True)
class Setup:
    """An arrangement: seeds by hole in board order, stores (south, north), mover (0, 1, or None: round over), extras.

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
    owners: Mapping[int, int] = field(default_factory=dict)
    closed: frozenset[int] = frozenset()
    passed: bool = False
    lost: int = 0

    def row(self, spec: GameSpec, values: OptionValues, layout: Layout) -> tuple[list[int], list[str]]:
        """The row of the state in plain integers, and every defect of the arrangement in this game."""
        defects = self._count_defects(spec, values, layout)
        row = [0] * WIDTH
        row[: layout.size] = (list(self.holes) + [0] * layout.size)[: layout.size]
        row[SOUTH_STORE : SOUTH_STORE + 2] = self.stores
        row[MOVER] = NOBODY if self.mover is None else self.mover
        row[LOST] = self.lost
        row[PHASE], row[HAND], row[PASSED] = PHASES.index(self.phase), self.hand, int(self.passed)
        row[EMPTIED] = 0 if self.emptied is None else self.emptied + 1
        row[LAST] = 0 if self.last is None else self.last + 1
        if spec.notes == "marks":
            for hole in self.marks:
                row[FLAGS + hole] = 1
        elif spec.notes == "closed":
            for hole in self.closed:
                row[FLAGS + hole] = 1
        elif spec.notes == "owner" and self.mover is not None:
            for hole in range(layout.size):
                row[FLAGS + hole] = self.owners.get(hole, layout.side(hole))
        if len(self.holes) == layout.size:
            defects += spec.defects(row, values, layout)
        return row, defects

    def _count_defects(self, spec: GameSpec, values: OptionValues, layout: Layout) -> list[str]:
        seeds, total = spec.words.seeds, spec.total(values)
        if len(self.holes) != layout.size:
            return [f"{len(self.holes)} holes given; the board has {layout.size}"]
        defects = [f"{layout.names[hole]} holds {count} {seeds}" for hole, count in enumerate(self.holes) if count < 0]
        defects += [
            f"{side}'s {spec.words.store} holds {count} {seeds}"
            for side, count in zip(("South", "North"), self.stores, strict=True)
            if count < 0
        ]
        if self.lost < 0 or self.hand < 0:
            defects.append(f"lost={self.lost}, hand={self.hand}: neither can be negative")
        found = sum(self.holes) + sum(self.stores) + self.hand + self.lost
        # A board shared after a repetition may leave one seed to nobody.
        odd_seed = self.mover is None and self.lost == 0 and found == total - 1
        if spec.conserves_seeds and found != total and not odd_seed:
            defects.append(f"wrong seed total: {found} {seeds}, the game has {total}")
        for extra, allowed in (
            ("marks", bool(self.marks)),
            ("owner", bool(self.owners)),
            ("closed", bool(self.closed)),
        ):
            if allowed and spec.notes != extra:
                defects.append(f"{spec.name} has no {extra}=")
        if self.phase != "play" and not spec.has_opening:
            defects.append(f"{spec.name} has no phase={self.phase}")
        if (self.hand or self.emptied is not None or self.last is not None) and not spec.has_opening:
            defects.append(f"{spec.name} has no {spec.words.seeds} in hand between moves")
        if self.passed and not spec.has_passes:
            defects.append(f"{spec.name} has no passes")
        if self.mover is None:
            if any(self.holes) or self.hand:
                defects.append("the round is over, but the board is not swept")
            if self.marks or self.owners or self.closed or self.phase != "play" or self.passed:
                defects.append("the round is over: no marks, owners, closed holes, phase or pass are left")
        return defects
