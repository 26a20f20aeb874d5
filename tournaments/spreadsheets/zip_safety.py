"""Unpack the parts of a workbook that hold cells, within limits against zip bombs."""

from __future__ import annotations

import re
import zipfile
import zlib
from io import BytesIO
from typing import Final
from xml.parsers import expat

from .errors import Amiss, BadFile

MOST_BYTES: Final = 24_000_000
"""Unpacked bytes of all parts; a list of 5,000 rows has a tenth of it."""
MOST_PARTS: Final = 2_000
_KEPT: Final = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/(_rels/)?[^/]+\.(xml|rels)|xl/worksheets/[^/]+\.xml"
    r"|mimetype|content\.xml|META-INF/manifest\.xml"
)
"""Parts that define cells: no pictures, macros or embedded files."""
_FAR_AWAY: Final = re.compile(
    rb"""<(?:[\w.-]+:)?(?:c|row)\s[^<>]*?\br\s*=\s*["'](?:[A-Za-z]{4}|[A-Za-z]{0,3}[0-9]{8})"""
)
"""A cell or row beyond XFD1048576, for which the library would take minutes."""
_READ_FAILURES: Final = (
    zipfile.BadZipFile,
    zlib.error,
    OverflowError,  # an offset beyond the file
    EOFError,
    OSError,
    ValueError,
    RuntimeError,  # an unsupported compression
)
_SHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml|content\.xml")


def unpacked_parts(content: bytes) -> dict[str, bytes]:
    """Return the parts that hold cells by name. Raises BadFile."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            return _parts(packed)
    except _READ_FAILURES as error:
        raise BadFile(Amiss.DAMAGED) from error


def repacked(parts: dict[str, bytes]) -> BytesIO:
    """Return a zip of only these parts, with true sizes."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    file.seek(0)
    return file


def _parts(packed: zipfile.ZipFile) -> dict[str, bytes]:
    listed = packed.infolist()
    if len(listed) > MOST_PARTS or len({info.filename for info in listed}) < len(listed):
        raise BadFile(Amiss.DAMAGED)
    if any(info.filename.startswith("word/") for info in listed):
        raise BadFile(Amiss.WORD)
    wanted = [info for info in listed if _KEPT.fullmatch(info.filename)]
    if any(info.flag_bits & 1 for info in wanted):
        raise BadFile(Amiss.ENCRYPTED)
    parts: dict[str, bytes] = {}
    left = MOST_BYTES
    for info in wanted:
        parts[info.filename] = _part(packed, info, most=left)
        left -= len(parts[info.filename])
    return parts


def _part(packed: zipfile.ZipFile, info: zipfile.ZipInfo, *, most: int) -> bytes:
    with packed.open(info) as file:
        part = file.read(most + 1)
    if len(part) > most:
        raise BadFile(Amiss.UNPACKS_TOO_LARGE)
    if b"<!DOCTYPE" in part:
        raise BadFile(Amiss.DAMAGED)
    if b"\0" in part:  # UTF-16 is valid XML, but the library finds no cells in it
        raise BadFile(Amiss.UNREADABLE)
    if _SHEET.fullmatch(info.filename):
        _refuse_malformed(part)
        if _FAR_AWAY.search(part):
            raise BadFile(Amiss.UNREADABLE)
    return part


def _refuse_malformed(part: bytes) -> None:
    """Raise BadFile for invalid XML, which the library would skip together with rows."""
    try:
        expat.ParserCreate().Parse(part, True)
    except expat.ExpatError as error:
        raise BadFile(Amiss.DAMAGED) from error
