"""SVG pictures as PNG."""

from __future__ import annotations

from bonduc.errors import BonducError, MissingExtraError
from bonduc.language import N_

WIDEST = 6000


def png_bytes(svg: str, width: int = 1600) -> bytes:
    """The PNG of a picture, `width` pixels wide.

    Raises MissingExtraError without the library, BonducError for a width that is out of all proportion.
    """
    try:
        import resvg_py
    except ImportError:
        raise MissingExtraError(N_("a PNG picture"), "web") from None
    if not 16 <= width <= WIDEST:
        raise BonducError(
            N_("a width of {width} pixels is not between {low} and {high}", width=width, low=16, high=WIDEST)
        )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_family="DejaVu Sans"))
