"""Alpha-beta in machine code.

`engine.py` calls `searcher.py`, which keeps what a search remembers and prepares it; `threads.py` runs and watches the
threads, `iterate.py` deepens, and `alphabeta.py` searches, moves sorted by `ordering.py`, leaves seen by `no_move.py`,
work shared between threads by `abdada.py`. `chances.py` asks such searches how likely an opponent is to err, for
`traps.py`.
"""
