"""Cutting the lines of a pasted list: what numbers them is taken off, what parts their columns is found.

Semicolons and tabs part columns; where a line has none, bars do, else commas. Two players may stand together
in one of them: `Ali Kaya - Ece Demir`, `Ali Kaya / Ece Demir`. A hyphen without a space beside it belongs to
a name, as in Ayşe-Nur.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

COLUMNS = (";", "|", ",")
"""What parts columns: the first of these that a line has."""

_NUMBER = re.compile(r"\s*\(?(\d{1,4})(?:\s*([.):\];,|/-])\)?\s*|\s+)(?=\S)")
_BULLET = re.compile(r"^\s*[-–—•*·]\s+")
_BETWEEN = re.compile(r"\s*[/|]\s*|\s+-\s*|\s*-\s+|\s*[–—]\s*")
_COMMA = re.compile(r"\s*,\s*")
_SURE = (".", ")", "-")
"""What makes a number the line's, not part of its name, though the others have none."""


def without_numbers(lines: Sequence[str]) -> list[str]:
    """The lines without what numbers them: “1)”, “1.” or “1-”, and any number where most are counted upwards.

    Elsewhere a number is part of a name; a bullet never is. Tabs become semicolons.
    """
    plain = [_BULLET.sub("", line.replace("\t", ";"), count=1) for line in lines]
    told = [line for line in plain if line.strip()]
    counted = _counted([one for one in map(_NUMBER.match, told) if one], len(told))
    return [
        line[one.end() :] if (one := _NUMBER.match(line)) and (counted or one[2] in _SURE) else line
        for line in plain
    ]


def _counted(found: Sequence[re.Match[str]], lines: int) -> bool:
    numbers = [int(one[1]) for one in found]
    return lines > 1 and 2 * len(found) > lines and all(one < other for one, other in pairwise(numbers))


def columns_of(line: str) -> tuple[list[str], str]:
    """The columns of a line without number, tidied, and what parts them."""
    between = next((mark for mark in COLUMNS if mark in line), COLUMNS[0])
    return [tidy(part) for part in line.split(between)], between


def couple_in(column: str, *, commas: bool = False) -> list[str]:
    """The two players who stand in one column; empty where there are not exactly two."""
    for between in (_BETWEEN, _COMMA) if commas else (_BETWEEN,):
        parts = [tidy(part) for part in between.split(column)]
        if len(parts) == len("AB") and all(parts):
            return parts
    return []


def holds_several(name: str) -> bool:
    """Whether more than one name stands where one was expected."""
    return _BETWEEN.search(name) is not None


def tidy(text: str) -> str:
    return " ".join(text.split())
