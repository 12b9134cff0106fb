"""Who plays in the arena.

`contestant` reads one from text; `player` is what the arena asks of it; `open_player` makes the one from the other:
`baselines` and `uct`, which can be described in a sentence, the engine (`engine_player`), or an `external` program.
"""
