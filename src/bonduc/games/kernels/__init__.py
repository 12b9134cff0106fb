"""What the rules of every game are written with.

    state     the row that a position is, moves, events: what all kernels agree on
    laps      a lap in one step
    endless   does a sowing ever end? what a turn comes to
    compile   from kernels to machine code, with a disk cache

A game's module imports from here, and nothing here knows a game. `compile` stands lowest, `state` on it, `endless` and
`laps` on both. Outside `games`, algorithms in machine code (search, tables, proofs) use the same three.
"""
