"""QR codes, drawn as SVG."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def drawn(link: str) -> SafeString:
    """The code of a link, black on white with its margin; it fills the box that it stands in."""
    code: str = segno.make(link, error="m", micro=False).svg_inline(omitsize=True, light="#fff")
    return mark_safe(code)  # noqa: S308  made from our own link, which is drawn and not written
