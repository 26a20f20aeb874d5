"""Runs in a child process: no Django, and no exception is caught."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps

from .pictures import LARGE, SMALL

KINDS: Final = ("PNG", "JPEG", "WEBP")
MAX_PIXELS: Final = 16_000_000
_MAX_COLOURS: Final = 128
_BOUNDS: Final = (LARGE, LARGE)


def draw_for_parent(content: bytes) -> list[str]:
    """Return large and small PNG in base 64, upright and without metadata.

    Raises ValueError above MAX_PIXELS, and what Pillow raises.
    """
    with Image.open(BytesIO(content), formats=KINDS) as upload:
        if upload.width * upload.height > MAX_PIXELS:
            raise ValueError
        upload.draft("RGB", (2 * LARGE, 2 * LARGE))
        scaled = upload if upload.mode == "RGBA" else upload.convert("RGBA")
        scaled.thumbnail(_BOUNDS, Image.Resampling.LANCZOS)
        rotated = ImageOps.exif_transpose(scaled)
    stripped = Image.frombytes(
        "RGBA", rotated.size, rotated.tobytes()
    )  # drops colour profile and camera metadata
    return [base64.b64encode(_png(stripped, side)).decode() for side in (LARGE, SMALL)]


def _png(picture: Image.Image, side: int) -> bytes:
    small = picture.copy()
    small.thumbnail((side, side), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(_MAX_COLOURS, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()
