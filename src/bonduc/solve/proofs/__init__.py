"""Proofs: the value of a single position, far larger than any table, shown by search over the tables.

`run` is a proof as a user runs it; it gives `solver` the tables, and keeps `checkpoint` and `certificate`. The solver
closes in on the value by claims (`claims`), each settled by proof-number search (`proof_number`); `best_moves` asks
the same of every first move. What a certificate holds, and a `line` of best play follows, is a `strategy`: moves that
never go round in a circle. A certificate is checked by the rules alone.
"""
