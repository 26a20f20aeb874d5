from __future__ import annotations

from io import BytesIO
from typing import Any, ClassVar, Final

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from scoring.paper.pdf.fonts import BOLD, REGULAR
from scoring.paper.pdf.page_canvas import fit_text
from scoring.paper.pdf.resume.resume_style import GREY, LINE

EDGE: Final = 14.1 * mm
SIDE: Final = 12 * mm
LOGO: Final = 9 * mm
LETTERS: Final = 8


class NumberedCanvas(Canvas):
    """Prints heading, moment and “page x of y”; holds pages until the total is known.

    The first page has `first_heading`, because the title follows there.
    """

    heading: ClassVar[str] = ""
    first_heading: ClassVar[str] = ""
    moment: ClassVar[str] = ""
    logo: ClassVar[bytes] = b""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept: list[dict[str, Any]] = []

    @classmethod
    def subclass_with_texts(
        cls, heading: str, note: str, logo: bytes = b"", *, first_heading: str = ""
    ) -> type[NumberedCanvas]:
        texts = {"heading": heading, "first_heading": first_heading or heading, "moment": note, "logo": logo}
        return type("NumberedCanvasWithTexts", (cls,), texts)

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._kept, start=1):
            self.__dict__.update(page)
            self._draw_edges(number)
            super().showPage()
        super().save()

    def _draw_edges(self, number: int) -> None:
        """Draw logo and heading above a line, note and page number below one; long headings shrink."""
        width, height = self._pagesize
        left = SIDE
        if self.logo:
            logo_image, down = ImageReader(BytesIO(self.logo)), height - EDGE - 0.5 * mm
            self.drawImage(logo_image, SIDE, down, LOGO, LOGO, mask="auto", preserveAspectRatio=True)
            left += LOGO + 3 * mm
        heading = self.first_heading if number == 1 else self.heading
        heading, size = fit_text(heading, (width - SIDE - left) / mm, LETTERS, smallest=6, bold=True)
        self.setStrokeColor(LINE)
        self.setLineWidth(0.4)
        self.line(SIDE, height - EDGE - 1.5 * mm, width - SIDE, height - EDGE - 1.5 * mm)
        self.line(SIDE, EDGE + 1 * mm, width - SIDE, EDGE + 1 * mm)
        self.setFillColor(GREY)
        self.setFont(BOLD, size)
        self.drawString(left, height - EDGE + 1 * mm, heading)
        self.setFont(REGULAR, LETTERS)
        page = gettext("page %(number)s of %(count)s") % {"number": number, "count": len(self._kept)}
        self.drawRightString(width - SIDE, EDGE - 3 * mm, page)
        self.drawString(SIDE, EDGE - 3 * mm, self.moment)
