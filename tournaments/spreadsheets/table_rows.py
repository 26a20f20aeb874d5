from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tournaments.naming.entry_columns import split_two_players
from tournaments.naming.entry_lines import EntryRow
from tournaments.naming.names import fold, plain_words

from .csv_injection import unescape_formula
from .grid import Grid, MergedRange
from .headings import OF_A_PLAYER, ColumnContent, ColumnMatch

_POINT: Final = re.compile(r"([0-9]+)[.,]0+")
_TOTAL: Final = frozenset(("toplam", "yekun", "total", "sum"))
_OF_A_TOTAL: Final = _TOTAL | frozenset(
    (
        *("genel", "ara", "kisi", "takim", "oyuncu", "uye", "katilimci", "sporcu", "tl"),
        *("grand", "people", "players", "pairs", "teams", "members"),
    )
)
"""Words of a total row; never a name."""


def table_rows(grid: Grid, matching: ColumnMatch, *, singles: bool) -> list[EntryRow]:
    """Join the two rows of a pair."""
    below = (_row(*row, matching, singles=singles) for row in rows_below(grid, matching))
    rows = [row for row in below if row is not None]
    return _join_player_rows(rows) if has_players_in_rows(matching, singles=singles) else rows


def rows_below(grid: Grid, matching: ColumnMatch) -> Iterator[tuple[int, Sequence[str]]]:
    for number, cells in grid.rows:
        if number > matching.heading and not _is_total(cells):
            yield number, cells


def _is_total(cells: Sequence[str]) -> bool:
    has_total = False
    for cell in cells:
        for word in plain_words(cell):
            if word not in _OF_A_TOTAL and not word.isdecimal():
                return False
            has_total = has_total or word in _TOTAL
    return has_total


def has_players_in_rows(matching: ColumnMatch, *, singles: bool) -> bool:
    holds = set(matching.holds)
    return (
        not singles
        and {ColumnContent.NAME, ColumnContent.FIRST} <= holds
        and not holds & {ColumnContent.SECOND, ColumnContent.BOTH}
    )


def _join_player_rows(rows: Sequence[EntryRow]) -> list[EntryRow]:
    pairs: list[EntryRow] = []
    for row in rows:
        above = pairs[-1] if pairs else None
        if (
            above
            and above.name
            and not above.players[1]
            and not row.players[1]
            and _continues_pair(above, row)
        ):
            pairs[-1] = replace(above, players=(above.players[0], row.players[0]))
        else:
            pairs.append(row)
    return pairs


def _continues_pair(above: EntryRow, row: EntryRow) -> bool:
    return not row.name or fold(row.name) == fold(above.name)


def merged_below(grid: Grid, matching: ColumnMatch) -> list[MergedRange]:
    return [merge for merge in grid.merged if merge.first > matching.heading]


def _row(number: int, cells: Sequence[str], matching: ColumnMatch, *, singles: bool) -> EntryRow | None:
    texts = row_texts(cells, matching)
    if not any(texts.values()):
        return None
    figures = (
        _figure(texts[content]) for content in (ColumnContent.RATING, ColumnContent.SEED, ColumnContent.POT)
    )
    players = (
        (texts[ColumnContent.FIRST],)
        if singles
        else _pair(texts[ColumnContent.BOTH], texts[ColumnContent.FIRST], texts[ColumnContent.SECOND])
    )
    return EntryRow(number, texts[ColumnContent.NAME], players, texts[ColumnContent.CLUB], *figures)


def row_texts(cells: Sequence[str], matching: ColumnMatch) -> dict[ColumnContent, str]:
    texts_by_content: dict[ColumnContent, list[str]] = {
        content: [] for content in ColumnContent if content is not ColumnContent.NOTHING
    }
    for cell, holds in zip(cells, matching.holds, strict=False):
        if holds is not ColumnContent.NOTHING and (text := unescape_formula(cell)):
            texts_by_content[holds].append(text)
    return {content: " ".join(texts) for content, texts in texts_by_content.items()}


def _pair(both: str, first: str, second: str) -> tuple[str, ...]:
    if both and not (first or second):
        first = both
    if first and not second and (couple := split_two_players(first, commas=True)):
        return tuple(couple)
    return first, second


def _figure(text: str) -> str:
    """Return 1450 for `1450.0`."""
    match = _POINT.fullmatch(text)
    return match[1] if match else text


def repeated_contents(contents: Sequence[ColumnContent]) -> list[ColumnContent]:
    unique_contents = [
        content for content in contents if content not in (ColumnContent.NOTHING, *OF_A_PLAYER)
    ]
    return [content for content in dict.fromkeys(unique_contents) if unique_contents.count(content) > 1]
