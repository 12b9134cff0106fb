"""Pictures of boards: where everything lies (`geometry`, `packing`), and drawings of positions (`svg`, `png`).

One source for all of them: the board in the browser is drawn from `board_data`, made from the same geometry.
"""
