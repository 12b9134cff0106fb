"""A board in lines of text.

A `scene` says what is to be seen; `board` draws it, or `compact` where the window is narrow, both out of `parts` and
`signs`; `pace` makes the scenes of a move drop by drop. Nothing here prints.
"""
