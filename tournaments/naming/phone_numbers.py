from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

MIN_DIGITS: Final = 7
MAX_PHONE_LENGTH: Final = 30
_TURKISH_MOBILE: Final = r"(?:\+?90[ .-]?|0)?\(?5\d\d\)?[ .-]?\d{3}[ .-]?\d\d[ .-]?\d\d"
_ANY: Final = rf"\+?(?:\(\d{{1,5}}\)[ .-]?)?\d(?:[ ().\-/]{{0,2}}\d){{{MIN_DIGITS - 1},14}}"
_LABEL: Final = r"(?:\b(?:telefon|tel|cep|gsm|phone|mobile)\b[.:]?\s*)*"
_FOUND: Final = re.compile(rf"{_LABEL}(?<!\d)(?P<phone>{_TURKISH_MOBILE}|{_ANY})(?!\d)", re.IGNORECASE)
_DATE: Final = re.compile(r"(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)")
_PHONE: Final = re.compile(r"\+?[0-9 ()/.-]+")


def is_phone(text: str) -> bool:
    return _PHONE.fullmatch(text) is not None and sum(map(str.isdigit, text)) >= MIN_DIGITS


def find_phones(text: str) -> list[str]:
    return [found["phone"] for found in _FOUND.finditer(text) if not _DATE.match(found["phone"])]


def contains_phone(text: str) -> bool:
    return bool(find_phones(text))


def replace_phones(text: str, replacement: Callable[[str], str]) -> str:
    """Replace each phone number, together with a label such as “tel.”."""
    return _FOUND.sub(
        lambda found: found[0] if _DATE.match(found["phone"]) else replacement(found["phone"]), text
    )
