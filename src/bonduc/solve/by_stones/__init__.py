"""Complete tables of games whose holes hold one stone at most (Bao la Kimasai): won, drawn or lost, and how far off.

`library` builds pairs of classes with `build`, whose machine code is `retrograde`; `classes` ranks the positions;
`tables` reads what was built; `solution` answers from it.
"""
