"""What is known of a position in the search, in arrays that machine code reads and writes.

`memory.py` is all that a search thread has; `keys.py` names positions and finds repetitions on the path; `bounds.py`
says what scores rest on, and `transposition.py` keeps them; `history.py` tells which earlier positions can recur.
All of `search/` calls these; they call nobody.
"""
