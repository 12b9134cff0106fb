"""What the rules say, without a game being stored: games, positions, moves, records, pictures.

`api` has the models that other features' requests are made of too; `setup` and `replay` what the analysis board asks,
`records` and `pictures` what is worked out in other processes (`tasks`).
"""
