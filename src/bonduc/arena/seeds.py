"""Seeds of random numbers: every game's follows from the run's seed and the game's number alone."""

from __future__ import annotations

import hashlib


def derive_seed(seed: int, what: str, number: int) -> int:
    """A 63-bit seed for one purpose and number: the same on every machine, unrelated to its neighbours."""
    digest = hashlib.blake2b(f"{seed}/{what}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
