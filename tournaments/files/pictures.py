"""A picture that somebody sent, as we keep it: drawn anew, small, with nothing in it but its dots."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

KINDS: Final = ("PNG", "JPEG", "WEBP")
LARGEST: Final = 900_000
"""Bytes; no request of ours is longer than a megabyte."""
MOST_DOTS: Final = 16_000_000
LARGE: Final = 320
SMALL: Final = 144
"""Sides of the squares into which it fits: on paper, and on a page at three dots a pixel."""
_COLOURS: Final = 128


class NoPicture(Exception):  # noqa: N818 - what was sent, and no fault of ours
    """What can't be read as a picture, is too large, or of another kind."""


@dataclass(frozen=True)
class Picture:
    """PNG in two sizes, colours and see-through as they were sent."""

    large: bytes
    small: bytes


def read_picture(content: bytes) -> Picture:
    """What was sent, drawn anew: its first frame, turned as its camera says. Raises NoPicture."""
    if len(content) > LARGEST:
        raise NoPicture
    try:
        with Image.open(BytesIO(content), formats=KINDS) as sent:
            if sent.width * sent.height > MOST_DOTS:
                raise NoPicture
            drawn = ImageOps.exif_transpose(sent).convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as amiss:
        raise NoPicture from amiss
    bare = Image.frombytes("RGBA", drawn.size, drawn.tobytes())  # no colour profile, no words of a camera
    return Picture(*(_png(bare, side) for side in (LARGE, SMALL)))


def _png(picture: Image.Image, side: int) -> bytes:
    small = picture.copy()
    small.thumbnail((side, side), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()
