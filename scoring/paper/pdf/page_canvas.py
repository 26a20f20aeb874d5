from __future__ import annotations

from io import BytesIO
from typing import Final

from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from scoring.paper.pdf.fonts import BOLD, REGULAR, register_fonts

INK, QUIET, FAINT, TINT, PAPER = 0.0, 0.35, 0.5, 0.94, 1.0
"""Greys, darkest first."""
HAIR: Final = 0.5
"""Lines up to this many points are grey."""
EDGE: Final = 0.7
STROKE: Final = 0.8
"""Thickness of lines seen from afar."""
_CUT: Final = "…"


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    register_fonts()
    return float(pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size) / mm)


def fit_text(
    text: str, width: float, size: float, *, smallest: float, bold: bool = False
) -> tuple[str, float]:
    """Return text and font size that fit a width in mm. Shrink to `smallest` at most, then truncate."""
    full = text_width(text, size, bold=bold)
    if full > width:
        size = max(smallest, 0.99 * size * width / full)
    cut = text
    while len(cut) > 1 and text_width(cut, size, bold=bold) > width:
        cut = cut[: -2 if cut.endswith(_CUT) else -1].rstrip() + _CUT
    return cut, size


def wrap_text(text: str, width: float, size: float, *, indent: float = 0) -> list[str]:
    """Wrap to a width in mm into at least one line, never within words; `indent` the first."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        available_width = width - (indent if len(lines) == 1 else 0)
        if text_width(longer, size) <= available_width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Page:
    """Font sizes are in points, all else in mm from the upper left."""

    def __init__(self, *, title: str = "", author: str = "", canvas: Canvas | None = None) -> None:
        """Begin a document, or draw from the origin of another's `canvas`."""
        register_fonts()
        self._file = BytesIO()
        self._canvas = canvas or Canvas(self._file)
        self.width = self.height = 0.0
        if canvas is None:
            self._canvas.setTitle(title)
            self._canvas.setAuthor(author)
            self._canvas.setCreator("Istaka")

    def begin(self, width: float, height: float, *, scale: float = 1) -> None:
        self._canvas.setPageSize((width * mm * scale, height * mm * scale))
        self._canvas.scale(scale, scale)
        self.width, self.height = width, height

    def end(self) -> None:
        self._canvas.showPage()

    def save(self) -> bytes:
        self._canvas.save()
        return self._file.getvalue()

    def picture(self, png: bytes, *, x: float, y: float, size: float) -> None:
        image = ImageReader(BytesIO(png))
        top = (self.height - y - size) * mm
        self._canvas.drawImage(
            image, x * mm, top, size * mm, size * mm, mask="auto", preserveAspectRatio=True
        )

    def text(
        self,
        content: str,
        *,
        x: float,
        y: float,
        size: float,
        bold: bool = False,
        align: str = "left",
        grey: float = INK,
        width: float | None = None,
        smallest: float = 5,
    ) -> None:
        """Write on the base line `y`; `x` is left end, middle or right end by `align`.

        `width` and `smallest` as in fit_text.
        """
        if width is not None:
            content, size = fit_text(content, width, size, smallest=smallest, bold=bold)
        self._fill_with(grey)
        self._canvas.setFont(BOLD if bold else REGULAR, size)
        draw = {
            "left": self._canvas.drawString,
            "middle": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[align]
        draw(x * mm, self._from_bottom(y), content)

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: float | None = None, line: float = 0
    ) -> None:
        """Draw a rectangle from its upper left corner.

        `fill` is a grey (None: transparent), `line` the thickness of the grey edge in points (0: none).
        """
        if fill is not None:
            self._fill_with(fill)
        self._draw_with(QUIET, line)
        self._canvas.rect(
            x * mm,
            self._from_bottom(y + height),
            width * mm,
            height * mm,
            stroke=int(line > 0),
            fill=int(fill is not None),
        )

    def line(self, x: float, y: float, to_x: float, to_y: float, *, thickness: float = 0.4) -> None:
        self._draw_with(INK if thickness > HAIR else FAINT, thickness)
        self._canvas.line(x * mm, self._from_bottom(y), to_x * mm, self._from_bottom(to_y))

    def ring(self, x: float, y: float, radius: float) -> None:
        self._canvas.setStrokeGray(INK)
        self._canvas.setLineWidth(STROKE)
        self._canvas.circle(x * mm, self._from_bottom(y), radius * mm)

    def oval(self, x: float, y: float, width: float, height: float) -> None:
        self._canvas.setStrokeGray(INK)
        self._canvas.setLineWidth(STROKE)
        half, up = width / 2, self._from_bottom(y)
        self._canvas.roundRect(
            (x - half) * mm, up - height / 2 * mm, width * mm, height * mm, height / 2 * mm
        )

    def _fill_with(self, grey: float) -> None:
        self._canvas.setFillGray(grey)

    def _draw_with(self, grey: float, thickness: float) -> None:
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(thickness)

    def _from_bottom(self, y: float) -> float:
        return float((self.height - y) * mm)
