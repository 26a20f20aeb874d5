"""A picture that somebody sent, as we keep it: drawn anew, small, with nothing in it but its dots.

`drawing.py` draws it in a child process (`sandbox`).
"""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass
from typing import Any, Final

from .sandbox.parent import Unreadable, read_in_child

LARGEST: Final = 900_000
"""Bytes; no request of ours is longer than a megabyte."""
LARGE: Final = 320
SMALL: Final = 144
"""Sides of the squares into which it fits: on paper, and on a page at three dots a pixel."""
_READER: Final = "tournaments.uploads.redrawing:draw_for_parent"
_MEMORY: Final = 450_000_000
"""A WebP of 16 million dots takes nearly 400 MB, other kinds a half."""
_MOST_ANSWER: Final = 1_000_000
_PNG: Final = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"


class NoPicture(Exception):  # noqa: N818 - what was sent, and no fault of ours
    """What can't be read as a picture, is too large, or of another kind."""


@dataclass(frozen=True)
class Picture:
    """PNG in two sizes, colours and see-through as they were sent."""

    large: bytes
    small: bytes


def read_picture(content: bytes) -> Picture:
    """What was sent, drawn anew: its first frame, turned as its camera says. Raises NoPicture, Busy."""
    if len(content) > LARGEST:
        raise NoPicture
    try:
        large, small = read_in_child(_READER, content, memory=_MEMORY, most_answer=_MOST_ANSWER)
        return Picture(_png(large, LARGE), _png(small, SMALL))
    except (Unreadable, ValueError, TypeError, struct.error) as error:
        raise NoPicture from error


def _png(encoded: Any, side: int) -> bytes:
    """A picture of the child's answer, of which nothing is believed before it is checked."""
    png = base64.b64decode(encoded, validate=True)
    width, height = struct.unpack_from(">II", png, len(_PNG))
    if not png.startswith(_PNG) or max(width, height) > side:
        raise ValueError
    return png
