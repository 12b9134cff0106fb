"""Monte Carlo tree search: `uct.py` keeps and asks the tree, `tree.py` grows it in machine code.

`opening.py` calls it for random rounds; the arena for a baseline to measure the engine against.
"""
