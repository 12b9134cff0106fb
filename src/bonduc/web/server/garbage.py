"""Garbage collection that players do not notice.

A collection looks at every object that may be part of a circle, and nothing else is done meanwhile. Code, tables and
machine code are hundreds of thousands of objects that stay: they are set aside once they are there. The others are
looked at in small portions.
"""

from __future__ import annotations

import gc

PORTIONS = 4_000, 10, 10  # new objects, and collections of the young, between collections of the next older ones


def collect_in_portions() -> None:
    """From now on collections are short, and there are more of them."""
    gc.set_threshold(*PORTIONS)


def set_aside() -> None:
    """What is there now stays: no collection looks at it again. Circles that are garbage by now stay too."""
    gc.freeze()
