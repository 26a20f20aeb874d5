"""Recognizes headings that are questions of a form, such as “Eşinizin Adı Soyadı”."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from enum import Enum, auto
from typing import Final


class Question(Enum):
    PLAYER = auto()
    GIVEN_NAME = auto()
    SURNAME = auto()
    PAIR_NAME = auto()
    CLUB = auto()
    PHONE = auto()
    EMAIL = auto()
    OTHER = auto()


class _Word(Enum):
    NAME = auto()
    SURNAME = auto()
    PLAYER = auto()
    FIRST = auto()
    SECOND = auto()
    PARTNER = auto()
    TEAM = auto()
    CLUB = auto()
    PHONE = auto()
    EMAIL = auto()
    MOMENT = auto()
    CONSENT = auto()
    FILLER = auto()


_PATTERNS: Final = {
    _Word.NAME: "ad|adi|adin|adini|adiniz|adinizi|adinin|isim|ismi|ismin|ismini|isminiz|isminizi|name|names",
    _Word.SURNAME: r"soyad\w*|soyisim|soyism\w*|surname",
    _Word.PLAYER: r"oyuncu\w*|katilimci\w*|sporcu\w*|uye|uyenin|kaptan\w*|player|captain",
    _Word.FIRST: "1|birinci|ilk|first|given|a|kendi|kendiniz|your|sizin",
    _Word.SECOND: "2|ikinci|second|b|diger|other",
    _Word.PARTNER: r"es|esi|esin|esinin|esiniz\w*|partner\w*|ortak\w*|ortag\w*|arkadas\w*|teammate\w*|mate",
    _Word.TEAM: r"takim\w*|ekip\w*|ekib\w*|team",
    _Word.CLUB: r"kulup\w*|kulub\w*|dernek\w*|dernegi\w*|lokal\w*|club",
    _Word.PHONE: r"telefon\w*|tel|cep|cebi\w*|gsm|phone|mobile|whatsapp",
    _Word.EMAIL: r"posta\w*|eposta\w*|mail\w*|email\w*",
    _Word.MOMENT: r"damgasi|timestamp|zamani|saati|time|gonderim\w*",
    _Word.CONSENT: r"kvkk|riza\w*|onay\w*|kabul\w*|aydinlatma\w*|consent|agree",
    _Word.FILLER: r"ve|and|oyun|tam|full|lutfen|please|yazin|yaziniz|yazar|girin|giriniz|nedir|what|is|the|of"
    r"|s|n|in|nin|nizin|enter|varsa|yoksa|if|any|numarasi|numaraniz|no|number|address|adresi|adresiniz|e"
    r"|bagli|oldugunuz|hangi|bos|birakin",
}
_WORD_PATTERNS: Final = {word: re.compile(pattern) for word, pattern in _PATTERNS.items()}
_NAME_WORDS: Final = frozenset(
    (_Word.NAME, _Word.SURNAME, _Word.PLAYER, _Word.FIRST, _Word.SECOND, _Word.PARTNER, _Word.TEAM)
)
_ENGLISH_SURNAME: Final = re.compile(r"\b(?:last|family) name\b")
_MAX_WORDS: Final = 10


def parse_question(heading: str) -> tuple[Question, bool] | None:
    """Return the meaning of plain words, and whether it asks for the second player; None if unknown."""
    words = _ENGLISH_SURNAME.sub("surname", heading).split()
    if not words or len(words) > _MAX_WORDS:
        return None
    kinds = [_kind_of(word) for word in words]
    present = {kind for kind in kinds if kind is not None}
    meaning = _meaning_of(present, all_known=None not in kinds)
    return (meaning, bool(present & {_Word.PARTNER, _Word.SECOND})) if meaning else None


def _kind_of(word: str) -> _Word | None:
    return next((kind for kind, pattern in _WORD_PATTERNS.items() if pattern.fullmatch(word)), None)


def _meaning_of(words: AbstractSet[_Word], *, all_known: bool) -> Question | None:
    """Return what a question asks for. Consent or time (both OTHER), phone and email win. None if unclear.

    A club or name counts only if `all_known`: no other words.
    """
    if _Word.CONSENT in words or _Word.MOMENT in words:
        return Question.OTHER
    if _Word.PHONE in words:
        return Question.PHONE
    if _Word.EMAIL in words:
        return Question.EMAIL
    if not all_known:
        return None
    if _Word.CLUB in words:
        return Question.CLUB
    return _name_asked_for(words) if words & (_NAME_WORDS - {_Word.FIRST, _Word.SECOND}) else None


def _name_asked_for(words: AbstractSet[_Word]) -> Question:
    if _Word.TEAM in words and not words & {_Word.PARTNER, _Word.PLAYER, _Word.SURNAME}:
        return Question.PAIR_NAME
    if _Word.SURNAME not in words:
        return Question.GIVEN_NAME if _Word.NAME in words else Question.PLAYER
    return Question.PLAYER if _Word.NAME in words else Question.SURNAME
