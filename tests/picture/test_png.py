"""PNG pictures."""

from __future__ import annotations

import struct
import sys

import pytest

import bonduc
from bonduc.errors import BonducError, MissingExtraError
from bonduc.picture.png import png_bytes
from bonduc.picture.svg import draw


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_picture_becomes_a_png_of_the_width_asked_for() -> None:
    pytest.importorskip("resvg_py")
    svg = draw(bonduc.game("rio-kadalis").start())
    width, height = size(png_bytes(svg, 400))
    assert width == 400
    assert 100 < height < 200


@pytest.mark.parametrize("width", [0, 15, 6001, -5])
def test_silly_widths_are_refused(width: int) -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(BonducError, match="is not between 16 and 6000"):
        png_bytes("<svg/>", width)


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"a PNG picture needs an optional part: install bonduc\[web\]"):
        png_bytes("<svg/>")
