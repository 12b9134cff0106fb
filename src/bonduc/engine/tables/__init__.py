"""Endgame tables in the engine; `bonduc.solve` builds them.

`engine.py` asks `tablebase.py`, which answers for a whole position and has leads proved by `winning_lines.py`. What a
search probes on its way (`probe.py`, called by `search/alphabeta.py`) is loaded by `loading.py`, class by class
(`classes.py`).
"""
