from __future__ import annotations

import base64
import struct
from dataclasses import dataclass
from typing import Any, Final

from .sandbox.parent import Unreadable, read_in_child

MAX_BYTES: Final = 900_000
"""Bytes; requests are limited to a megabyte."""
LARGE: Final = 320
SMALL: Final = 144
"""Sides of the squares that a picture fits into: on paper, and on a page at three dots a pixel."""
_READER: Final = "tournaments.uploads.redraw_picture:draw_for_parent"
_MEMORY: Final = 450_000_000
"""Bytes; a WebP of 16 million pixels takes nearly 400 MB, other formats half of that."""
_MOST_ANSWER: Final = 1_000_000
_PNG: Final = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"


class InvalidPicture(Exception):  # noqa: N818 - an upload that is no picture is not our error
    pass


@dataclass(frozen=True)
class Picture:
    large: bytes
    small: bytes


def read_picture(content: bytes) -> Picture:
    """Redraw the first frame without metadata. Raises InvalidPicture, Busy."""
    if len(content) > MAX_BYTES:
        raise InvalidPicture
    try:
        large, small = read_in_child(_READER, content, memory=_MEMORY, max_answer_bytes=_MOST_ANSWER)
        return Picture(_png(large, LARGE), _png(small, SMALL))
    except (Unreadable, ValueError, TypeError, struct.error) as error:
        raise InvalidPicture from error


def _png(encoded: Any, side: int) -> bytes:
    """The child's answer is not trusted."""
    png = base64.b64decode(encoded, validate=True)
    width, height = struct.unpack_from(">II", png, len(_PNG))
    if not png.startswith(_PNG) or max(width, height) > side:
        raise ValueError
    return png
