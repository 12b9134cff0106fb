"""Where a position lies: a class of positions numbered without gaps, and the files that hold a value for each.

`ranking` is the bijection between the positions of a class and 0 … N-1; `classes` says which positions a table holds;
`lookup` is both for compiled code; `table_file` is the format on disk. Both kinds of tables and the proofs stand on it.
"""
