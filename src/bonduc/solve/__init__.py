"""Solving: positions of a class ranked, endgame tables by retrograde analysis, proofs of values."""
