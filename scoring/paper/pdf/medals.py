from __future__ import annotations

from types import MappingProxyType
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from scoring.paper.pdf.fonts import BOLD
from scoring.paper.pdf.resume.resume_style import INK

MEDALS: Final = MappingProxyType({1: "#e8b93c", 2: "#c3cad0", 3: "#d49a68"})
"""Gold, silver and bronze, by place."""


class Medal(Flowable):  # type: ignore[misc]
    """A disc with the place, `size` points wide."""

    def __init__(self, place: int, size: float) -> None:
        super().__init__()
        self.place, self.width, self.height = place, size, size

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        radius, letters = self.width / 2, self.width * 0.62
        self.canv.setFillColor(HexColor(MEDALS[self.place]))
        self.canv.circle(radius, radius, radius, stroke=0, fill=1)
        self.canv.setFillColor(INK)
        self.canv.setFont(BOLD, letters)
        self.canv.drawCentredString(radius, radius - letters * 0.36, str(self.place))
