"""Fitting the weights of the estimate: `tune.py` fits and decides, `selfplay.py` plays the games.

`bonduc tune` calls it, and it calls `search/`.
"""
