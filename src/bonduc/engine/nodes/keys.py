"""Keys of positions, and finding repetitions by them.

The repetition key leaves out whether the turn before was a pass; the table's key tells the two apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bonduc.engine.nodes.memory import EARLIER, FILTER, FILTER_MASK, Memory
from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.state import PASSED, States

# Odd, of random bits, as signed 64-bit numbers.
FACTORS = (
    -0x61C8864680B583EB,
    -0x3D4D51C2D82B14B1,
    0x165667B19E3779F9,
    0x27D4EB2F165667C5,
    -0x7A1435883D4D519D,
    0x2545F4914F6CDD1D,
    -0x6C07ABD2F8C4B5A3,
    0x5851F42D4C957F2D,
)
PASS_KEY = 0x369DEA0F31A53F85
PASSED_WORD = PASSED // 8
NOT_PASSED = ~(0xFF << 8 * (PASSED % 8))
LOW_33 = (1 << 33) - 1
LOW_35 = (1 << 35) - 1


@helper
def repetition_key(states: States, row: int) -> int:
    """Equal for positions that count as the same. Counts are below 128, so no word is negative."""
    words = states.view(np.int64)
    key = 0
    for i in range(8):
        word = words[row, i]
        if i == PASSED_WORD:
            word &= NOT_PASSED
        key += (word ^ word >> 32) * FACTORS[i]
    key ^= key >> 31 & LOW_33
    key *= FACTORS[0]
    return key ^ key >> 29 & LOW_35


def _key_signature(parts: dict[str, Any]) -> Any:
    number = parts["types"].int64
    return number(parts["states"], number)


@kernel(_key_signature)
def position_key(states: States, row: int) -> int:
    """`repetition_key`, to be called from Python."""
    return repetition_key(states, row)


@helper
def table_key(states: States, row: int, key: int) -> int:
    """The table's key of a position whose repetition key is `key`."""
    return key ^ PASS_KEY if states[row, PASSED] else key


@helper
def enter_path(memory: Memory, ply: int) -> None:
    """The position of this ply can be repeated from now on; `leave_path` takes that back."""
    memory.control[FILTER + (memory.path[memory.control[EARLIER] + ply] & FILTER_MASK)] += 1


@helper
def leave_path(memory: Memory, ply: int) -> None:
    memory.control[FILTER + (memory.path[memory.control[EARLIER] + ply] & FILTER_MASK)] -= 1


@helper
def find_repetition(memory: Memory, key: int, since: int, last: int) -> int:
    """The index in `path` between `since` and `last` of a position with this key, -1 if there is none."""
    if memory.control[FILTER + (key & FILTER_MASK)] == 0:
        return -1
    for i in range(last, since - 1, -1):
        if memory.path[i] == key:
            return i
    return -1
