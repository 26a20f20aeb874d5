"""Sizes are in final pixels; drawing is at twice the size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont, ImageOps

from rules.localized_text import MINUS
from scoring.paper.pdf.fonts import BOLD, CHAINS, DASH, REGULAR, font_file, text_parts

WIDTH, HEIGHT = 1200, 630
SCALE: Final = 2
COLOURS: Final = 96
"""The palette size: enough for flat colours and smooth edges, and the file stays small."""

CLOTH, CLOTH_DEEP, IVORY, IVORY_EDGE, WHITE, SOFT = (
    "#1f6f50",
    "#185a41",
    "#fcf6e6",
    "#cfbf96",
    "#ffffff",
    "#d5e6dd",
)
RED, BLUE, BLACK = "#b9232b", "#1d4b9e", "#1f1f1d"
SIDES: Final = {"A": "#1d4b9e", "B": "#8a4f00", "C": "#0f6a52", "D": "#8d2a6b"}
_CUT: Final = "…"
_BEFORE: Final = {"l": 0.0, "m": 0.5, "r": 1.0}
"""The share of a text before its anchor."""


@lru_cache(maxsize=16)
def _font(size: int, *, bold: bool, place: int = 0) -> ImageFont.FreeTypeFont:
    """Without the optional layout engine, which would reorder letters that already are in visual order."""
    file = font_file(CHAINS[BOLD if bold else REGULAR][place])
    return ImageFont.truetype(file, size * SCALE, layout_engine=ImageFont.Layout.BASIC)


def _parts(text: str, size: int, *, bold: bool) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Yield texts with their fonts; a dash is drawn for minus signs."""
    for place, part in text_parts(text):
        yield part.replace(MINUS, DASH), _font(size, bold=bold, place=place)


def _length(text: str, size: int, *, bold: bool) -> float:
    return sum(font.getlength(part) for part, font in _parts(text, size, bold=bold))


class Canvas:
    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), CLOTH)
        self._draw = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        small = self._image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        file = BytesIO()
        palette = small.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        palette.save(file, "PNG", optimize=True)
        return file.getvalue()

    def text(
        self,
        text: str,
        x: int,
        y: int,
        size: int,
        *,
        bold: bool = False,
        colour: str = WHITE,
        width: int = WIDTH,
        align: str = "l",
        smallest: int | None = None,
    ) -> int:
        """Draw at baseline `y`, shrunk to `smallest`, then cut to fit `width`; return the drawn width.

        Not shrunk without `smallest`. `x` is the left end, for `align` "m" the middle, for "r" the right.
        """
        text, size = _fitted(text, width, size, smallest or size, bold=bold)
        length = _length(text, size, bold=bold)
        left = x * SCALE - length * _BEFORE[align]
        for part, font in _parts(text, size, bold=bold):
            self._draw.text((left, y * SCALE), part, font=font, fill=colour, anchor="ls")
            left += font.getlength(part)
        return int(length) // SCALE

    def box(self, x: int, y: int, width: int, height: int, *, colour: str, round_by: int = 0) -> None:
        self._draw.rounded_rectangle(
            _scaled(x, y, x + width, y + height), radius=round_by * SCALE, fill=colour
        )

    def dot(self, x: int, y: int, radius: int, *, colour: str) -> None:
        self._draw.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), fill=colour)

    def side(self, letter: str, x: int, y: int, size: int) -> None:
        """A is round, others are square."""
        self.box(x, y, size, size, colour=WHITE, round_by=size // 2 if letter == "A" else 8)
        self.box(
            x + 3, y + 3, size - 6, size - 6, colour=SIDES[letter], round_by=size // 2 if letter == "A" else 6
        )
        self.text(letter, x + size // 2, y + size * 7 // 10, size * 11 // 20, bold=True, align="m")

    def cup(self, x: int, y: int, size: int, *, colour: str) -> None:
        """Draw a cup from its top left corner."""

        def at(*twelfths: float) -> tuple[float, float, float, float]:
            left, top, right, bottom = (part * size / 12 for part in twelfths)
            return _scaled(x + left, y + top, x + right, y + bottom)

        thick = size * SCALE // 12
        self._draw.arc(at(0.5, 1, 5.5, 6), 90, 270, fill=colour, width=thick)
        self._draw.arc(at(6.5, 1, 11.5, 6), 270, 90, fill=colour, width=thick)
        self._draw.rectangle(at(2.5, 0.5, 9.5, 4), fill=colour)
        self._draw.pieslice(at(2.5, 0, 9.5, 8), 0, 180, fill=colour)
        self._draw.rectangle(at(5.4, 7.5, 6.6, 10.5), fill=colour)
        self._draw.rounded_rectangle(at(3, 10, 9, 11.5), radius=thick / 2, fill=colour)

    def picture(self, png: bytes, x: int, y: int, size: int) -> None:
        """Draw a PNG scaled, in the middle of a white rounded square."""
        self.box(x, y, size, size, colour=WHITE, round_by=16)
        with Image.open(BytesIO(png)) as source:
            resized = source.convert("RGBA")
        available = (size - 16) * SCALE
        resized = ImageOps.contain(resized, (available, available))
        middle = (
            x * SCALE + (size * SCALE - resized.width) // 2,
            y * SCALE + (size * SCALE - resized.height) // 2,
        )
        self._image.paste(resized, middle, resized)

    def tile(self, number: str, colour: str, x: int, y: int, *, turned: int = 0) -> None:
        """Draw a tile of fixed size, `turned` counterclockwise by degrees."""
        wide, high = 84, 116
        image = Image.new("RGBA", (wide * SCALE, high * SCALE))
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle(_scaled(0, 0, wide - 1, high - 1), radius=28, fill=IVORY_EDGE)
        draw.rounded_rectangle(_scaled(2, 2, wide - 3, high - 6), radius=26, fill=IVORY)
        draw.text((wide, high), number, font=_font(50, bold=True), fill=colour, anchor="mm")
        draw.ellipse(_scaled(34, 84, 50, 100), fill=colour)
        leaning = image.rotate(turned, resample=Image.Resampling.BICUBIC, expand=True)
        self._image.paste(leaning, (x * SCALE, y * SCALE), leaning)


def _scaled(*sizes: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = (size * SCALE for size in sizes)
    return left, top, right, bottom


def _fitted(text: str, width: int, size: int, smallest: int, *, bold: bool) -> tuple[str, int]:
    while size > smallest and _length(text, size, bold=bold) > width * SCALE:
        size -= 2
    cut = text
    while len(cut) > 1 and _length(cut, size, bold=bold) > width * SCALE:
        cut = cut.removesuffix(_CUT)[:-1].rstrip() + _CUT
    return cut, size
