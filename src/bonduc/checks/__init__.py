"""What shows that the rules of a game are right: counts of move sequences, and what every game must keep to.

`perft` counts with `perft_kernel`; `conformance` plays a game, interpreted and compiled, and asks `ledger` whether a
move's events account for every seed and `mirror` for the same board seen from the other side.
"""
