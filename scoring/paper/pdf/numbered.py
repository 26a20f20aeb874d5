"""A canvas that says on every page what the document is, of which moment, and which page of how many."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from scoring.paper.pdf.page import BOLD, REGULAR

EDGE: Final = 14.1 * mm


class NumberedCanvas(Canvas):
    """Pages are kept until their number is known; `saying` makes the kind that bears a title and a moment."""

    heading: ClassVar[str] = ""
    moment: ClassVar[str] = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept: list[dict[str, Any]] = []

    @classmethod
    def saying(cls, heading: str, moment: str) -> type[NumberedCanvas]:
        return type("SayingCanvas", (cls,), {"heading": heading, "moment": moment})

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._kept, start=1):
            self.__dict__.update(page)
            self._edges(number)
            super().showPage()
        super().save()

    def _edges(self, number: int) -> None:
        width, height = self._pagesize
        self.setFillGray(0.2)
        self.setFont(BOLD, 8)
        self.drawString(EDGE, height - EDGE + 1 * mm, self.heading)
        self.setFont(REGULAR, 8)
        self.drawRightString(width - EDGE, height - EDGE + 1 * mm, self.moment)
        page = gettext("page %(number)s of %(count)s") % {"number": number, "count": len(self._kept)}
        self.drawRightString(width - EDGE, EDGE - 3 * mm, page)
        self.drawString(EDGE, EDGE - 3 * mm, self.moment)
