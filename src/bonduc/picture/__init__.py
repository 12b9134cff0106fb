"""Pictures of boards: where everything lies (`geometry`, `packing`), and drawings of positions (`svg`, `png`).

    from bonduc.picture import Highlight, draw, png_bytes
    drawing = draw(position, theme="dark", highlight=Highlight.of(before.sowing("A")))
    png_bytes(drawing, 1200)            # needs bonduc[web]

One source for all of them: the board in the browser is drawn from `board_data`, made from the same geometry.
"""

from bonduc.picture.png import png_bytes
from bonduc.picture.svg import Arrow, Highlight, describe, draw

__all__ = ["Arrow", "Highlight", "describe", "draw", "png_bytes"]
