"""The rules: one module a game, written once as kernels that run interpreted or compiled.

`contract` fixes the state row, moves, events and the kernels each game gives; `endless` decides endless sowings
exactly; `compile` turns kernels into machine code; `registry` lists the games.
"""
