from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from .encodings import decode_doubtful
from .errors import BadFile, FileProblem
from .grid import Grid, build_grid

DELIMITERS: Final = ("\t", ";", "|", ",")
"""Delimiters; the first of two that split the rows equally well wins."""
UNUSED_DELIMITER: Final = "\x1f"
SAMPLE_LINES: Final = 40
"""Lines examined to find the delimiter."""
_DECLARED_DELIMITER = re.compile(r"\Asep=(.)\r?\n", re.IGNORECASE)
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
UTF_16_NUL_SHARE: Final = 0.25


def decode(content: bytes) -> str:
    """Decode UTF-8, UTF-16 or, with placeholders for doubtful bytes, another encoding.

    Raises BadFile if none gives text without control characters.
    """
    text = _decode(content)
    if text is None or _CONTROL_CHARACTERS.search(text):
        raise BadFile(FileProblem.NOT_TEXT)
    return text


def parse_text(text: str) -> Grid:
    """Return the cells; a first line like `sep=;` declares the delimiter. Raises BadFile."""
    declared = _DECLARED_DELIMITER.match(text)
    text = text[declared.end() :] if declared else text
    delimiter = declared[1] if declared else detect_delimiter(text)
    _refuse_open_quote(text, delimiter)
    try:
        return build_grid(_rows(text, delimiter))
    except csv.Error as error:
        raise BadFile(FileProblem.DAMAGED) from error


def detect_delimiter(text: str) -> str:
    """Return the character that splits most of the first rows alike; a comma before a blank is rather text.

    If it splits less than half of the rows, return one that isn't in the text. Raises BadFile if damaged.
    """

    def score(delimiter: str) -> tuple[int, bool, int]:
        rows = [row for row in islice(_rows(text, delimiter), SAMPLE_LINES) if any(row)]
        widths = Counter(len(row) for row in rows if len(row) > 1)
        is_text = delimiter == "," and all(cell.startswith(" ") for row in rows for cell in row[1:])
        is_column = 2 * widths.total() >= len(rows)
        return max(widths.values(), default=0) if is_column else 0, not is_text, widths.total()

    try:
        scores = {delimiter: score(delimiter) for delimiter in DELIMITERS}
    except csv.Error as error:
        raise BadFile(FileProblem.DAMAGED) from error
    best = max(DELIMITERS, key=lambda delimiter: scores[delimiter])
    return best if scores[best][0] else UNUSED_DELIMITER


def _refuse_open_quote(text: str, delimiter: str) -> None:
    """Raise BadFile for an open quotation mark, which swallows later rows."""
    rows = 0
    try:
        for _row in _rows(text, delimiter, strict=True):
            rows += 1
    except csv.Error as error:
        if "end of data" in str(
            error
        ):  # other errors of the strict reader are read as spreadsheets read them
            raise BadFile(FileProblem.OPEN_QUOTE, row=rows + 1) from error


def _decode(content: bytes) -> str | None:
    """Decode by byte order mark, else UTF-16 by NUL bytes, else UTF-8 or one-byte encodings; else None."""
    by_mark = next((encoding for mark, encoding in _BOMS if content.startswith(mark)), "")
    head = content[:1000]
    if not by_mark and head and head.count(0) >= UTF_16_NUL_SHARE * len(head):
        by_mark = "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be"
    try:
        return content.decode(by_mark or "utf-8")
    except UnicodeDecodeError:
        return (
            None if by_mark.startswith("utf-16") else decode_doubtful(content.removeprefix(codecs.BOM_UTF8))
        )


def _rows(text: str, delimiter: str, *, strict: bool = False) -> Iterator[list[str]]:
    lines = re.split("(?<=\n)", text.replace("\r\n", "\n").replace("\r", "\n"))
    return csv.reader(lines, delimiter=delimiter, strict=strict)
