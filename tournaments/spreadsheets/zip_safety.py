"""Limits against zip bombs."""

from __future__ import annotations

import re
import zipfile
import zlib
from io import BytesIO
from typing import Final
from xml.parsers import expat

from .errors import BadFile, FileProblem

MAX_UNPACKED_BYTES: Final = 24_000_000
"""Unpacked bytes of all parts; a list of 5,000 rows has a tenth of it."""
MAX_PARTS: Final = 2_000
_CELL_PARTS: Final = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/(_rels/)?[^/]+\.(xml|rels)|xl/worksheets/[^/]+\.xml"
    r"|mimetype|content\.xml|META-INF/manifest\.xml"
)
"""Parts that define cells: no pictures, macros or embedded files."""
_CELL_BEYOND_SHEET: Final = re.compile(
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
_SHEET_PATH_PATTERN: Final = re.compile(r"xl/worksheets/[^/]+\.xml|content\.xml")


def unpack_parts(content: bytes) -> dict[str, bytes]:
    """Raise BadFile."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return _read_parts(archive)
    except _READ_FAILURES as error:
        raise BadFile(FileProblem.DAMAGED) from error


def repack(parts: dict[str, bytes]) -> BytesIO:
    """Keep only these parts, with true sizes."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    file.seek(0)
    return file


def _read_parts(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Return unpacked parts that hold cells, by name. Raises BadFile, also for Word and encrypted files."""
    infos = archive.infolist()
    if len(infos) > MAX_PARTS or len({info.filename for info in infos}) < len(infos):
        raise BadFile(FileProblem.DAMAGED)
    if any(info.filename.startswith("word/") for info in infos):
        raise BadFile(FileProblem.WORD)
    cell_parts = [info for info in infos if _CELL_PARTS.fullmatch(info.filename)]
    if any(info.flag_bits & 1 for info in cell_parts):
        raise BadFile(FileProblem.ENCRYPTED)
    parts: dict[str, bytes] = {}
    remaining_bytes = MAX_UNPACKED_BYTES
    for info in cell_parts:
        parts[info.filename] = _read_part(archive, info, most=remaining_bytes)
        remaining_bytes -= len(parts[info.filename])
    return parts


def _read_part(archive: zipfile.ZipFile, info: zipfile.ZipInfo, *, most: int) -> bytes:
    """Unpack a part. Raises BadFile if larger than `most` bytes, malformed or unsafe."""
    with archive.open(info) as file:
        part = file.read(most + 1)
    if len(part) > most:
        raise BadFile(FileProblem.UNPACKS_TOO_LARGE)
    if b"<!DOCTYPE" in part:
        raise BadFile(FileProblem.DAMAGED)
    if b"\0" in part:  # UTF-16 is valid XML, but the library finds no cells in it
        raise BadFile(FileProblem.UNREADABLE)
    if _SHEET_PATH_PATTERN.fullmatch(info.filename):
        _refuse_malformed(part)
        if _CELL_BEYOND_SHEET.search(part):
            raise BadFile(FileProblem.UNREADABLE)
    return part


def _refuse_malformed(part: bytes) -> None:
    """The library would skip invalid XML together with rows."""
    try:
        expat.ParserCreate().Parse(part, True)
    except expat.ExpatError as error:
        raise BadFile(FileProblem.DAMAGED) from error
