"""Why a file can't be read."""

from __future__ import annotations

from enum import Enum


class Amiss(Enum):
    """What is wrong with a file."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    OLD_EXCEL = "old_excel"
    ENCRYPTED = "encrypted"
    PDF = "pdf"
    PICTURE = "picture"
    WORD = "word"
    MARKUP = "markup"
    CONTACTS = "contacts"
    NO_TABLE = "no_table"
    NOT_TEXT = "not_text"
    OPEN_QUOTE = "open_quote"
    DAMAGED = "damaged"
    UNPACKS_TOO_LARGE = "unpacks_too_large"
    ROWS = "rows"
    COLUMNS = "columns"
    LONG_CELL = "long_cell"
    TOO_MUCH = "too_much"
    UNREADABLE = "unreadable"
    BUSY = "busy"


class BadFile(Exception):  # noqa: N818 - a file that is bad is no error of ours
    """A file that is not read; `details` belong into the sentence that says why."""

    def __init__(self, amiss: Amiss, **details: object) -> None:
        super().__init__(amiss.value)
        self.amiss = amiss
        self.details = details
