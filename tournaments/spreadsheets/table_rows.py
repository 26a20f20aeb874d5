from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tournaments.naming.entry_columns import split_two_players
from tournaments.naming.entry_lines import EntryRow
from tournaments.naming.line_problems import DoubtKind, LineDoubt
from tournaments.naming.names import fold, surname_last, turn_comma_name
from tournaments.naming.phone_numbers import find_phones, has_other_digits
from tournaments.naming.total_rows import is_total

from .cell_kinds import holds_no_text, is_truth_value
from .column_letters import column_name
from .csv_injection import unescape_formula
from .grid import Grid, MergedRange
from .headings import (
    NAME_CONTENTS,
    PHONE_CONTENTS,
    PLAYER_CONTENTS,
    ColumnContent,
    ColumnMatch,
    parse_heading,
)

_DECIMAL_INTEGER: Final = re.compile(r"([0-9]+)[.,]0+")


def table_rows(grid: Grid, matching: ColumnMatch, *, singles: bool) -> list[EntryRow]:
    """Join the two rows of a pair."""
    below = (_parse_row(*row, matching, singles=singles) for row in rows_below_heading(grid, matching))
    rows = [row for row in below if row is not None]
    if rows and rows[0].number == grid.rows[0][0] and _may_be_headings(grid.rows[0][1], matching):
        rows[0] = replace(rows[0], doubts=(LineDoubt(DoubtKind.TITLE),))
    return _join_player_rows(rows) if has_players_in_rows(matching, singles=singles) else rows


def rows_below_heading(grid: Grid, matching: ColumnMatch) -> Iterator[tuple[int, Sequence[str]]]:
    for number, cells in grid.rows:
        if number > matching.heading_row and not is_total(cells):
            yield number, cells


def has_players_in_rows(matching: ColumnMatch, *, singles: bool) -> bool:
    holds = set(matching.column_contents)
    return (
        not singles
        and {ColumnContent.NAME, ColumnContent.FIRST} <= holds
        and not holds & {ColumnContent.SECOND, ColumnContent.BOTH}
    )


def _join_player_rows(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Join two successive rows of a named pair, one player and phone each; other cells are the first's."""
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
            phones = (*above.phones[:1], *row.phones[:1])
            pairs[-1] = replace(above, players=(above.players[0], row.players[0]), phones=phones)
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
    players = (
        (turn_comma_name(texts[ColumnContent.FIRST]),)
        if singles
        else _split_pair(texts, surname_first=bool(matching.surname_first))
    )
    return EntryRow(
        number,
        texts[ColumnContent.NAME],
        players,
        texts[ColumnContent.CLUB],
        rating=_strip_decimals(texts[ColumnContent.RATING]),
        seed=_strip_decimals(texts[ColumnContent.SEED]),
        pot=_strip_decimals(texts[ColumnContent.POT]),
        phones=_parse_phones(texts[ColumnContent.PHONE], texts[ColumnContent.SECOND_PHONE]),
        paid=texts[ColumnContent.PAID],
        no_texts=find_no_texts(number, cells, matching),
    )


def find_no_texts(number: int, cells: Sequence[str], matching: ColumnMatch) -> tuple[tuple[str, str], ...]:
    """Return name cells that hold dates, times, truth values or fractions, as (“A2”, their text).

    “Doğru” beside a first name is a surname.
    """
    columns = list(zip(cells, matching.column_contents, strict=False))
    filled = Counter(content for cell, content in columns if cell)
    return tuple(
        (f"{column_name(place)}{number}", cell)
        for place, (cell, content) in enumerate(columns)
        if content in (ColumnContent.NAME, *NAME_CONTENTS)
        and (holds_no_text(cell) or (is_truth_value(cell) and filled[content] == 1))
    )


def _parse_phones(first: str, second: str) -> tuple[str, ...]:
    """A cell with two phones has both players'; one without digits has none."""
    of_first, of_second = (_phones_in(cell) for cell in (first, second))
    second_phones = (of_second or of_first[1:])[:1]
    return (of_first[0] if of_first else "", *second_phones) if of_first or second_phones else ()


def _phones_in(cell: str) -> list[str]:
    """A cell with other digits besides is a phone as it is, which the check of the row refuses."""
    if not any(map(str.isdigit, cell)):
        return []
    phones = find_phones(cell)
    return phones if phones and not has_other_digits(cell) else [cell]


def _may_be_headings(cells: Sequence[str], matching: ColumnMatch) -> bool:
    columns = zip(cells, matching.column_contents, strict=False)
    phones = (cell for cell, content in columns if content in PHONE_CONTENTS)
    return any("?" in cell or parse_heading(cell)[0] is not None for cell in cells) or any(
        cell and not any(map(str.isdigit, cell)) for cell in phones
    )


def row_texts(cells: Sequence[str], matching: ColumnMatch) -> dict[ColumnContent, str]:
    """Return each content's text but NOTHING's, columns joined by blanks, surname last; "" if none has it."""
    texts_by_content: dict[ColumnContent, list[str]] = {
        content: [] for content in ColumnContent if content is not ColumnContent.NOTHING
    }
    for cell, holds in zip(cells, matching.column_contents, strict=False):
        if holds is not ColumnContent.NOTHING and (text := unescape_formula(cell)):
            texts_by_content[holds].append(text)
    for content in PLAYER_CONTENTS:
        name = _join_name(texts_by_content[content], surname_first=content in matching.surname_first)
        texts_by_content[content] = [name]
    return {content: " ".join(texts) for content, texts in texts_by_content.items()}


def _join_name(texts: Sequence[str], *, surname_first: bool) -> str:
    """Join a player's columns, the surname last; commas and two players in one column stay."""
    if surname_first and len(texts) > 1:
        return " ".join([*texts[1:], texts[0]])
    name = " ".join(texts)
    is_one_name = "," not in name and not split_two_players(name)
    return surname_last(name) if surname_first and is_one_name else name


def _split_pair(texts: Mapping[ColumnContent, str], *, surname_first: bool) -> tuple[str, str]:
    """Return both players' names, also from one cell that names both; a missing one is ""."""
    both, first, second = (
        texts[content] for content in (ColumnContent.BOTH, ColumnContent.FIRST, ColumnContent.SECOND)
    )
    if both and not (first or second):
        first = both
    if first and not second and (couple := split_two_players(first, commas=True)):
        first, second = (_join_name([player], surname_first=surname_first) for player in couple)
        return turn_comma_name(first), turn_comma_name(second)
    return (turn_comma_name(first), turn_comma_name(second)) if second else (first, second)


def _strip_decimals(text: str) -> str:
    match = _DECIMAL_INTEGER.fullmatch(text)
    return match[1] if match else text


def repeated_contents(contents: Sequence[ColumnContent]) -> list[ColumnContent]:
    unique_contents = [
        content for content in contents if content not in (ColumnContent.NOTHING, *PLAYER_CONTENTS)
    ]
    return [content for content in dict.fromkeys(unique_contents) if unique_contents.count(content) > 1]
