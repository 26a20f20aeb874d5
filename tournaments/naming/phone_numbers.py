from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

MIN_DIGITS: Final = 7
MAX_PHONE_LENGTH: Final = 30
_GAP: Final = "[ .-]{0,3}"
_TURKISH_MOBILE: Final = rf"(?:\+?90{_GAP}|0)?\(?5\d\d\)?{_GAP}\d{{3}}{_GAP}\d\d{_GAP}\d\d"
_ANY: Final = rf"\+?(?:\(\d{{1,5}}\)[ .-]?)?\d(?:[ ().-]{{0,2}}\d){{{MIN_DIGITS - 1},14}}"
_LABEL: Final = r"(?:\b(?:telefon|tel|cep|gsm|phone|mobile)\b[.:]?\s*)*"
_FOUND: Final = re.compile(
    rf"{_LABEL}(?<!\d)(?P<phone>{_TURKISH_MOBILE}|{_ANY})(?!\d)", re.IGNORECASE | re.ASCII
)
_DATE: Final = re.compile(r"(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)")
_PHONE: Final = re.compile(r"\+?[0-9 ()/.-]+")


def is_phone(text: str) -> bool:
    """It can be stored, too."""
    fits = len(text) <= MAX_PHONE_LENGTH and _PHONE.fullmatch(text) is not None
    return fits and sum(map(str.isdigit, text)) >= MIN_DIGITS


def find_phones(text: str) -> list[str]:
    """Return storable numbers: with single blanks, or without signs if they would be too long."""
    return [_storable(found["phone"]) for found in _FOUND.finditer(text) if not _DATE.match(found["phone"])]


def has_other_digits(text: str) -> bool:
    """Return whether digits remain besides the numbers found."""
    return any(map(str.isdigit, replace_phones(text, lambda _phone: "")))


def contains_phone(text: str) -> bool:
    return bool(find_phones(text))


def replace_phones(text: str, replacement: Callable[[str], str]) -> str:
    """Replace each phone number, together with a label such as “tel.”."""

    def replace(found: re.Match[str]) -> str:
        return found[0] if _DATE.match(found["phone"]) else replacement(_storable(found["phone"]))

    return _FOUND.sub(replace, text)


def _storable(phone: str) -> str:
    phone = " ".join(phone.split())
    return phone if len(phone) <= MAX_PHONE_LENGTH else re.sub(r"[^\d+]", "", phone)
