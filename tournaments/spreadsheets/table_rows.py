"""The rows of a table as somebody enters them, once it is known what its columns hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tournaments.naming.entry_columns import couple_in
from tournaments.naming.entry_lines import EntryRow
from tournaments.naming.names import fold, plain_words

from .csv_injection import bare
from .grid import Grid, Merged
from .headings import OF_A_PLAYER, Holds, Matching

_POINT: Final = re.compile(r"([0-9]+)[.,]0+")
_TOTAL: Final = frozenset(("toplam", "yekun", "total", "sum"))
_OF_A_TOTAL: Final = _TOTAL | frozenset(
    (
        *("genel", "ara", "kisi", "takim", "oyuncu", "uye", "katilimci", "sporcu", "tl"),
        *("grand", "people", "players", "pairs", "teams", "members"),
    )
)
"""What stands in the last line of a list, where a spreadsheet adds up: never a name."""


def table_rows(grid: Grid, matching: Matching, *, singles: bool) -> list[EntryRow]:
    """The rows below the headings in which any column that holds something has a text.

    A pair whose players stand one below the other, under its name, is one row.
    """
    below = (_row(*one, matching, singles=singles) for one in rows_below(grid, matching))
    rows = [row for row in below if row is not None]
    return _in_pairs(rows) if one_below_the_other(matching, singles=singles) else rows


def rows_below(grid: Grid, matching: Matching) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows below the headings, each with its number, without those of totals."""
    for number, cells in grid.rows:
        if number > matching.heading and not _adds_up(cells):
            yield number, cells


def _adds_up(cells: Sequence[str]) -> bool:
    found = False
    for cell in cells:
        for word in plain_words(cell):
            if word not in _OF_A_TOTAL and not word.isdecimal():
                return False
            found = found or word in _TOTAL
    return found


def one_below_the_other(matching: Matching, *, singles: bool) -> bool:
    """Whether there is a column for the name of a pair, and a single one for its players."""
    holds = set(matching.holds)
    return not singles and {Holds.NAME, Holds.FIRST} <= holds and not holds & {Holds.SECOND, Holds.BOTH}


def _in_pairs(rows: Sequence[EntryRow]) -> list[EntryRow]:
    found: list[EntryRow] = []
    for row in rows:
        above = found[-1] if found else None
        if above and above.name and not above.players[1] and not row.players[1] and _is_same(above, row):
            found[-1] = replace(above, players=(above.players[0], row.players[0]))
        else:
            found.append(row)
    return found


def _is_same(above: EntryRow, row: EntryRow) -> bool:
    """Whether a row belongs to the pair above it: under its name again, or under none."""
    return not row.name or fold(row.name) == fold(above.name)


def merged_below(grid: Grid, matching: Matching) -> list[Merged]:
    """Cells of several rows that are one, among the rows that would be entered."""
    return [one for one in grid.merged if one.first > matching.heading]


def _row(number: int, cells: Sequence[str], matching: Matching, *, singles: bool) -> EntryRow | None:
    held = held_in(cells, matching)
    if not any(held.values()):
        return None
    figures = (_figure(held[one]) for one in (Holds.RATING, Holds.SEED, Holds.POT))
    players = (
        (held[Holds.FIRST],) if singles else _pair(held[Holds.BOTH], held[Holds.FIRST], held[Holds.SECOND])
    )
    return EntryRow(number, held[Holds.NAME], players, held[Holds.CLUB], *figures)


def held_in(cells: Sequence[str], matching: Matching) -> dict[Holds, str]:
    """What a row says, by what its columns hold; columns that hold the same are read together."""
    held: dict[Holds, list[str]] = {one: [] for one in Holds if one is not Holds.NOTHING}
    for cell, holds in zip(cells, matching.holds, strict=False):
        if holds is not Holds.NOTHING and (text := bare(cell)):
            held[holds].append(text)
    return {one: " ".join(texts) for one, texts in held.items()}


def _pair(both: str, first: str, second: str) -> tuple[str, ...]:
    """Two players: each in his column, or both in one."""
    if both and not (first or second):
        first = both
    if first and not second and (couple := couple_in(first, commas=True)):
        return tuple(couple)
    return first, second


def _figure(said: str) -> str:
    """A figure as it is typed here: `1450.0`, as some write whole numbers, is 1450."""
    whole = _POINT.fullmatch(said)
    return whole[1] if whole else said


def chosen_twice(holds: Sequence[Holds]) -> list[Holds]:
    """What more than one column is said to hold, though only one can."""
    once = [one for one in holds if one not in (Holds.NOTHING, *OF_A_PLAYER)]
    return [one for one in dict.fromkeys(once) if once.count(one) > 1]
