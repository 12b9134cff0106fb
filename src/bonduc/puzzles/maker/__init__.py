"""How puzzles are made: `find` looks through games for moves that are clearly best, as `judge` says, and rates how hard
they are (`difficulty`); `select` chooses which are kept; `make` does it all on several cores; `check` judges finished
puzzles again. What is made are values of `model`; nothing here is needed to solve a puzzle.
"""
