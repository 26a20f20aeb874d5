"""Removes what lists in chats have beside names: senders, emoji, remarks, phone numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.naming.names import plain_words
from tournaments.naming.phone_numbers import replace_phones
from tournaments.naming.yes_or_no import CROSSES, TICKS, is_price, parse_payment

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
_OTHER_DECORATION: Final = frozenset("‼⁉\u20e3‣◦⁃")
_BRACKETS: Final = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_STRUCK_THROUGH: Final = re.compile("~([^~]+)~")
_COMING: Final = frozenset(("geliyor", "geliyorlar", "geldi", "geldiler", "onaylandi"))
_COMING_IN_BRACKETS: Final = _COMING | {"ok", "tamam", "kesin", "asil"}
"""Alone some of them are surnames."""
_UNCERTAIN: Final = frozenset(
    (
        *("yedek", "yedekte", "yedek takim", "reserve", "iptal", "iptal etti", "gelmiyor", "gelmiyorlar"),
        *("gelemiyor", "gelemiyorlar", "gelmeyecek", "cikti", "vazgecti", "belki", "bekliyor", "beklemede"),
        *("kesin degil", "cancelled", "not coming", "maybe", "waiting"),
    )
)
_RESERVE_SECTIONS: Final = frozenset(
    ("yedek", "yedekler", "yedek liste", "yedek listesi", "bekleme listesi", "reserves", "waiting list")
)
_MARK_SIGNS: Final = "".join(sorted(TICKS | CROSSES))
_MARKS: Final = re.compile(f"([{_MARK_SIGNS}])")
_LEADING_MARKS: Final = re.compile(rf"\s*((?:[{_MARK_SIGNS}]\s*)+)")
_WORD: Final = r"(?:[^\W\d_]+|[₺$€]?\d[\d.,]*(?:[^\W\d_]+|[₺$€])?)"
_LAST_WORDS: Final = [
    re.compile(rf"[\s,;:/*–—-]+({_WORD}(?:\s+{_WORD}){{{more}}})\s*[.!*]*$") for more in (2, 1, 0)
]
_ANOTHER_NAME: Final = re.compile(r"(?:[,/|&+–—-]|\b(?:ve|and|ile)\b)[^;]*[^\W\d_]")
_FIRST_WORDS: Final = re.compile(r"([^\W\d_]+(?:\s+[^\W\d_]+)?)\s*\d*\s*[:.)–—-]\s+")
_PHONE_MARK: Final = 0xE000
"""First of the private characters that stand for phone numbers while a line is split."""
_PHONE_MARKS: Final = re.compile("[\ue000-\uf8ff]")
_LONE_PHONES: Final = re.compile(
    r"[\s,;:|/(–—-]+([\ue000-\uf8ff]+(?:[\s,/]*[\ue000-\uf8ff]+)*)\)?(?=\s*(?:[,;|/–—-]|$))"
)


@dataclass(frozen=True)
class Remarks:
    """`paid` is the remark that the fee is paid, or an amount."""

    text: str
    uncertain: tuple[str, ...] = ()
    """Remarks that may mean that the players don't play."""
    paid: str = ""

    @property
    def tick(self) -> str:
        """Return the tick that nothing else says what it means."""
        return self.paid if self.paid in TICKS else ""


@dataclass(frozen=True)
class MarkedPhones:
    text: str
    phones: Sequence[str]

    def phones_in(self, text: str) -> list[str]:
        return [self.phones[ord(mark) - _PHONE_MARK] for mark in _PHONE_MARKS.findall(text)]


def strip_sender(line: str) -> str:
    return _SENDER.sub("", line, count=1) if _SENDER.match(line) else line


def strip_decoration(text: str) -> str:
    """Remove emoji, keycaps, arrows and signs of emphasis; move leading ticks and crosses to the end."""
    if text.isascii() and not _EMPHASIS.search(text):
        return text
    plain = "".join(" " if _is_decoration(sign) else sign for sign in _KEYCAP.sub(" ", text))
    plain = _EMPHASIS.sub("", plain)
    leading = _LEADING_MARKS.match(plain)
    return f"{plain[leading.end() :]} {leading[1]}" if leading else plain


def strip_marks(text: str) -> Remarks:
    """Remove ticks and crosses only."""
    found = _FoundRemarks()
    return found.without(found.take_out(_MARKS, text))


def strip_remarks(text: str) -> Remarks:
    """Remove ticks, crosses, remarks in brackets and known ones at either end; numbers in brackets stay.

    `uncertain` lists removed remarks that may matter, and struck text and “?”, which stay.
    """
    found = _FoundRemarks([struck[1] for struck in _STRUCK_THROUGH.finditer(text)])
    rest = found.take_out(_MARKS, _STRUCK_THROUGH.sub(r"\1", text))
    rest = found.take_out(_BRACKETS, rest)
    while (last := _last_remark(rest)) is not None:
        rest = rest[: last.start()]
        found.add(last[1])
    if (first := _FIRST_WORDS.match(rest)) and (
        _plain(first[1]) in _UNCERTAIN | _RESERVE_SECTIONS or parse_payment(first[1]) is not None
    ):
        rest = rest[first.end() :]
        found.add(first[1])
    if rest.rstrip().endswith("?"):
        found.add("?")
    return found.without(rest)


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


@dataclass
class _FoundRemarks:
    uncertain: list[str] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    paid_by_one: list[str] = field(default_factory=list)

    def take_out(self, pattern: re.Pattern[str], text: str) -> str:
        """Note remarks, the pattern's first group, and return the text without them.

        Those without letters stay, unless they are about the fee.
        """

        def replace(found: re.Match[str]) -> str:
            remark = found[1].strip()
            if remark and not any(map(str.isalpha, remark)) and not _is_about_fee(remark):
                return found[0]
            self.add(remark, is_of_one=_stands_between_names(found))
            return " "

        return pattern.sub(replace, text)

    def add(self, remark: str, *, is_of_one: bool = False) -> None:
        """Sort it in, unless it only says that they come."""
        if parse_payment(remark) or is_price(remark):
            (self.paid_by_one if is_of_one else self.paid).append(remark)
        elif remark and _plain(remark) not in _COMING_IN_BRACKETS:
            self.uncertain.append(remark)

    def without(self, rest: str) -> Remarks:
        """Return the remarks; one that stands after the first name only doesn't say that both have paid."""
        paid = min(self.paid, key=_clearness, default="")
        uncertain = self.uncertain if paid else [*self.uncertain, *self.paid_by_one]
        return Remarks(rest, tuple(uncertain), paid)


def _clearness(remark: str) -> int:
    """Order words before ticks, and both before amounts."""
    return 1 if remark in TICKS else 0 if parse_payment(remark) else 2


def _stands_between_names(found: re.Match[str]) -> bool:
    before, after = found.string[: found.start()], _BRACKETS.sub("", found.string[found.end() :])
    return any(map(str.isalpha, before)) and _ANOTHER_NAME.search(after) is not None


def _last_remark(text: str) -> re.Match[str] | None:
    for pattern in _LAST_WORDS:
        found = pattern.search(text)
        if found and _is_remark(found[1]) and text[: found.start()].strip():
            return found
    return None


def _is_remark(text: str) -> bool:
    return _plain(text) in _UNCERTAIN | _COMING or _is_about_fee(text)


def _is_about_fee(text: str) -> bool:
    return parse_payment(text) is not None or is_price(text)


def _plain(text: str) -> str:
    return " ".join(plain_words(text))


def _is_decoration(sign: str) -> bool:
    return not (sign.isascii() or sign in _MARK_SIGNS) and (
        unicodedata.category(sign) == "So"
        or sign in _OTHER_DECORATION
        or any(first <= ord(sign) <= last for first, last in _DECORATION_RANGES)
    )
