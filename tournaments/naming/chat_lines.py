"""Removes what lists in chats have beside names: senders, emoji, remarks, phone numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.naming.names import plain_words
from tournaments.naming.phone_numbers import replace_phones

_DAY: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
_SENDER: Final = re.compile(
    rf"\s*(?:\[[^\[\]]*{_TIME}[^\[\]]*\]|{_DAY},?\s+(?:[^\W\d]+\s+)?{_TIME}(?:\s*[^\W\d]{{1,2}})?\s+-)"
    r"\s*[^:;|\[\]]{1,60}:\s*"
)
"""“[20.11.2026 19:03] Nermin: ” and “20.11.2026 19:03 - Nermin: ”."""
_KEYCAP: Final = re.compile("[0-9#*]\ufe0f?\u20e3")
_EMPHASIS: Final = re.compile(r"(?<![^\W_])[*_]+|[*_]+(?![^\W_])")
_DECORATION_RANGES: Final = (
    (0x2190, 0x21FF),  # arrows
    (0x2460, 0x24FF),  # numbers in circles
    (0x2776, 0x2793),
    (0x27F0, 0x27FF),
    (0xFE00, 0xFE0F),  # variants of the sign before
    (0x1F3FB, 0x1F3FF),  # skin tones
)
_OTHER_DECORATION: Final = frozenset("√‼⁉\u20e3‣◦⁃")
_BRACKETS: Final = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_STRUCK_THROUGH: Final = re.compile("~([^~]+)~")
_PAID: Final = frozenset(
    (
        *("odendi", "odedi", "odediler", "odeme yapildi", "odeme alindi", "odeme tamam", "ucret odendi"),
        *("ucreti odendi", "ucret alindi", "para alindi", "parasi alindi", "yatirdi", "yatirildi", "paid"),
    )
)
_COMING: Final = frozenset(("geliyor", "geliyorlar", "geldi", "geldiler", "onaylandi"))
_COMING_IN_BRACKETS: Final = _COMING | {"ok", "tamam", "kesin", "asil"}
"""Alone some of them are surnames."""
_UNCERTAIN: Final = frozenset(
    (
        *("yedek", "yedekte", "yedek takim", "reserve", "iptal", "iptal etti", "gelmiyor", "gelmiyorlar"),
        *("gelemiyor", "gelemiyorlar", "gelmeyecek", "cikti", "vazgecti", "belki", "bekliyor", "beklemede"),
        *("kesin degil", "cancelled", "maybe", "waiting", "odemedi", "odenmedi"),
    )
)
_RESERVE_SECTIONS: Final = frozenset(
    ("yedek", "yedekler", "yedek liste", "yedek listesi", "bekleme listesi", "reserves", "waiting list")
)
_LAST_WORDS: Final = re.compile(r"[\s,;:/*–—-]+((?:[^\W\d_]+)(?:\s+[^\W\d_]+)?)\s*[.!*]*$")
_FIRST_WORDS: Final = re.compile(r"([^\W\d_]+(?:\s+[^\W\d_]+)?)\s*\d*\s*[:.)–—-]\s+")
_PHONE_MARK: Final = 0xE000
"""First of the private characters that stand for phone numbers while a line is split."""
_PHONE_MARKS: Final = re.compile("[\ue000-\uf8ff]")
_LONE_PHONES: Final = re.compile(
    r"[\s,;:|/(–—-]+([\ue000-\uf8ff]+(?:[\s,/]*[\ue000-\uf8ff]+)*)\)?(?=\s*(?:[,;|/–—-]|$))"
)


@dataclass(frozen=True)
class Remarks:
    text: str
    uncertain: tuple[str, ...] = ()
    """Remarks that may mean that the players don't play."""


@dataclass(frozen=True)
class MarkedPhones:
    text: str
    phones: Sequence[str]

    def phones_in(self, text: str) -> list[str]:
        return [self.phones[ord(mark) - _PHONE_MARK] for mark in _PHONE_MARKS.findall(text)]


def strip_sender(line: str) -> str:
    return _SENDER.sub("", line, count=1) if _SENDER.match(line) else line


def strip_decoration(text: str) -> str:
    """Remove emoji, keycaps, arrows and signs of emphasis."""
    if text.isascii() and not _EMPHASIS.search(text):
        return text
    plain = "".join(" " if _is_decoration(sign) else sign for sign in _KEYCAP.sub(" ", text))
    return _EMPHASIS.sub("", plain)


def strip_remarks(text: str) -> Remarks:
    """Remove remarks in brackets and known ones at either end; numbers in brackets stay.

    `uncertain` lists removed remarks that may matter, and struck text and “?”, which stay.
    """
    uncertain = [found[1] for found in _STRUCK_THROUGH.finditer(text)]

    def replace_bracket(found: re.Match[str]) -> str:
        remark = _plain(found[1])
        if remark and not any(map(str.isalpha, remark)):
            return found[0]
        if remark and remark not in _PAID | _COMING_IN_BRACKETS:
            uncertain.append(found[1].strip())
        return " "

    rest = _BRACKETS.sub(replace_bracket, _STRUCK_THROUGH.sub(r"\1", text))
    if (last := _last_remark(rest)) is not None:
        rest, remark = last
        uncertain += [remark] if _plain(remark) in _UNCERTAIN else []
    if (first := _FIRST_WORDS.match(rest)) and _plain(first[1]) in _UNCERTAIN | _RESERVE_SECTIONS:
        rest = rest[first.end() :]
        uncertain.append(first[1])
    if rest.rstrip().endswith("?"):
        uncertain.append("?")
    return Remarks(rest, tuple(uncertain))


def begins_reserves(line: str) -> bool:
    return _plain(line) in _RESERVE_SECTIONS


def mark_phones(text: str) -> MarkedPhones:
    """Replace phone numbers by marks; one in a column of its own belongs to the column before."""
    phones: list[str] = []

    def mark(phone: str) -> str:
        phones.append(phone)
        return chr(_PHONE_MARK + len(phones) - 1)

    marked = replace_phones(text, mark)
    return MarkedPhones(_LONE_PHONES.sub(r"\1", marked) if phones else text, phones)


def strip_phone_marks(text: str) -> str:
    return " ".join(_PHONE_MARKS.sub(" ", text).split())


def trim_name(name: str) -> str:
    """Remove signs around a name; a point after an initial stays."""
    return name.lstrip(" .,:;*_~•!?+&/–—-").rstrip(" ,:;*_~•!?+&/–—-")


def _last_remark(text: str) -> tuple[str, str] | None:
    found = _LAST_WORDS.search(text)
    while found:
        if _plain(found[1]) in _PAID | _UNCERTAIN | _COMING and text[: found.start()].strip():
            return text[: found.start()], found[1]
        found = _LAST_WORDS.search(text, found.start() + 1) if " " in found[1] else None
    return None


def _plain(text: str) -> str:
    return " ".join(plain_words(text))


def _is_decoration(sign: str) -> bool:
    return not sign.isascii() and (
        unicodedata.category(sign) == "So"
        or sign in _OTHER_DECORATION
        or any(first <= ord(sign) <= last for first, last in _DECORATION_RANGES)
    )
