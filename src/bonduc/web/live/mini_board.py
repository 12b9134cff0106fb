"""A board as small as a stamp: enough to tell one game from another in a list."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from bonduc.position import Game

STEP = 10  # units from hole to hole
RIM = 3
SMALLEST, LARGEST = 1.6, 4.2  # radii of what lies in a hole
FULL = 12  # seeds that fill it


def mini_board(game: Game, seeds: Sequence[int], flip: bool = False) -> Markup:
    """The holes of a board with what they hold, the nearer rows below; `flip`: North's."""
    lines = [line[::-1] for line in game.layout.lines[::-1]] if flip else game.layout.lines
    width, height = game.layout.columns * STEP + 2 * RIM, game.layout.rows * STEP + 2 * RIM
    holes = [
        _hole(RIM + STEP * (column + 0.5), RIM + STEP * (row + 0.5), seeds[hole])
        for row, line in enumerate(lines)
        for column, hole in enumerate(line)
    ]
    return Markup(
        f'<svg class="mini-board" viewBox="0 0 {width} {height}" width="{width}" height="{height}" aria-hidden="true">'
        f'<rect width="{width}" height="{height}" rx="5"/>{"".join(holes)}</svg>'
    )


def _hole(x: float, y: float, seeds: int) -> str:
    hollow = f'<circle class="mini-hole" cx="{x:g}" cy="{y:g}" r="4.4"/>'
    if not seeds:
        return hollow
    radius = SMALLEST + (LARGEST - SMALLEST) * min(1, (seeds - 1) / (FULL - 1))
    return f'{hollow}<circle class="mini-seeds" cx="{x:g}" cy="{y:g}" r="{radius:.1f}"/>'
