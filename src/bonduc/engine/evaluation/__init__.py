"""The estimate of a leaf: `estimate.py` in machine code, by the weights that `patterns.py` reads from `weights/`.

`search/` and `rollouts/` call it; `tuning/` fits the weights.
"""
