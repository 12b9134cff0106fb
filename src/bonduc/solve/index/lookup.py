"""Where the values of a position lie, for compiled code that looks up positions of one pattern from both sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.state import NORTH, SOUTH
from bonduc.solve.index.classes import Pattern
from bonduc.solve.index.ranking import ways

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Lookup:
    """How positions with up to `most` seeds are ranked, and where the classes given begin, laid one after another.

    `orders[m]` are the open holes as mover m (South, North) sees them; `ways` is what ranking needs (`ranking.ways`);
    the values of positions with s seeds and m to move begin at `starts[m, s]`, negative where there are none.
    """

    orders: Numbers
    ways: Numbers
    starts: Numbers
    places: int

    @staticmethod
    def of(pattern: Pattern, most: int, given: Iterable[int]) -> Lookup:
        """For positions in which South to move sees `pattern`; `given` are the seeds of the classes, in their order."""
        starts = np.full((2, most + 1), -1, np.int64)
        base = 0
        for seeds in given:
            positions = pattern.positions(seeds)
            for mover, seen in ((SOUTH, pattern), (NORTH, pattern.turned)):
                starts[mover, seeds] = base + pattern.blocks.index(seen) * positions
            base += positions * len(pattern.blocks)
        orders = np.stack([pattern.order, pattern.child_order])
        return Lookup(orders, ways(len(pattern.order), most), starts, base)
