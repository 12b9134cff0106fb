"""Solving: tables of all positions with few seeds, and proofs of the value of a single one.

    index       where a position lies in a table: ranking, classes of positions, the file format
    by_seeds    tables of games whose holes hold any number of seeds, a class for each number on the board
    by_stones   complete tables of games whose holes hold one stone at most
    proofs      the value of a position from searches over the tables, with a certificate
    progress    what long work reports

`proofs` uses `by_seeds`, both kinds of tables use `index`, and `by_seeds.tables` opens either kind. The engine reads
tables; nothing here knows of the engine.
"""
