from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Final

from tournaments.naming.entry_columns import split_two_players
from tournaments.naming.names import begins_with_capitals, without_turkish_letters
from tournaments.naming.phone_numbers import is_phone
from tournaments.naming.yes_or_no import parse_yes_or_no

from .cell_kinds import is_moment
from .grid import Grid
from .question_headings import Question, parse_question


class ColumnContent(Enum):
    """All columns of one player together are their name."""

    NOTHING = "nothing"
    NAME = "name"
    FIRST = "player_1"
    SECOND = "player_2"
    BOTH = "players"
    CLUB = "club"
    RATING = "rating"
    SEED = "seed"
    POT = "pot"
    PHONE = "phone"
    SECOND_PHONE = "phone_2"
    PAID = "paid"
    EMAIL = "email"
    LICENCE = "licence"
    NOTES = "notes"
    AGREED = "agreed_on"


PAIR_CONTENTS: Final = (
    *(
        ColumnContent.NOTHING,
        ColumnContent.NAME,
        ColumnContent.FIRST,
        ColumnContent.SECOND,
        ColumnContent.BOTH,
    ),
    *(ColumnContent.CLUB, ColumnContent.RATING, ColumnContent.SEED, ColumnContent.POT),
    *(ColumnContent.PHONE, ColumnContent.SECOND_PHONE, ColumnContent.PAID),
)
SINGLES_CONTENTS: Final = (
    ColumnContent.NOTHING,
    ColumnContent.FIRST,
    ColumnContent.CLUB,
    ColumnContent.RATING,
    ColumnContent.SEED,
    ColumnContent.POT,
    ColumnContent.PHONE,
    ColumnContent.PAID,
)
PEOPLE_CONTENTS: Final = (
    *(
        ColumnContent.NOTHING,
        ColumnContent.FIRST,
        ColumnContent.PHONE,
        ColumnContent.EMAIL,
        ColumnContent.LICENCE,
        ColumnContent.NOTES,
        ColumnContent.AGREED,
    ),
)
"""Contents that a column may have, by kind of list."""
PHONE_CONTENTS: Final = (ColumnContent.PHONE, ColumnContent.SECOND_PHONE)
PLAYER_CONTENTS: Final = (ColumnContent.FIRST, ColumnContent.SECOND)
NAME_CONTENTS: Final = (*PLAYER_CONTENTS, ColumnContent.BOTH)
SPLIT_NAME_CONTENTS: Final = (ColumnContent.FIRST, ColumnContent.FIRST)
"""First name and surname in a column each."""
HEADING_SEARCH_ROWS: Final = 15
"""Rows searched for headings."""
SAMPLE_ROWS: Final = 50

_PLAYER, _GIVEN_NAME, _SURNAME = "player", "given name", "surname"
_PARTS: Final = (_GIVEN_NAME, _SURNAME)
_HEADINGS: Final[Mapping[str, str]] = {
    ColumnContent.NAME.value: """takim | takim adi | takimin adi | takim ismi | ekip | ekip adi
        | team | team name | pair | pair name | name of the pair""",
    ColumnContent.BOTH.value: """oyuncular | takim oyunculari | isimler | ad soyadlar
        | players | both players | names""",
    ColumnContent.SECOND.value: """es | esi | es adi | esinin adi | esi ad soyad | partner | partner adi
        | partner name""",
    ColumnContent.CLUB.value: "kulup | kulubu | kulup adi | dernek | lokal | club | club name",
    ColumnContent.RATING.value: """puan | puani | elo | guc | kuvvet | guc puani | kuvvet puani | reyting
        | rating""",
    ColumnContent.SEED.value: """seri basi | seribasi | seri basi no | seri basi numarasi | seri basi sirasi
        | seed | seed number""",
    ColumnContent.POT.value: "torba | torba no | kap | pot",
    _PLAYER: """ad soyad | adi soyadi | ad soyadi | adi ve soyadi | ad ve soyad | isim soyisim
        | isim soyad | oyuncu | oyuncu adi | oyuncu adi soyadi | oyuncu ad soyad | katilimci | sporcu
        | sporcu adi | uye adi | uye adi soyadi | uyenin adi soyadi | kaptan
        | full name | player | player name | captain""",
    _GIVEN_NAME: """ad | adi | isim | oyuncunun adi | name | first name | given name""",
    _SURNAME: """soyad | soyadi | oyuncu soyadi | oyuncunun soyadi | soyisim
        | surname | last name | family name""",
    ColumnContent.PHONE.value: """
        telefon | telefon no | telefon numarasi | telefonu | tel | tel no | tel numarasi
        | cep | cep no | cep tel | cep tel no | cep telefon | cep telefonu | cep telefonu no | cep numarasi
        | gsm | gsm no | phone | phone number | mobile | mobile phone | mobile number""",
    ColumnContent.EMAIL.value: """
        e posta | eposta | e posta adresi | eposta adresi | mail | mail adresi | e mail
        | e mail adresi | email | email address""",
    ColumnContent.LICENCE.value: """
        lisans | lisans no | lisans numarasi | licence | licence number | licence no
        | license | license number""",
    ColumnContent.NOTES.value: "not | notlar | aciklama | note | notes",
    ColumnContent.AGREED.value: """riza verdigi gun | kabul ettigi gun | kabul tarihi | riza tarihi
        | onay tarihi | kvkk tarihi | kvkk onay tarihi | kvkk riza tarihi | acik riza tarihi
        | agreed on | date of consent | consent date | consent""",
    ColumnContent.PAID.value: """odendi | odendi mi | odeme | odeme durumu | odedi | odedi mi
        | ucret odendi | ucret odendi mi | ucreti odedi | ucreti odedi mi | paid | has paid | fee paid""",
    ColumnContent.NOTHING.value: """no | sira | sira no | s no | sn | numara | nr | tc | tckn | tc kimlik no
        | dogum tarihi | dogum yili | tarih | kayit tarihi | basvuru tarihi | uyelik tarihi | saat | ucret
        | aidat | imza | masa | grup | sehir
        | il | adres | toplam | number | date | fee""",
}
"""Headings as `plain` returns them. Those without a use help to find the row of headings."""
_CONTENT_BY_HEADING: Final = {
    heading_text.strip(): content for content, words in _HEADINGS.items() for heading_text in words.split("|")
}
_NUMBERED_PLAYERS: Final = (
    (re.compile(r"^(?:1|birinci|ilk|first) | (?:1|a)$"), ColumnContent.FIRST),
    (re.compile(r"^(?:2|ikinci|second) | (?:2|b)$"), ColumnContent.SECOND),
)
_CONTENT_BY_QUESTION: Final = {
    Question.PLAYER: _PLAYER,
    Question.GIVEN_NAME: _GIVEN_NAME,
    Question.SURNAME: _SURNAME,
    Question.PAIR_NAME: ColumnContent.NAME.value,
    Question.CLUB: ColumnContent.CLUB.value,
    Question.PHONE: ColumnContent.PHONE.value,
    Question.EMAIL: ColumnContent.EMAIL.value,
    Question.OTHER: ColumnContent.NOTHING.value,
}
_SURNAME_BEFORE_NAME: Final = re.compile(
    r"\b(?:soyad|soyis|surname|last name|family name).*\b(?:ad|adi|adiniz|isim|ismi|isminiz|name|first)\b"
)
_INTEGER_PATTERN: Final = re.compile(r"[0-9]{1,5}")
MAJORITY: Final = 0.8
_MAX_GAP: Final = 3


ParsedHeading = tuple[str | None, ColumnContent | None]
_NOTHING: Final = ColumnContent.NOTHING.value
_PAID: Final = ColumnContent.PAID.value
_FEES: Final = frozenset(("ucret", "ucreti", "aidat", "katilim ucreti", "fee"))
_EMAIL: Final = ColumnContent.EMAIL.value
_ACCOUNT_COLUMNS: Final = 6
"""Columns that Microsoft Forms adds: number, start, end, e-mail and name of the account, language."""


@dataclass(frozen=True)
class ColumnMatch:
    """`heading_row` is 0 for none; `repeated_headings` were not used."""

    heading_row: int
    column_contents: tuple[ColumnContent, ...]
    repeated_headings: tuple[str, ...] = ()
    surname_first: frozenset[ColumnContent] = frozenset()


def detect_columns(
    grid: Grid, *, offered: Sequence[ColumnContent], heading: int | None = None
) -> ColumnMatch:
    """Propose each column's content, by headings, else by the cells.

    `heading` is the headings' row, 0 for none; detected by default.
    """
    if heading is None:
        heading = _heading_row(grid)
    names = next((cells for number, cells in grid.rows if number == heading), ())
    if heading and names:
        names = (*names, *[""] * (grid.width - len(names)))
        parsed = [parse_heading(name) for name in names]
        used = _read_fees(grid, heading, names, _drop_unused(grid, heading, parsed))
        return _add_surname_order(grid, _match_by_headings(heading, names, used, offered), names, used)
    return _add_surname_order(grid, ColumnMatch(0, _match_by_cells(grid, offered)))


def _add_surname_order(
    grid: Grid, matching: ColumnMatch, names: Sequence[str] = (), parsed: Sequence[ParsedHeading] = ()
) -> ColumnMatch:
    """Return `matching` with `surname_first`, the contents whose names begin with the surname."""
    contents = matching.column_contents
    found = zip(contents, names, (content for content, _player in parsed), strict=False)
    headings = [(content, _plain(name), kind) for content, name, kind in found]
    surname_first = {
        content
        for content in NAME_CONTENTS
        if _begins_with_surname([(name, kind) for other, name, kind in headings if other is content])
        or _has_capitals_first(grid, matching, content)
    }
    return replace(matching, surname_first=frozenset(surname_first))


def _begins_with_surname(headings: Sequence[tuple[str, str | None]]) -> bool:
    """Say whether a player's columns are surname and first name, or one of both."""
    if len(headings) > 1:
        return headings[0][1] == _SURNAME
    return any(_SURNAME_BEFORE_NAME.search(name) for name, _kind in headings)


def _has_capitals_first(grid: Grid, matching: ColumnMatch, content: ColumnContent) -> bool:
    """Return whether most names in the content's only column are like “KAYA Ali”."""
    if matching.column_contents.count(content) != 1:
        return False
    place = matching.column_contents.index(content)
    cells = [
        row[place]
        for number, row in grid.rows[:SAMPLE_ROWS]
        if number > matching.heading_row and place < len(row)
    ]
    players = [part for cell in cells for part in (split_two_players(cell) or [cell])]
    names = [player for player in players if len(player.split()) > 1 and "," not in player]
    return bool(names) and sum(map(begins_with_capitals, names)) >= MAJORITY * len(names)


def _heading_row(grid: Grid) -> int:
    """Return the number of the row with most known headings, 0 for none in HEADING_SEARCH_ROWS.

    A row needs two, or a player's as its only cell.
    """
    best_row, best_count = 0, 0
    for number, cells in grid.rows[:HEADING_SEARCH_ROWS]:
        known = [content for cell in cells if (content := parse_heading(cell)[0]) is not None]
        is_heading = len(known) > 1 or (
            len(cells) == 1 and known[:1] in ([_PLAYER], [ColumnContent.BOTH.value])
        )
        if is_heading and len(known) > best_count:
            best_row, best_count = number, len(known)
    return best_row


def parse_heading(name: str) -> ParsedHeading:
    """Return a heading's content and the player it numbers, as in “1. Oyuncu Adı”; each may be None."""
    words = _plain(name)
    words = re.sub(r"(?<=[a-z])(?=[12]$)|(?<=^[12])(?=[a-z])", " ", words)
    if words in _CONTENT_BY_HEADING:
        return _CONTENT_BY_HEADING[words], None
    for counted, player in _NUMBERED_PLAYERS:
        content = _CONTENT_BY_HEADING.get(counted.sub("", words, count=1))
        if counted.search(words) and content in (_PLAYER, *_PARTS):
            return content, player
    question = parse_question(words)
    if question is None:
        return None, None
    meaning, of_second = question
    if meaning is Question.PHONE and of_second:
        return ColumnContent.SECOND_PHONE.value, None
    return _CONTENT_BY_QUESTION[meaning], ColumnContent.SECOND if of_second else None


def _plain(heading: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", without_turkish_letters(heading)))


def _drop_unused(grid: Grid, heading: int, parsed: Sequence[ParsedHeading]) -> Sequence[ParsedHeading]:
    """Return `parsed`, (None, None) for name columns without a name and for the name of a form's account.

    Empty name columns stay if all are.
    """
    filled = {
        place for number, cells in grid.rows if number > heading for place, cell in enumerate(cells) if cell
    }
    of_names = [place for place, (content, _player) in enumerate(parsed) if content in (_PLAYER, *_PARTS)]
    unused = {place for place in of_names if place not in filled} if filled & {*of_names} else set()
    times = [content for content, _player in parsed[:_ACCOUNT_COLUMNS] if content == _NOTHING]
    unused |= {
        place
        for place in of_names
        if len(times) > 1 and place < _ACCOUNT_COLUMNS and parsed[place - 1][0] == _EMAIL
        if any(parsed[other][1] is not ColumnContent.SECOND for other in of_names if other != place)
    }
    return [(None, None) if place in unused else found for place, found in enumerate(parsed)]


def _read_fees(
    grid: Grid, heading: int, names: Sequence[str], parsed: Sequence[ParsedHeading]
) -> Sequence[ParsedHeading]:
    """Return `parsed`; a column of fees whose filled cells mostly say yes or no tells who has paid.

    Unless another column does.
    """
    if (_PAID, None) in parsed:
        return parsed
    return [
        (_PAID, None) if _plain(name) in _FEES and _are_mostly_clear(grid, heading, place) else found
        for place, (name, found) in enumerate(zip(names, parsed, strict=True))
    ]


def _are_mostly_clear(grid: Grid, heading: int, place: int) -> bool:
    filled = [row[place] for number, row in grid.rows if number > heading and place < len(row) and row[place]]
    clear = [cell for cell in filled if parse_yes_or_no(cell) is not None]
    return 2 * len(clear) > len(filled)


def _match_by_headings(
    heading: int,
    names: Sequence[str],
    parsed: Sequence[ParsedHeading],
    offered: Sequence[ColumnContent],
) -> ColumnMatch:
    """Match columns by headings; other contents than `offered` and repeated ones become NOTHING.

    A second phone is the second player's.
    """
    contents, repeated = [], []
    singles = ColumnContent.SECOND not in offered
    players = _PlayerColumns(parsed, singles=singles)
    for place, (content, player) in enumerate(parsed):
        if content in (_PLAYER, *_PARTS):
            contents.append(players.next_content(content, player))
            continue
        kind = ColumnContent(content) if content else ColumnContent.NOTHING
        if kind is ColumnContent.PHONE in contents:
            kind = ColumnContent.SECOND_PHONE if ColumnContent.SECOND_PHONE in offered else kind
        is_partner = kind is ColumnContent.SECOND and not singles
        is_repeated = kind is not ColumnContent.NOTHING and kind in contents
        if not is_partner and (kind not in offered or is_repeated):
            repeated += [names[place]] if kind in contents else []
            kind = ColumnContent.NOTHING
        contents.append(kind)
    return ColumnMatch(heading, tuple(contents), tuple(repeated))


class _PlayerColumns:
    """The first column of a kind is the first player's, the second the second's."""

    def __init__(self, parsed: Sequence[ParsedHeading], *, singles: bool) -> None:
        names = [(content, player) for content, player in parsed if content in (_PLAYER, *_PARTS)]
        kinds = {content for content, _player in names}
        self._players = PLAYER_CONTENTS[:1] if singles else PLAYER_CONTENTS
        self._given_names_are_whole = not kinds & {_PLAYER, _SURNAME}
        self._parts_count = (_PLAYER, None) not in names and (_PLAYER, ColumnContent.FIRST) not in names
        self._counts: Counter[str] = Counter()

    def next_content(self, content: str, player: ColumnContent | None) -> ColumnContent:
        """Return a numbered `player`, even repeatedly, else the next free one; NOTHING if there is none."""
        if player is not None:
            return player if player in self._players else ColumnContent.NOTHING
        if content == _GIVEN_NAME and self._given_names_are_whole:
            content = _PLAYER
        if content in _PARTS and not self._parts_count:
            return ColumnContent.NOTHING
        self._counts[content] += 1
        free = self._players[self._counts[content] - 1 :]
        return free[0] if free else ColumnContent.NOTHING


def _match_by_cells(grid: Grid, offered: Sequence[ColumnContent]) -> tuple[ColumnContent, ...]:
    """Guess each column's content: names, then others only right of the first name, else NOTHING."""
    sample = [cells for _number, cells in grid.rows[:SAMPLE_ROWS]]
    columns = [
        [row[place] for row in sample if place < len(row) and row[place]] for place in range(grid.width)
    ]
    name_columns = [place for place, cells in enumerate(columns) if _are_names(cells)]
    order = _name_contents(len(name_columns), columns[name_columns[0]] if name_columns else [], offered)
    contents = [ColumnContent.NOTHING] * grid.width
    for place, content in zip(name_columns, order, strict=False):
        contents[place] = content
    later_columns = [
        place
        for place in range(grid.width)
        if name_columns and place > name_columns[0] and place not in name_columns
    ]
    for content, check in _CONTENT_CHECKS.items():
        match = next((place for place in later_columns if check(columns[place])), None)
        if content in offered and match is not None:
            contents[match] = content
    return tuple(contents)


def _name_contents(
    names: int, first: Sequence[str], offered: Sequence[ColumnContent]
) -> tuple[ColumnContent, ...]:
    """Return what name columns hold, from the left, maybe of more than there are.

    A pair's only one is taken for both players. `first` are the cells of the first name column; `offered`
    lacks CLUB for people, SECOND for singles.
    """
    if ColumnContent.CLUB not in offered:
        single_words = [cell for cell in first if len(cell.split()) == 1]
        return (
            SPLIT_NAME_CONTENTS
            if first and len(single_words) >= MAJORITY * len(first)
            else (ColumnContent.FIRST,)
        )
    if ColumnContent.SECOND not in offered:
        return (ColumnContent.FIRST, ColumnContent.CLUB)
    couples = [cell for cell in first if split_two_players(cell)]
    if first and len(couples) >= MAJORITY * len(first):
        return (ColumnContent.BOTH, ColumnContent.CLUB)
    if names == 1:
        return (ColumnContent.BOTH,)
    return (
        PLAYER_CONTENTS if names == len("AB") else (ColumnContent.NAME, *PLAYER_CONTENTS, ColumnContent.CLUB)
    )


def _are_names(cells: Sequence[str]) -> bool:
    names = [
        cell for cell in cells if any(map(str.isalpha, cell)) and "@" not in cell and not is_moment(cell)
    ]
    return bool(cells) and len(names) >= MAJORITY * len(cells)


def _are_ratings(cells: Sequence[str]) -> bool:
    """Short figures that don't merely count the rows."""
    figures = [int(cell) for cell in cells if _INTEGER_PATTERN.fullmatch(cell)]
    upwards = all(previous < following for previous, following in pairwise(figures))
    counts = upwards and max(figures, default=0) <= _MAX_GAP * len(figures)
    return len(figures) > 1 and len(figures) >= MAJORITY * len(cells) and not counts


def _are_addresses(cells: Sequence[str]) -> bool:
    return bool(cells) and sum("@" in cell for cell in cells) >= MAJORITY * len(cells)


def _are_phones(cells: Sequence[str]) -> bool:
    return bool(cells) and sum(map(is_phone, cells)) >= MAJORITY * len(cells)


_CONTENT_CHECKS: Final[Mapping[ColumnContent, Callable[[Sequence[str]], bool]]] = {
    ColumnContent.RATING: _are_ratings,
    ColumnContent.EMAIL: _are_addresses,
    ColumnContent.PHONE: _are_phones,
}
"""Contents that can be recognized without a heading, in columns after the names."""
