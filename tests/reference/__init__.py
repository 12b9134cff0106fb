"""A second, deliberately plain implementation of the four games, to check the compiled rules against.

It follows the words of the rules one by one, on lists and dictionaries of whole numbers, with no thought of
speed, and shares no code with the package. Every module has the same functions: `start`, `legal_moves`,
`play`, `settle`, `share` and `perft`, on its own frozen `State` and `Options`.
"""
