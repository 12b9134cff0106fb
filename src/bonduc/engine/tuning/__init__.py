"""Fitting the weights of the estimate: `tune.py` fits (`descent.py`) and decides, `selfplay.py` plays games.

`bonduc tune` calls it, and it calls `search/`.
"""
