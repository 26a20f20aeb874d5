from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from tournaments.uploads.pictures import MAX_BYTES, InvalidPicture, read_picture


def image_bytes(
    kind: str = "PNG", size: tuple[int, int] = (800, 400), mode: str = "RGB", **how: Any
) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "#1c6a4c").save(file, kind, **how)
    return file.getvalue()


def open_png(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    image.load()
    return image


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_picture_is_stored_in_two_sizes_as_png(kind: str):
    read = read_picture(image_bytes(kind))
    images = [open_png(image) for image in (read.large, read.small)]
    assert [(image.format, image.size) for image in images] == [("PNG", (320, 160)), ("PNG", (144, 72))]


def test_transparency_is_preserved():
    file = BytesIO()
    Image.new("RGBA", (50, 50), (0, 0, 0, 0)).save(file, "PNG")
    assert open_png(read_picture(file.getvalue()).small).convert("RGBA").getpixel((5, 5)) == (0, 0, 0, 0)


def test_camera_metadata_is_removed_and_rotation_applied():
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "Ayşe'nin evi"
    metadata = PngImagePlugin.PngInfo()
    metadata.add_text("Comment", "secret words")
    read = read_picture(image_bytes("JPEG", exif=exif))
    assert open_png(read.large).size == (160, 320)
    assert b"evi" not in read.large
    assert b"secret" not in read_picture(image_bytes(pnginfo=metadata)).large


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.4",
        image_bytes("GIF"),
        image_bytes("TIFF"),
        image_bytes()[:60],
        b"\x00" * (MAX_BYTES + 1),
    ],
    ids=["nothing", "svg", "pdf", "gif", "tiff", "damaged", "large"],
)
def test_other_files_are_rejected(content: bytes):
    with pytest.raises(InvalidPicture):
        read_picture(content)


def test_too_many_pixels_are_rejected_before_drawing():
    with pytest.raises(InvalidPicture):
        read_picture(image_bytes(size=(4001, 4000), mode="1"))
