"""Reads `name; player; player; club; rating`, or `player - player; club; rating`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from tournaments.naming.chat_lines import (
    MarkedPhones,
    begins_reserves,
    mark_phones,
    strip_decoration,
    strip_phone_marks,
    strip_remarks,
    strip_sender,
    trim_name,
)
from tournaments.naming.entry_columns import (
    has_several_names,
    split_columns,
    split_two_players,
    strip_numbering,
)
from tournaments.naming.invisible_characters import without_invisible
from tournaments.naming.names import (
    MAX_NAME_LENGTH,
    begins_with_capitals,
    fold,
    make_unique,
    pair_name,
    plain_words,
    title_case,
    turn_comma_name,
)
from tournaments.naming.phone_numbers import is_phone
from tournaments.naming.total_rows import is_total

PLAYERS_ALONE, NAME_AND_PLAYERS = 2, 3
CLUB_AND_RATING = 2
MAX_LINE_LENGTH = 1_000
"""Letters; twice the longest line that can be entered."""
MAX_RATING = 99_999
MAX_SEED = 2_048
"""Limit of seeds and pots, equal to the most entrants."""


MAX_NAME_WORDS = 4
_TITLE_WORDS = frozenset(
    (
        *("liste", "listesi", "katilimci", "katilimcilar", "oyuncular", "takimlar", "turnuva", "turnuvasi"),
        *("kayitlar", "kayit", "kadro", "program", "programi", "toplam", "tournament", "players"),
    )
)
_NAME_BEFORE_COLON = re.compile(r"\s*(?P<name>[^:;,|/]*[^:;,|/\s])\s*:\s+(?P<players>.+)")
_UNNAMED = re.compile(r"\d*\W*(?:tak[ıi]m|çift|ekip|pair|team)\W*", re.IGNORECASE)
"""“3. takım”, which only counts."""
_TIME_OF_DAY = re.compile(r"\b\d{1,2}[:.]\d{2}\b")


class LineProblem(Enum):
    PARTS = "parts"
    HYPHEN = "hyphen"
    SEVERAL = "several"
    NO_LETTER = "no_letter"
    NO_TEXT = "no_text"
    EMPTY_NAME = "empty_name"
    TOO_LONG = "too_long"
    RATING = "rating"
    SEED = "seed"
    POT = "pot"
    PHONE = "phone"
    SAME_PLAYER = "same_player"
    NAME_TAKEN = "name_taken"
    NAME_TWICE = "name_twice"
    PLAYER_TAKEN = "player_taken"
    PLAYER_TWICE = "player_twice"


class DoubtKind(Enum):
    TITLE = "title"
    REMARK = "remark"


@dataclass(frozen=True)
class LineDoubt:
    """A line with a doubt is entered only if the organizer says so."""

    kind: DoubtKind
    text: str = ""


@dataclass(frozen=True)
class LineError:
    problem: LineProblem
    player: str = ""
    pair: str = ""
    line: int = 0
    cell: str = ""


@dataclass(frozen=True)
class EntryLine:
    """`number` counts blank lines, too. `phones` have columns of their own; `found_phones` stood in names."""

    number: int
    typed: str
    name: str = ""
    players: tuple[str, ...] = ()
    line_errors: tuple[LineError, ...] = field(default=())
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    pot: int | None = None
    phones: tuple[str, ...] = ()
    doubts: tuple[LineDoubt, ...] = ()
    found_phones: tuple[str, ...] = ()
    was_in_capitals: bool = False

    @property
    def problems(self) -> tuple[LineProblem, ...]:
        return tuple(dict.fromkeys(error.problem for error in self.line_errors))


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
    doubts: tuple[LineDoubt, ...] = ()
    no_texts: tuple[tuple[str, str], ...] = ()

    @property
    def letter_count(self) -> int:
        cells = (self.name, *self.players, self.club, self.rating, self.seed, self.pot, *self.phones)
        return sum(map(len, cells))

    @property
    def typed(self) -> str:
        has_details = self.club or self.rating
        name = self.name or (pair_name(self.players) if has_details and all(self.players) else "")
        name_cells = (name,) if name or has_details else ()
        cells = (*(name_cells if len(self.players) > 1 else ()), *self.players, self.club, self.rating)
        typed = "; ".join(cell.replace(";", ",") for cell in cells).rstrip("; ")
        return typed if all(self.players[1:]) or has_details else f"{typed};"


@dataclass(frozen=True)
class _LineCells:
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


@dataclass
class _TakenNames:
    names: Mapping[str, str]
    players: Mapping[str, str]
    names_above: dict[str, int] = field(default_factory=dict)
    players_above: dict[str, tuple[str, int]] = field(default_factory=dict)

    def add_line(self, line: EntryLine) -> None:
        self.names_above.setdefault(fold(line.name), line.number)
        for player in line.players:
            self.players_above.setdefault(fold(player), (line.name, line.number))


def read_entry_lines(
    text: str,
    *,
    singles: bool = False,
    keep_capitals: bool = False,
    taken_names: Mapping[str, str] | Collection[str] = (),
    taken_players: Mapping[str, str] | Collection[str] = (),
) -> list[EntryLine]:
    """Parse lines, also wrong ones; leave out blank lines, totals and the heading of reserves.

    Lines after that heading have a doubt. `taken_names` lead to players, `taken_players` to their pair.
    """
    taken = _TakenNames(_fold_keys(taken_names), {} if singles else _fold_keys(taken_players))
    typed_lines = text.splitlines()
    bare_lines = strip_numbering([_strip_chat(line) for line in typed_lines])
    lines: list[EntryLine] = []
    reserves: tuple[LineDoubt, ...] = ()
    for number, (typed, bare) in enumerate(zip(typed_lines, bare_lines, strict=True), 1):
        if begins_reserves(bare):
            reserves = (LineDoubt(DoubtKind.REMARK, bare.strip(" :")),)
        elif bare.strip() and not is_total([bare]):
            line = _read_line(number, typed, bare, singles=singles, keep_capitals=keep_capitals, taken=taken)
            lines.append(replace(line, doubts=(*line.doubts, *reserves)) if reserves else line)
            taken.add_line(line)
    return lines


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
    """Check rows, also against rows above; a row too long or with cells without text has only that error."""
    taken = _TakenNames(_fold_keys(taken_names), {} if singles else _fold_keys(taken_players))
    lines = []
    for row in rows:
        if row.letter_count > MAX_LINE_LENGTH:
            lines.append(EntryLine(row.number, row.typed, line_errors=(LineError(LineProblem.TOO_LONG),)))
            continue
        if row.no_texts:
            faults = tuple(LineError(LineProblem.NO_TEXT, text, cell=cell) for cell, text in row.no_texts)
            lines.append(EntryLine(row.number, row.typed, line_errors=faults))
            continue
        parts = _clean_row(row) if keep_capitals else _with_title_case(_clean_row(row))
        line = _check_line(row.number, row.typed, parts, singles=singles, taken=taken)
        lines.append(line)
        taken.add_line(line)
    return lines


def _read_line(
    number: int, typed: str, bare: str, *, singles: bool, keep_capitals: bool, taken: _TakenNames
) -> EntryLine:
    if len(bare) > MAX_LINE_LENGTH:
        return EntryLine(number, typed, line_errors=(LineError(LineProblem.TOO_LONG),))
    remarks = strip_remarks(bare)
    marked = mark_phones(remarks.text)
    parts = _parse_single(marked.text) if singles else _parse_pair(marked.text)
    doubts = tuple(LineDoubt(DoubtKind.REMARK, remark) for remark in remarks.uncertain)
    if isinstance(parts, LineProblem):
        return EntryLine(number, typed, line_errors=(LineError(parts),), doubts=doubts)
    is_title = _is_title(parts.players) or (singles and _is_message(typed, parts.players[0]))
    titles = (LineDoubt(DoubtKind.TITLE),) if is_title else ()
    parts = replace(_take_phones(parts, marked), doubts=(*titles, *doubts))
    if not keep_capitals:
        parts = _with_title_case(parts)
    return _check_line(number, typed, parts, singles=singles, taken=taken)


def _take_phones(parts: _LineCells, marked: MarkedPhones) -> _LineCells:
    """Phones beside the pair's name, club or rating go to a first player without one."""
    of_pair = [
        phone for cell in (parts.name or "", parts.club, parts.rating) for phone in marked.phones_in(cell)
    ]
    phones = [(marked.phones_in(player) or [""])[0] for player in parts.players]
    if of_pair and not phones[0]:
        phones[0] = of_pair[0]
    return replace(
        parts,
        name=strip_phone_marks(parts.name) if parts.name is not None else None,
        players=tuple(trim_name(strip_phone_marks(player)) for player in parts.players),
        club=strip_phone_marks(parts.club),
        rating=strip_phone_marks(parts.rating),
        found_phones=tuple(phones) if any(phones) else (),
    )


def _clean_row(row: EntryRow) -> _LineCells:
    remarks = [strip_remarks(strip_decoration(player)) for player in row.players]
    marked = [mark_phones(remark.text) for remark in remarks]
    doubts = [LineDoubt(DoubtKind.REMARK, text) for remark in remarks for text in remark.uncertain]
    found_phones = tuple((*phones.phones, "")[0] for phones in marked)
    return _LineCells(
        strip_phone_marks(mark_phones(strip_decoration(row.name)).text) or None,
        tuple(trim_name(strip_phone_marks(phones.text)) for phones in marked),
        row.club,
        row.rating,
        row.seed,
        row.pot,
        row.phones,
        (*row.doubts, *doubts),
        found_phones if any(found_phones) else (),
    )


def _with_title_case(parts: _LineCells) -> _LineCells:
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


def _check_line(
    number: int, typed: str, parts: _LineCells, *, singles: bool, taken: _TakenNames
) -> EntryLine:
    """Return the line with its errors; if a name is empty, that is the only error."""
    has_name = parts.name is None or parts.name
    if not has_name or not all(parts.players):
        displayed_name = parts.name or next(iter(parts.players), "")
        return EntryLine(number, typed, displayed_name, parts.players, (LineError(LineProblem.EMPTY_NAME),))
    name = parts.name or (parts.players[0] if singles else _pair_name(parts.players, taken))
    errors = _find_errors(name, parts, singles=singles, taken=taken)
    return EntryLine(
        number,
        typed,
        name,
        parts.players,
        errors,
        parts.club,
        _parse_rating(parts.rating),
        _parse_seed(parts.seed),
        _parse_seed(parts.pot),
        parts.phones,
        parts.doubts,
        parts.found_phones,
        parts.was_in_capitals,
    )


def _pair_name(players: Sequence[str], taken: _TakenNames) -> str:
    """Two pairs with the same surnames are told apart by a number, as at sign-up."""
    name = pair_name(players)
    return make_unique(name, {*taken.names, *taken.names_above}) if len(name) <= MAX_NAME_LENGTH else name


def _find_errors(name: str, parts: _LineCells, *, singles: bool, taken: _TakenNames) -> tuple[LineError, ...]:
    players, folded = parts.players, [fold(player) for player in parts.players]
    several = next((player for player in players if has_several_names(player)), "")
    bad_phone = next((phone for phone in parts.phones if phone and not is_phone(phone)), "")
    unlettered = next((player for player in players if not any(map(str.isalpha, player))), "")
    checks: list[tuple[LineError, Callable[[], bool]]] = [
        (LineError(LineProblem.SEVERAL, several), lambda: bool(several)),
        (LineError(LineProblem.NO_LETTER, unlettered), lambda: bool(unlettered) and not several),
        (
            LineError(LineProblem.TOO_LONG),
            lambda: any(len(part) > MAX_NAME_LENGTH for part in (name, *players, parts.club)),
        ),
        (LineError(LineProblem.RATING), lambda: bool(parts.rating) and _parse_rating(parts.rating) is None),
        (LineError(LineProblem.SEED), lambda: bool(parts.seed) and _parse_seed(parts.seed) is None),
        (LineError(LineProblem.POT), lambda: bool(parts.pot) and _parse_seed(parts.pot) is None),
        (LineError(LineProblem.PHONE, bad_phone), lambda: bool(bad_phone)),
        (LineError(LineProblem.SAME_PLAYER, players[0]), lambda: len(set(folded)) < len(folded)),
        (
            LineError(LineProblem.NAME_TAKEN, taken.names.get(fold(name), ""), name),
            lambda: fold(name) in taken.names,
        ),
        (
            LineError(LineProblem.NAME_TWICE, pair=name, line=taken.names_above.get(fold(name), 0)),
            lambda: fold(name) in taken.names_above,
        ),
    ]
    errors = [error for error, applies in checks if applies()]
    return (*errors, *(() if singles else _player_conflicts(players, taken)))


def _player_conflicts(players: Sequence[str], taken: _TakenNames) -> list[LineError]:
    errors = []
    for key, player in {fold(player): player for player in players}.items():
        if key in taken.players:
            errors.append(LineError(LineProblem.PLAYER_TAKEN, player, taken.players[key]))
        elif key in taken.players_above:
            errors.append(LineError(LineProblem.PLAYER_TWICE, player, *taken.players_above[key]))
    return errors


def _parse_single(line: str) -> _LineCells | LineProblem:
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


def _parse_pair(line: str) -> _LineCells | LineProblem:
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
        return _LineCells(None, (cells[0], cells[1]))
    if NAME_AND_PLAYERS <= len(cells) <= NAME_AND_PLAYERS + CLUB_AND_RATING:
        return _line_cells(cells[0], (cells[1], cells[2]), cells[NAME_AND_PLAYERS:])
    if len(cells) == 1:
        return _parse_without_columns(cells[0])
    return LineProblem.PARTS


def _parse_comma_names(line: str, cells: Sequence[str], separator: str) -> _LineCells | None:
    """Return None unless both players are like “Kaya, Ali”, in columns or joined by “&”, “ - ” or “ve”."""
    if separator == ",":
        couple = split_two_players(line)
        has_surnames = all(
            player.count(",") == 1 and len(player.partition(",")[0].split()) == 1 for player in couple
        )
        players = tuple(map(turn_comma_name, couple))
        is_turned = couple and has_surnames and not any("," in player for player in players)
        return _LineCells(None, players) if is_turned else None
    turned = [turn_comma_name(cell) for cell in cells]
    changed = [new != old for new, old in zip(turned, cells, strict=True)]
    first = 0 if changed[:2] == [True, True] else 1
    if changed[first : first + PLAYERS_ALONE] != [True, True]:
        return None
    details = cells[first + PLAYERS_ALONE :]
    if len(details) > CLUB_AND_RATING:
        return None
    return _line_cells(cells[0] if first else None, turned[first : first + PLAYERS_ALONE], details)


def _parse_pair_in_one_column(cells: Sequence[str], separator: str) -> _LineCells | None:
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


def _line_cells(name: str | None, players: Sequence[str], details: Sequence[str]) -> _LineCells:
    """`details` are club and rating, as far as typed."""
    club, rating = (*details, "", "")[:CLUB_AND_RATING]
    return _LineCells(name, tuple(players), club, rating)


def _parse_without_columns(cell: str) -> _LineCells | LineProblem:
    for separator in ("/", " - ", "–", "—"):
        parts = [" ".join(cell_part.split()) for cell_part in cell.split(separator)]
        if len(parts) == NAME_AND_PLAYERS and not any(has_several_names(cell_part) for cell_part in parts):
            return _LineCells(parts[0], (parts[1], parts[2]))
    if "-" in cell and not has_several_names(cell):
        return LineProblem.HYPHEN
    return LineProblem.PARTS


def _without_trailing_empty(cells: list[str], fewest: int) -> list[str]:
    while len(cells) > fewest and not cells[-1]:
        cells.pop()  # spreadsheets end their rows with empty cells
    return cells


def _parse_rating(typed: str) -> int | None:
    if not (typed.isascii() and typed.isdecimal()) or len(typed) > len(str(MAX_RATING)):
        return None
    return int(typed)


def _parse_seed(typed: str) -> int | None:
    number = _parse_rating(typed)
    return number if number and number <= MAX_SEED else None


def _fold_keys(names: Mapping[str, str] | Collection[str]) -> dict[str, str]:
    by_name = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
    return {fold(name): value for name, value in by_name.items()}
