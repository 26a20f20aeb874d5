"""Splits a line: `name; player; player; club; rating`, or `player - player; club; rating`.

Before a club or rating the name may be empty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.naming.entry_columns import has_several_names, split_columns, split_two_players
from tournaments.naming.line_problems import LineDoubt, LineProblem
from tournaments.naming.names import begins_with_capitals, turn_comma_name

PLAYERS_ALONE, NAME_AND_PLAYERS = 2, 3
CLUB_AND_RATING = 2
_NAME_BEFORE_COLON = re.compile(r"\s*(?P<name>[^:;,|/]*[^:;,|/\s])\s*:\s+(?P<players>.+)")
_UNNAMED = re.compile(r"\d*\W*(?:tak[ıi]m|çift|ekip|pair|team)\W*", re.IGNORECASE)
"""“3. takım”, which only counts."""


@dataclass(frozen=True)
class LineCells:
    name: str | None
    players: tuple[str, ...]
    club: str = ""
    rating: str = ""
    seed: str = ""
    pot: str = ""
    phones: tuple[str, ...] = ()
    doubts: tuple[LineDoubt, ...] = ()
    found_phones: tuple[str, ...] = ()
    was_in_capitals: bool = False
    paid: str = ""
    tick: str = ""


def parse_line(line: str, *, singles: bool) -> LineCells | LineProblem:
    """Split a line into a name, players, club and rating; a pair's name may be None."""
    return _parse_single(line) if singles else _parse_pair(line)


def _parse_single(line: str) -> LineCells | LineProblem:
    cells, separator = split_columns(line)
    cells = _without_trailing_empty(cells, 1)
    if separator == "," and _is_one_name(cells):
        cells = [", ".join(cells[:2]), *cells[2:]]
    if len(cells) > 1 + CLUB_AND_RATING:
        return LineProblem.PARTS
    cells[0] = turn_comma_name(cells[0])
    return _line_cells(None, (cells[0],), cells[1:])


def _is_one_name(cells: Sequence[str]) -> bool:
    """Say whether a comma is inside a name: “Kaya, Ali” alone, or “KAYA, Ali” before other columns."""
    joined = ", ".join(cells[:2])
    is_name = turn_comma_name(joined) != joined
    return is_name and (
        begins_with_capitals(joined.replace(",", ""))
        or (len(cells) == PLAYERS_ALONE and len(cells[0].split()) == 1)
    )


def _parse_pair(line: str) -> LineCells | LineProblem:
    """Parse a line that names a pair."""
    if found := _NAME_BEFORE_COLON.fullmatch(line):
        players = _parse_pair(found["players"])
        if not isinstance(players, LineProblem) and players.name is None:
            return replace(players, name=None if _UNNAMED.fullmatch(found["name"]) else found["name"])
    cells, separator = split_columns(line)
    cells = _without_trailing_empty(cells, NAME_AND_PLAYERS)
    if parts := _parse_comma_names(line, cells, separator):
        return parts
    if parts := _parse_pair_in_one_column(cells, separator):
        return parts
    if len(cells) == PLAYERS_ALONE:
        return LineCells(None, (cells[0], cells[1]))
    if NAME_AND_PLAYERS <= len(cells) <= NAME_AND_PLAYERS + CLUB_AND_RATING:
        details = cells[NAME_AND_PLAYERS:]
        return _line_cells(cells[0] or (None if details else ""), (cells[1], cells[2]), details)
    if len(cells) == 1:
        return _parse_without_columns(cells[0])
    return LineProblem.PARTS


def _parse_comma_names(line: str, cells: Sequence[str], separator: str) -> LineCells | None:
    """Return None unless both players are like “Kaya, Ali”, in columns or joined by “&”, “ - ” or “ve”."""
    if separator == ",":
        couple = split_two_players(line)
        has_surnames = all(
            player.count(",") == 1 and len(player.partition(",")[0].split()) == 1 for player in couple
        )
        players = tuple(map(turn_comma_name, couple))
        is_turned = couple and has_surnames and not any("," in player for player in players)
        return LineCells(None, players) if is_turned else None
    turned = [turn_comma_name(cell) for cell in cells]
    changed = [new != old for new, old in zip(turned, cells, strict=True)]
    first = 0 if changed[:2] == [True, True] else 1
    if changed[first : first + PLAYERS_ALONE] != [True, True]:
        return None
    details = cells[first + PLAYERS_ALONE :]
    if len(details) > CLUB_AND_RATING:
        return None
    return _line_cells(cells[0] if first else None, turned[first : first + PLAYERS_ALONE], details)


def _parse_pair_in_one_column(cells: Sequence[str], separator: str) -> LineCells | None:
    """Return None unless the first or second column has both players."""
    commas = separator == ";"
    first, second = (split_two_players(cell, commas=commas) for cell in (*cells, "", "")[:2])
    details = cells[2:]
    rated = not details or (len(details) == 1 and any(letter.isdecimal() for letter in details[0]))
    if first and not second and rated:
        inner = split_two_players(first[1])
        if inner and not has_several_names(first[0]):
            return _line_cells(first[0], inner, cells[1:])
        return _line_cells(None, first, cells[1:])
    if second and not first and len(details) <= (CLUB_AND_RATING if commas else 0):
        return _line_cells(cells[0], second, details)
    return None


def _line_cells(name: str | None, players: Sequence[str], details: Sequence[str]) -> LineCells:
    """`details` are club and rating, as far as typed."""
    club, rating = (*details, "", "")[:CLUB_AND_RATING]
    return LineCells(name, tuple(players), club, rating)


def _parse_without_columns(cell: str) -> LineCells | LineProblem:
    for separator in ("/", " - ", "–", "—"):
        parts = [" ".join(cell_part.split()) for cell_part in cell.split(separator)]
        if len(parts) == NAME_AND_PLAYERS and not any(has_several_names(cell_part) for cell_part in parts):
            return LineCells(parts[0], (parts[1], parts[2]))
    if "-" in cell and not has_several_names(cell):
        return LineProblem.HYPHEN
    return LineProblem.PARTS


def _without_trailing_empty(cells: list[str], fewest: int) -> list[str]:
    while len(cells) > fewest and not cells[-1]:
        cells.pop()  # spreadsheets end their rows with empty cells
    return cells
