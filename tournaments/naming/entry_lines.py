"""Reads typed lines, and rows of a table, as entries."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from tournaments.naming.chat_lines import (
    MarkedPhones,
    begins_reserves,
    mark_phones,
    strip_decoration,
    strip_marks,
    strip_phone_marks,
    strip_remarks,
    strip_sender,
    trim_name,
)
from tournaments.naming.entry_columns import strip_numbering
from tournaments.naming.invisible_characters import without_invisible
from tournaments.naming.line_cells import LineCells, parse_line
from tournaments.naming.line_checks import EntryLine, TakenNames, check_line, fold_keys
from tournaments.naming.line_problems import DoubtKind, LineDoubt, LineError, LineProblem
from tournaments.naming.names import plain_words, title_case
from tournaments.naming.phone_numbers import find_phones
from tournaments.naming.total_rows import is_total

MAX_LINE_LENGTH = 1_000
"""Letters; twice the longest line that can be entered."""
MAX_NAME_WORDS = 4
_TITLE_WORDS = frozenset(
    (
        *("liste", "listesi", "katilimci", "katilimcilar", "oyuncular", "takimlar", "turnuva", "turnuvasi"),
        *("kayitlar", "kayit", "kadro", "program", "programi", "toplam", "tournament", "players"),
    )
)
_TIME_OF_DAY = re.compile(r"\b\d{1,2}[:.]\d{2}\b")


@dataclass(frozen=True)
class EntryRow:
    """`phones` are the players', in their order; `no_texts` are cells of names with dates or the like."""

    number: int
    name: str = ""
    players: tuple[str, ...] = ()
    club: str = ""
    rating: str = ""
    seed: str = ""
    pot: str = ""
    phones: tuple[str, ...] = ()
    paid: str = ""
    doubts: tuple[LineDoubt, ...] = ()
    no_texts: tuple[tuple[str, str], ...] = ()

    @property
    def character_count(self) -> int:
        cells = (
            self.name,
            *self.players,
            self.club,
            self.rating,
            self.seed,
            self.pot,
            *self.phones,
            self.paid,
        )
        return sum(map(len, cells))

    @property
    def typed(self) -> str:
        """Return a line that reads as this row, without seed, pot and payment."""
        has_details = self.club or self.rating
        name_cells = (self.name,) if self.name or has_details else ()
        both = zip_longest(self.players, self.phones, fillvalue="")
        players = [" ".join((player, *find_phones(phone))) if player else "" for player, phone in both]
        cells = (*(name_cells if len(players) > 1 else ()), *players, self.club, self.rating)
        typed = "; ".join(cell.replace(";", ",") for cell in cells).rstrip("; ")
        return typed if all(self.players[1:]) or has_details else f"{typed};"


def read_entry_lines(
    text: str,
    *,
    singles: bool = False,
    keep_capitals: bool = False,
    taken_names: Mapping[str, str] | Collection[str] = (),
    taken_players: Mapping[str, str] | Collection[str] = (),
) -> list[EntryLine]:
    """Parse lines, also wrong ones; leave out blank lines, totals and the heading of reserves.

    Lines after that heading have a doubt. Names in capitals are rewritten unless `keep_capitals`.
    `taken_names` map entrants to their players, `taken_players` players to their entrant.
    """
    taken = TakenNames(fold_keys(taken_names), {} if singles else fold_keys(taken_players))
    typed_lines = text.splitlines()
    bare_lines = strip_numbering([_strip_chat(line) for line in typed_lines])
    lines: list[EntryLine] = []
    section = ""
    for number, (typed, bare) in enumerate(zip(typed_lines, bare_lines, strict=True), 1):
        if begins_reserves(bare):
            section = bare.strip()
        elif bare.strip() and not is_total([bare]):
            line = _read_line(number, typed, bare, singles=singles, keep_capitals=keep_capitals, taken=taken)
            lines.append(_in_section(line, section) if section else line)
            taken.add_line(line)
    return lines


def _in_section(line: EntryLine, section: str) -> EntryLine:
    doubt = LineDoubt(DoubtKind.REMARK, section.strip(" :"))
    return replace(line, section=section, doubts=(*line.doubts, doubt))


def _strip_chat(line: str) -> str:
    return strip_decoration(strip_sender(without_invisible(line)))


def read_entry_rows(
    rows: Sequence[EntryRow],
    *,
    singles: bool = False,
    keep_capitals: bool = False,
    taken_names: Mapping[str, str] | Collection[str] = (),
    taken_players: Mapping[str, str] | Collection[str] = (),
) -> list[EntryLine]:
    """Check rows as `read_entry_lines` does, also against those above.

    One too long or with cells that hold no text has only that error.
    """
    taken = TakenNames(fold_keys(taken_names), {} if singles else fold_keys(taken_players))
    lines = []
    for row in rows:
        if row.character_count > MAX_LINE_LENGTH:
            lines.append(EntryLine(row.number, row.typed, line_errors=(LineError(LineProblem.TOO_LONG),)))
            continue
        if row.no_texts:
            faults = tuple(LineError(LineProblem.NO_TEXT, text, cell=cell) for cell, text in row.no_texts)
            lines.append(EntryLine(row.number, row.typed, line_errors=faults))
            continue
        parts = _clean_row(row) if keep_capitals else _with_title_case(_clean_row(row))
        line = check_line(row.number, row.typed, parts, singles=singles, taken=taken)
        lines.append(line)
        taken.add_line(line)
    return lines


def _read_line(
    number: int, typed: str, bare: str, *, singles: bool, keep_capitals: bool, taken: TakenNames
) -> EntryLine:
    """Parse and check a line; `bare` is `typed` without numbering and chat names."""
    if len(bare) > MAX_LINE_LENGTH:
        return EntryLine(number, typed, line_errors=(LineError(LineProblem.TOO_LONG),))
    remarks = strip_remarks(bare)
    marked = mark_phones(remarks.text)
    parts = parse_line(marked.text, singles=singles)
    doubts = _doubts(remarks.uncertain)
    if isinstance(parts, LineProblem):
        return EntryLine(number, typed, line_errors=(LineError(parts),), doubts=doubts)
    is_title = _is_title(parts.players) or (singles and _is_message(typed, parts.players[0]))
    titles = (LineDoubt(DoubtKind.TITLE),) if is_title else ()
    parts = replace(
        _take_phones(parts, marked), doubts=(*titles, *doubts), paid=remarks.paid, tick=remarks.tick
    )
    if not keep_capitals:
        parts = _with_title_case(parts)
    return check_line(number, typed, parts, singles=singles, taken=taken)


def _take_phones(parts: LineCells, marked: MarkedPhones) -> LineCells:
    """Move marked phones out of the cells.

    Those beside the pair's name, club or rating go to the first player if that one has none.
    """
    of_pair = [
        phone for cell in (parts.name or "", parts.club, parts.rating) for phone in marked.phones_in(cell)
    ]
    phones = _phones_by_player([marked.phones_in(player) for player in parts.players], of_pair)
    return replace(
        parts,
        name=strip_phone_marks(parts.name) if parts.name is not None else None,
        players=tuple(trim_name(strip_phone_marks(player)) for player in parts.players),
        club=strip_phone_marks(parts.club),
        rating=strip_phone_marks(parts.rating),
        found_phones=phones if any(phones) else (),
    )


def _phones_by_player(of_players: Sequence[Sequence[str]], of_pair: Sequence[str]) -> tuple[str, ...]:
    """One of the pair is the first player's, unless they have their own."""
    first, *others = of_players
    return tuple((*phones, "")[0] for phones in ([*first, *of_pair], *others))


def _doubts(remarks: Iterable[str]) -> tuple[LineDoubt, ...]:
    text = ", ".join(remarks)
    return (LineDoubt(DoubtKind.REMARK, text),) if text else ()


def _clean_row(row: EntryRow) -> LineCells:
    """Remove decoration and remarks from the names, and take phones out of them.

    A remark beside the first player's name only doesn't say that both have paid.
    """
    remarks = [strip_remarks(strip_decoration(player)) for player in row.players]
    named = strip_marks(strip_decoration(row.name))
    marked, name = [mark_phones(remark.text) for remark in remarks], mark_phones(named.text)
    of_all = named if named.paid else remarks[-1]
    of_first = [] if of_all.paid else [remark.paid for remark in remarks if remark.paid]
    uncertain = [text for remark in (named, *remarks) for text in remark.uncertain]
    found_phones = _phones_by_player([phones.phones for phones in marked], name.phones)
    return LineCells(
        strip_phone_marks(name.text) or None,
        tuple(trim_name(strip_phone_marks(phones.text)) for phones in marked),
        row.club,
        row.rating,
        row.seed,
        row.pot,
        row.phones,
        (*row.doubts, *_doubts([*uncertain, *of_first])),
        found_phones if any(found_phones) else (),
        paid=row.paid or of_all.paid,
        tick="" if row.paid else of_all.tick,
    )


def _with_title_case(parts: LineCells) -> LineCells:
    players = tuple(map(title_case, parts.players))
    return replace(parts, players=players, was_in_capitals=players != parts.players)


def _is_title(players: Sequence[str]) -> bool:
    return any(
        _TIME_OF_DAY.search(player) or not _TITLE_WORDS.isdisjoint(plain_words(player)) for player in players
    )


def _is_message(typed: str, player: str) -> bool:
    """A message of a chat has too few or too many words for a name."""
    bare = without_invisible(typed)
    return strip_sender(bare) != bare and not 1 < len(player.split()) <= MAX_NAME_WORDS
