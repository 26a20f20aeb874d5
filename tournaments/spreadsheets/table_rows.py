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
from .headings import PLAYER_CONTENTS, ColumnContent, ColumnMatch

_DECIMAL_INTEGER: Final = re.compile(r"([0-9]+)[.,]0+")
_TOTAL_WORDS: Final = frozenset(("toplam", "yekun", "total", "sum"))
_TOTAL_ROW_WORDS: Final = _TOTAL_WORDS | frozenset(
    (
        *("genel", "ara", "kisi", "takim", "oyuncu", "uye", "katilimci", "sporcu", "tl"),
        *("grand", "people", "players", "pairs", "teams", "members"),
    )
)
"""Words of a total row; never a name."""


def table_rows(grid: Grid, matching: ColumnMatch, *, singles: bool) -> list[EntryRow]:
    """Join the two rows of a pair."""
    below = (_parse_row(*row, matching, singles=singles) for row in rows_below_heading(grid, matching))
    rows = [row for row in below if row is not None]
    return _join_player_rows(rows) if has_players_in_rows(matching, singles=singles) else rows


def rows_below_heading(grid: Grid, matching: ColumnMatch) -> Iterator[tuple[int, Sequence[str]]]:
    for number, cells in grid.rows:
        if number > matching.heading_row and not _is_total(cells):
            yield number, cells


def _is_total(cells: Sequence[str]) -> bool:
    has_total = False
    for cell in cells:
        for word in plain_words(cell):
            if word not in _TOTAL_ROW_WORDS and not word.isdecimal():
                return False
            has_total = has_total or word in _TOTAL_WORDS
    return has_total


def has_players_in_rows(matching: ColumnMatch, *, singles: bool) -> bool:
    holds = set(matching.column_contents)
    return (
        not singles
        and {ColumnContent.NAME, ColumnContent.FIRST} <= holds
        and not holds & {ColumnContent.SECOND, ColumnContent.BOTH}
    )


def _join_player_rows(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Join successive rows of a named pair that have one player each."""
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


def merged_below_heading(grid: Grid, matching: ColumnMatch) -> list[MergedRange]:
    return [merge for merge in grid.merged if merge.first > matching.heading_row]


def _parse_row(number: int, cells: Sequence[str], matching: ColumnMatch, *, singles: bool) -> EntryRow | None:
    """Return None if no matched cell has text."""
    texts = row_texts(cells, matching)
    if not any(texts.values()):
        return None
    figures = (
        _strip_decimals(texts[content])
        for content in (ColumnContent.RATING, ColumnContent.SEED, ColumnContent.POT)
    )
    players = (
        (texts[ColumnContent.FIRST],)
        if singles
        else _split_pair(texts[ColumnContent.BOTH], texts[ColumnContent.FIRST], texts[ColumnContent.SECOND])
    )
    return EntryRow(number, texts[ColumnContent.NAME], players, texts[ColumnContent.CLUB], *figures)


def row_texts(cells: Sequence[str], matching: ColumnMatch) -> dict[ColumnContent, str]:
    texts_by_content: dict[ColumnContent, list[str]] = {
        content: [] for content in ColumnContent if content is not ColumnContent.NOTHING
    }
    for cell, holds in zip(cells, matching.column_contents, strict=False):
        if holds is not ColumnContent.NOTHING and (text := unescape_formula(cell)):
            texts_by_content[holds].append(text)
    return {content: " ".join(texts) for content, texts in texts_by_content.items()}


def _split_pair(both: str, first: str, second: str) -> tuple[str, ...]:
    if both and not (first or second):
        first = both
    if first and not second and (couple := split_two_players(first, commas=True)):
        return tuple(couple)
    return first, second


def _strip_decimals(text: str) -> str:
    match = _DECIMAL_INTEGER.fullmatch(text)
    return match[1] if match else text


def repeated_contents(contents: Sequence[ColumnContent]) -> list[ColumnContent]:
    unique_contents = [
        content for content in contents if content not in (ColumnContent.NOTHING, *PLAYER_CONTENTS)
    ]
    return [content for content in dict.fromkeys(unique_contents) if unique_contents.count(content) > 1]
