"""Pictures that were sent: drawn anew, small, and nothing else is read."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from tournaments.uploads.pictures import LARGEST, NoPicture, read_picture


def sent(kind: str = "PNG", size: tuple[int, int] = (800, 400), mode: str = "RGB", **how: Any) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "#1c6a4c").save(file, kind, **how)
    return file.getvalue()


def opened(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    image.load()
    return image


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_it_is_kept_in_two_sizes_as_png(kind: str):
    read = read_picture(sent(kind))
    kept = [opened(one) for one in (read.large, read.small)]
    assert [(one.format, one.size) for one in kept] == [("PNG", (320, 160)), ("PNG", (144, 72))]


def test_what_is_seen_through_stays_so():
    file = BytesIO()
    Image.new("RGBA", (50, 50), (0, 0, 0, 0)).save(file, "PNG")
    assert opened(read_picture(file.getvalue()).small).convert("RGBA").getpixel((5, 5)) == (0, 0, 0, 0)


def test_what_a_camera_wrote_goes_and_its_turn_is_done():
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "Ayşe'nin evi"
    told = PngImagePlugin.PngInfo()
    told.add_text("Comment", "secret words")
    read = read_picture(sent("JPEG", exif=exif))
    assert opened(read.large).size == (160, 320)
    assert b"evi" not in read.large
    assert b"secret" not in read_picture(sent(pnginfo=told)).large


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.4",
        sent("GIF"),
        sent("TIFF"),
        sent()[:60],
        b"\x00" * (LARGEST + 1),
    ],
    ids=["nothing", "svg", "pdf", "gif", "tiff", "damaged", "large"],
)
def test_nothing_else_is_read(content: bytes):
    with pytest.raises(NoPicture):
        read_picture(content)


def test_too_many_dots_are_refused_before_they_are_drawn():
    with pytest.raises(NoPicture):
        read_picture(sent(size=(4001, 4000), mode="1"))
