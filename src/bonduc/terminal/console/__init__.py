"""The terminal itself: what comes from it and what goes to it.

`screen` shows pictures of `drawing` and reads lines; it uses `keys`, `resizing` and `output`. `signals` and `streams`
know nothing of the others.
"""
