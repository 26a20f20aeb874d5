from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

SEPARATORS = (";", "|", ",")
"""Column separators; the first one that a line contains is used."""

_NUMBER = re.compile(r"\s*\(?(\d{1,4})(?:\s*([.):\];,|/-])\)?\s*|\s+)(?=\S)")
_BULLET = re.compile(r"^\s*[-–—•*·]\s+")
_BETWEEN_PLAYERS = re.compile(r"\s*[/|]\s*|\s+-\s*|\s*-\s+|\s*[–—]\s*")
_AND_SIGN = re.compile(r"\s*[&+]\s*")
_AND_WORD = re.compile(r"\s+(?:ve|and|ile|VE|AND|İLE|ILE)\s+")
"""Not “And” with a capital, which is a surname."""
_PLAYER_SEPARATORS = (_BETWEEN_PLAYERS, _AND_SIGN, _AND_WORD)
_COMMA = re.compile(r"\s*,\s*")
_NUMBERING_SIGNS = (".", ")", "-")
"""Signs after which a number is certainly the line's, even if other lines have none."""


def strip_numbering(lines: Sequence[str]) -> list[str]:
    """Strip bullets, “1)”, “1.”, “1-”, and any number if most lines count upwards; tabs become semicolons."""
    plain = [_BULLET.sub("", line.replace("\t", ";"), count=1) for line in lines]
    filled = [line for line in plain if line.strip()]
    counted = _counts_upwards([match for match in map(_NUMBER.match, filled) if match], len(filled))
    return [
        line[match.end() :]
        if (match := _NUMBER.match(line)) and (counted or match[2] in _NUMBERING_SIGNS)
        else line
        for line in plain
    ]


def _counts_upwards(matches: Sequence[re.Match[str]], lines: int) -> bool:
    numbers = [int(number[1]) for number in matches]
    return (
        lines > 1
        and 2 * len(matches) > lines
        and all(number < following for number, following in pairwise(numbers))
    )


def split_columns(line: str) -> tuple[list[str], str]:
    delimiter = next((separator for separator in SEPARATORS if separator in line), SEPARATORS[0])
    return [collapse_spaces(column) for column in line.split(delimiter)], delimiter


def split_two_players(column: str, *, commas: bool = False) -> list[str]:
    """Return both players, or []. A hyphen without spaces belongs to a name."""
    for separator in (*_PLAYER_SEPARATORS, _COMMA) if commas else _PLAYER_SEPARATORS:
        players = [collapse_spaces(player) for player in separator.split(column)]
        if len(players) == len("AB") and all(players):
            return players
    return []


def has_several_names(name: str) -> bool:
    """Two whole names with a comma count, too; “Kaya, Ali” is one."""
    words = [part.split() for part in name.split(",")]
    return any(separator.search(name) for separator in _PLAYER_SEPARATORS) or (
        len(words) > 1 and all(len(part) > 1 for part in words)
    )


def collapse_spaces(text: str) -> str:
    return " ".join(text.split())
