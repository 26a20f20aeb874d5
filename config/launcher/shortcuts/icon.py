from __future__ import annotations

from pathlib import Path
from typing import Final

ICON: Final = Path(__file__).with_name("icon.png")
"""Drawn by docs/app_icon.py."""
WINDOWS_SIZES: Final = [(16, 16), (24, 24), (32, 32), (48, 48), (64, 64), (256, 256)]


def save_icon(file: Path) -> None:
    """In the format of the file's ending: .ico or .icns."""
    from PIL import Image  # noqa: PLC0415  the launcher stays small

    with Image.open(ICON) as drawn:
        image = drawn.convert("RGBA")
    if file.suffix == ".ico":
        image.save(file, sizes=WINDOWS_SIZES)
    else:
        image.save(file)
