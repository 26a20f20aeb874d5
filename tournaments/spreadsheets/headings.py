from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from tournaments.naming.entry_columns import split_two_players
from tournaments.naming.names import without_turkish_letters

from .grid import Grid


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
)
SINGLES_CONTENTS: Final = (
    ColumnContent.NOTHING,
    ColumnContent.FIRST,
    ColumnContent.CLUB,
    ColumnContent.RATING,
    ColumnContent.SEED,
    ColumnContent.POT,
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
PLAYER_CONTENTS: Final = (ColumnContent.FIRST, ColumnContent.SECOND)
SPLIT_NAME_CONTENTS: Final = (ColumnContent.FIRST, ColumnContent.FIRST)
"""First name and surname in a column each."""
HEADING_SEARCH_ROWS: Final = 15
"""Rows searched for headings."""
SAMPLE_ROWS: Final = 50

_PLAYER, _PART = "player", "part of a name"
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
    _PLAYER: """ad soyad | adi soyadi | ad soyadi | adi ve soyadi | ad ve soyad | isim soyisim | isim
        | isim soyad | oyuncu | oyuncu adi | oyuncu adi soyadi | oyuncu ad soyad | katilimci | sporcu
        | sporcu adi | uye adi | uye adi soyadi | uyenin adi soyadi | kaptan
        | name | full name | player | player name | captain""",
    _PART: """ad | adi | oyuncunun adi | soyad | soyadi | oyuncu soyadi | oyuncunun soyadi | soyisim
        | first name | given name | surname | last name | family name""",
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
    ColumnContent.NOTHING.value: """no | sira | sira no | s no | sn | numara | nr | tc | tckn | tc kimlik no
        | dogum tarihi | dogum yili | tarih | kayit tarihi | basvuru tarihi | uyelik tarihi | saat | ucret
        | aidat | odeme | odendi | imza | masa | grup | sehir
        | il | adres | toplam | number | date | fee | paid""",
}
"""Headings as `plain` returns them. Those without a use help to find the row of headings."""
_CONTENT_BY_HEADING: Final = {
    heading_text.strip(): content for content, words in _HEADINGS.items() for heading_text in words.split("|")
}
_NUMBERED_PLAYERS: Final = (
    (re.compile(r"^(?:1|birinci|ilk|first) | (?:1|a)$"), ColumnContent.FIRST),
    (re.compile(r"^(?:2|ikinci|second) | (?:2|b)$"), ColumnContent.SECOND),
)
_INTEGER_PATTERN: Final = re.compile(r"[0-9]{1,5}")
MAJORITY: Final = 0.8
_MAX_GAP: Final = 3
_PHONE_PATTERN: Final = re.compile(r"\+?[0-9 ()/.-]{7,}")


@dataclass(frozen=True)
class ColumnMatch:
    """`heading_row` is 0 for none; `repeated_headings` were not used."""

    heading_row: int
    column_contents: tuple[ColumnContent, ...]
    repeated_headings: tuple[str, ...] = ()


def detect_columns(
    grid: Grid, *, offered: Sequence[ColumnContent], heading: int | None = None
) -> ColumnMatch:
    """Propose contents, by headings or else by cells.

    `heading` is a row, 0 for none; by default it is detected.
    """
    if heading is None:
        heading = _heading_row(grid)
    names = next((cells for number, cells in grid.rows if number == heading), ())
    if heading and names:
        parsed = [_parse_heading(name) for name in (*names, *[""] * (grid.width - len(names)))]
        return _match_by_headings(heading, names, parsed, offered)
    return ColumnMatch(0, _match_by_cells(grid, offered))


def _heading_row(grid: Grid) -> int:
    """Return the row with most known headings, 0 for none.

    It needs two, or a player's as its only cell.
    """
    best_row, best_count = 0, 0
    for number, cells in grid.rows[:HEADING_SEARCH_ROWS]:
        known = [content for cell in cells if (content := _parse_heading(cell)[0]) is not None]
        is_heading = len(known) > 1 or (
            len(cells) == 1 and known[:1] in ([_PLAYER], [ColumnContent.BOTH.value])
        )
        if is_heading and len(known) > best_count:
            best_row, best_count = number, len(known)
    return best_row


def _parse_heading(name: str) -> tuple[str | None, ColumnContent | None]:
    """Return meaning and counted player, as in “1. Oyuncu Adı”, or None."""
    words = " ".join(re.findall(r"[a-z0-9]+", without_turkish_letters(name)))
    words = re.sub(r"(?<=[a-z])(?=[12]$)|(?<=^[12])(?=[a-z])", " ", words)
    if words in _CONTENT_BY_HEADING:
        return _CONTENT_BY_HEADING[words], None
    for counted, player in _NUMBERED_PLAYERS:
        content = _CONTENT_BY_HEADING.get(counted.sub("", words, count=1))
        if counted.search(words) and content in (_PLAYER, _PART):
            return content, player
    return None, None


def _match_by_headings(
    heading: int,
    names: Sequence[str],
    parsed: Sequence[tuple[str | None, ColumnContent | None]],
    offered: Sequence[ColumnContent],
) -> ColumnMatch:
    """A content that is repeated or not offered becomes NOTHING."""
    contents, repeated = [], []
    singles = ColumnContent.SECOND not in offered
    players = _PlayerColumns(parsed, singles=singles)
    for place, (content, player) in enumerate(parsed):
        if content in (_PLAYER, _PART):
            contents.append(players.next_content(content, player))
            continue
        kind = ColumnContent(content) if content else ColumnContent.NOTHING
        is_partner = kind is ColumnContent.SECOND and not singles
        is_repeated = kind is not ColumnContent.NOTHING and kind in contents
        if not is_partner and (kind not in offered or is_repeated):
            repeated += [names[place]] if kind in contents else []
            kind = ColumnContent.NOTHING
        contents.append(kind)
    return ColumnMatch(heading, tuple(contents), tuple(repeated))


class _PlayerColumns:
    def __init__(self, parsed: Sequence[tuple[str | None, ColumnContent | None]], *, singles: bool) -> None:
        whole_names = [content for content, _player in parsed if content == _PLAYER]
        self._alone = singles
        self._of_whole, self._of_parts = iter(PLAYER_CONTENTS), 0
        self._parts_count = not whole_names

    def next_content(self, content: str, player: ColumnContent | None) -> ColumnContent:
        if self._alone:
            return self._next_single_content(content)
        if player is not None:
            return player
        if content == _PLAYER:
            return next(self._of_whole, ColumnContent.NOTHING)
        self._of_parts += 1
        pair = (self._of_parts - 1) // len(PLAYER_CONTENTS)
        return (
            PLAYER_CONTENTS[pair]
            if self._parts_count and pair < len(PLAYER_CONTENTS)
            else ColumnContent.NOTHING
        )

    def _next_single_content(self, content: str) -> ColumnContent:
        """Return FIRST for the first column of names, or the first two parts; then NOTHING."""
        if content == _PLAYER:
            return (
                ColumnContent.FIRST
                if next(self._of_whole, None) is ColumnContent.FIRST
                else ColumnContent.NOTHING
            )
        self._of_parts += 1
        return (
            ColumnContent.FIRST
            if self._parts_count and self._of_parts <= len(PLAYER_CONTENTS)
            else ColumnContent.NOTHING
        )


def _match_by_cells(grid: Grid, offered: Sequence[ColumnContent]) -> tuple[ColumnContent, ...]:
    """Guess names, then other contents right of the first name."""
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
    """`first` are the cells of the first name column."""
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
    names = [cell for cell in cells if any(map(str.isalpha, cell)) and "@" not in cell]
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
    return bool(cells) and sum(bool(_PHONE_PATTERN.fullmatch(cell)) for cell in cells) >= MAJORITY * len(
        cells
    )


_CONTENT_CHECKS: Final[Mapping[ColumnContent, Callable[[Sequence[str]], bool]]] = {
    ColumnContent.RATING: _are_ratings,
    ColumnContent.EMAIL: _are_addresses,
    ColumnContent.PHONE: _are_phones,
}
"""Contents that can be recognized without a heading, in columns after the names."""
