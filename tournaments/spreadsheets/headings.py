"""Detect what columns hold, by Turkish and English headings or by their cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from tournaments.naming.entry_columns import couple_in
from tournaments.naming.names import plain

from .grid import Grid


class Holds(Enum):
    """What a column may hold; all columns of one player together are their name."""

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


OF_PAIRS: Final = (
    *(Holds.NOTHING, Holds.NAME, Holds.FIRST, Holds.SECOND, Holds.BOTH),
    *(Holds.CLUB, Holds.RATING, Holds.SEED, Holds.POT),
)
OF_SINGLES: Final = (Holds.NOTHING, Holds.FIRST, Holds.CLUB, Holds.RATING, Holds.SEED, Holds.POT)
OF_PEOPLE: Final = (
    *(Holds.NOTHING, Holds.FIRST, Holds.PHONE, Holds.EMAIL, Holds.LICENCE, Holds.NOTES, Holds.AGREED),
)
"""Contents that a column may have, by kind of list."""
OF_A_PLAYER: Final = (Holds.FIRST, Holds.SECOND)
OF_A_NAME: Final = (Holds.FIRST, Holds.FIRST)
"""First name and surname in a column each."""
LOOKED_AT: Final = 15
"""Rows searched for headings."""
SAMPLE: Final = 50

_PLAYER, _PART = "player", "part of a name"
_KNOWN: Final[Mapping[str, str]] = {
    Holds.NAME.value: """takim | takim adi | takimin adi | takim ismi | ekip | ekip adi
        | team | team name | pair | pair name | name of the pair""",
    Holds.BOTH.value: """oyuncular | takim oyunculari | isimler | ad soyadlar
        | players | both players | names""",
    Holds.SECOND.value: """es | esi | es adi | esinin adi | esi ad soyad | partner | partner adi
        | partner name""",
    Holds.CLUB.value: "kulup | kulubu | kulup adi | dernek | lokal | club | club name",
    Holds.RATING.value: """puan | puani | elo | guc | kuvvet | guc puani | kuvvet puani | reyting
        | rating""",
    Holds.SEED.value: """seri basi | seribasi | seri basi no | seri basi numarasi | seri basi sirasi
        | seed | seed number""",
    Holds.POT.value: "torba | torba no | kap | pot",
    _PLAYER: """ad soyad | adi soyadi | ad soyadi | adi ve soyadi | ad ve soyad | isim soyisim | isim
        | isim soyad | oyuncu | oyuncu adi | oyuncu adi soyadi | oyuncu ad soyad | katilimci | sporcu
        | sporcu adi | uye adi | uye adi soyadi | uyenin adi soyadi | kaptan
        | name | full name | player | player name | captain""",
    _PART: """ad | adi | oyuncunun adi | soyad | soyadi | oyuncu soyadi | oyuncunun soyadi | soyisim
        | first name | given name | surname | last name | family name""",
    Holds.PHONE.value: """telefon | telefon no | telefon numarasi | telefonu | tel | tel no | tel numarasi
        | cep | cep no | cep tel | cep tel no | cep telefon | cep telefonu | cep telefonu no | cep numarasi
        | gsm | gsm no | phone | phone number | mobile | mobile phone | mobile number""",
    Holds.EMAIL.value: """e posta | eposta | e posta adresi | eposta adresi | mail | mail adresi | e mail
        | e mail adresi | email | email address""",
    Holds.LICENCE.value: """lisans | lisans no | lisans numarasi | licence | licence number | licence no
        | license | license number""",
    Holds.NOTES.value: "not | notlar | aciklama | note | notes",
    Holds.AGREED.value: """riza verdigi gun | kabul ettigi gun | kabul tarihi | riza tarihi | onay tarihi
        | kvkk tarihi | kvkk onay tarihi | kvkk riza tarihi | acik riza tarihi
        | agreed on | date of consent | consent date | consent""",
    Holds.NOTHING.value: """no | sira | sira no | s no | sn | numara | nr | tc | tckn | tc kimlik no
        | dogum tarihi | dogum yili | tarih | kayit tarihi | basvuru tarihi | uyelik tarihi | saat | ucret
        | aidat | odeme | odendi | imza | masa | grup | sehir
        | il | adres | toplam | number | date | fee | paid""",
}
"""Headings as `plain` returns them. Those without a use help to find the row of headings."""
_SAYS: Final = {one.strip(): content for content, words in _KNOWN.items() for one in words.split("|")}
_COUNTED: Final = (
    (re.compile(r"^(?:1|birinci|ilk|first) | (?:1|a)$"), Holds.FIRST),
    (re.compile(r"^(?:2|ikinci|second) | (?:2|b)$"), Holds.SECOND),
)
_FIGURE: Final = re.compile(r"[0-9]{1,5}")
MOSTLY: Final = 0.8
_GAPS: Final = 3
_PHONE: Final = re.compile(r"\+?[0-9 ()/.-]{7,}")


@dataclass(frozen=True)
class Matching:
    """The row of the headings (0 for none) and what each column holds.

    `twice` are headings of more than one column, of which only the first was used.
    """

    heading: int
    holds: tuple[Holds, ...]
    twice: tuple[str, ...] = ()


def matched(grid: Grid, *, offered: Sequence[Holds], heading: int | None = None) -> Matching:
    """Propose what the columns hold, out of `offered`: OF_PAIRS, OF_SINGLES or OF_PEOPLE.

    `heading` is the number of the row of headings if the organizer chose it.
    """
    if heading is None:
        heading = _heading_row(grid)
    names = next((cells for number, cells in grid.rows if number == heading), ())
    if heading and names:
        parsed = [_said(name) for name in (*names, *[""] * (grid.width - len(names)))]
        return _by_headings(heading, names, parsed, offered)
    return Matching(0, _by_content(grid, offered))


def _heading_row(grid: Grid) -> int:
    """Return the number of the row with most known headings, or 0.

    It needs a player's heading as its only cell, or two known ones.
    """
    best_row, best_count = 0, 0
    for number, cells in grid.rows[:LOOKED_AT]:
        known = [content for cell in cells if (content := _said(cell)[0]) is not None]
        is_heading = len(known) > 1 or (len(cells) == 1 and known[:1] in ([_PLAYER], [Holds.BOTH.value]))
        if is_heading and len(known) > best_count:
            best_row, best_count = number, len(known)
    return best_row


def _said(name: str) -> tuple[str | None, Holds | None]:
    """Return what a heading means, and which player it counts: “1. Oyuncu Adı”, “Player 2”."""
    words = " ".join(re.findall(r"[a-z0-9]+", plain(name)))
    words = re.sub(r"(?<=[a-z])(?=[12]$)|(?<=^[12])(?=[a-z])", " ", words)
    if words in _SAYS:
        return _SAYS[words], None
    for counted, player in _COUNTED:
        content = _SAYS.get(counted.sub("", words, count=1))
        if counted.search(words) and content in (_PLAYER, _PART):
            return content, player
    return None, None


def _by_headings(
    heading: int,
    names: Sequence[str],
    said: Sequence[tuple[str | None, Holds | None]],
    offered: Sequence[Holds],
) -> Matching:
    holds, twice = [], []
    singles = Holds.SECOND not in offered
    players = _Players(said, singles=singles)
    for place, (content, player) in enumerate(said):
        if content in (_PLAYER, _PART):
            holds.append(players.next(content, player))
            continue
        kind = Holds(content) if content else Holds.NOTHING
        if kind is Holds.SECOND and not singles:
            players.partner_told = True
        elif kind not in offered or (kind is not Holds.NOTHING and kind in holds):
            twice += [names[place]] if kind in holds else []
            kind = Holds.NOTHING
        holds.append(kind)
    return Matching(heading, tuple(holds), tuple(twice))


class _Players:
    """Assigns columns to players if headings don't count them: “Ad Soyad” or “Adı”, “Soyadı” twice."""

    def __init__(self, said: Sequence[tuple[str | None, Holds | None]], *, singles: bool) -> None:
        whole = [content for content, _player in said if content == _PLAYER]
        self._alone = singles
        self._of_whole, self._of_parts = iter(OF_A_PLAYER), 0
        self._parts_count = not whole
        self.partner_told = False

    def next(self, held: str, player: Holds | None) -> Holds:
        if self._alone:
            return self._of_single(held)
        if player is not None:
            return player
        if held == _PLAYER:
            return next(self._of_whole, Holds.NOTHING)
        self._of_parts += 1
        pair = (self._of_parts - 1) // len(OF_A_PLAYER)
        return OF_A_PLAYER[pair] if self._parts_count and pair < len(OF_A_PLAYER) else Holds.NOTHING

    def _of_single(self, held: str) -> Holds:
        if held == _PLAYER:
            return Holds.FIRST if next(self._of_whole, None) is Holds.FIRST else Holds.NOTHING
        self._of_parts += 1
        return Holds.FIRST if self._parts_count and self._of_parts <= len(OF_A_PLAYER) else Holds.NOTHING


def _by_content(grid: Grid, offered: Sequence[Holds]) -> tuple[Holds, ...]:
    """Guess columns without headings: names in their usual order, and one of ratings."""
    sample = [cells for _number, cells in grid.rows[:SAMPLE]]
    columns = [
        [row[place] for row in sample if place < len(row) and row[place]] for place in range(grid.width)
    ]
    named = [place for place, cells in enumerate(columns) if _are_names(cells)]
    order = _order(len(named), columns[named[0]] if named else [], offered)
    holds = [Holds.NOTHING] * grid.width
    for place, content in zip(named, order, strict=False):
        holds[place] = content
    after = [place for place in range(grid.width) if named and place > named[0] and place not in named]
    for content, check in _TOLD_BY_CONTENT.items():
        match = next((place for place in after if check(columns[place])), None)
        if content in offered and match is not None:
            holds[match] = content
    return tuple(holds)


def _order(names: int, first: Sequence[str], offered: Sequence[Holds]) -> tuple[Holds, ...]:
    """Return what so many columns of names are; `first` are the cells of the first one."""
    if Holds.CLUB not in offered:
        alone = [cell for cell in first if len(cell.split()) == 1]
        return OF_A_NAME if first and len(alone) >= MOSTLY * len(first) else (Holds.FIRST,)
    if Holds.SECOND not in offered:
        return (Holds.FIRST, Holds.CLUB)
    couples = [cell for cell in first if couple_in(cell)]
    if first and len(couples) >= MOSTLY * len(first):
        return (Holds.BOTH, Holds.CLUB)
    if names == 1:
        return (Holds.BOTH,)
    return OF_A_PLAYER if names == len("AB") else (Holds.NAME, *OF_A_PLAYER, Holds.CLUB)


def _are_names(cells: Sequence[str]) -> bool:
    names = [cell for cell in cells if any(map(str.isalpha, cell)) and "@" not in cell]
    return bool(cells) and len(names) >= MOSTLY * len(cells)


def _are_ratings(cells: Sequence[str]) -> bool:
    """Return whether cells are short figures that don't merely count the rows."""
    figures = [int(cell) for cell in cells if _FIGURE.fullmatch(cell)]
    upwards = all(previous < following for previous, following in pairwise(figures))
    counts = upwards and max(figures, default=0) <= _GAPS * len(figures)
    return len(figures) > 1 and len(figures) >= MOSTLY * len(cells) and not counts


def _are_addresses(cells: Sequence[str]) -> bool:
    return bool(cells) and sum("@" in cell for cell in cells) >= MOSTLY * len(cells)


def _are_phones(cells: Sequence[str]) -> bool:
    return bool(cells) and sum(bool(_PHONE.fullmatch(cell)) for cell in cells) >= MOSTLY * len(cells)


_TOLD_BY_CONTENT: Final[Mapping[Holds, Callable[[Sequence[str]], bool]]] = {
    Holds.RATING: _are_ratings,
    Holds.EMAIL: _are_addresses,
    Holds.PHONE: _are_phones,
}
"""Contents that can be recognized without a heading, in columns after the names."""
