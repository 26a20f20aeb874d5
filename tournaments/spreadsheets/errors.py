from __future__ import annotations

from enum import Enum


class FileProblem(Enum):
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


class BadFile(Exception):  # noqa: N818 - a bad file is not our error
    def __init__(self, problem: FileProblem, **details: object) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.details = details
