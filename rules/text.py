"""Sentences of the rules in Turkish and English, and their number formats."""

from collections.abc import Sequence
from dataclasses import dataclass

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"

_FIRST_GROUPED = 1000
_THOUSANDS = {"tr": ".", "en": ","}
_POINT = {"tr": ",", "en": "."}
_HUNDREDTHS = 100
_LAST_JOINT = {"tr": " ve ", "en": " and "}


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in both languages of the site."""

    tr: str
    en: str

    def in_language(self, language: str) -> str:
        """Return the Turkish text for ``tr`` and its regional forms, the English one otherwise."""
        return self.tr if language.startswith("tr") else self.en

    def to_dict(self) -> dict[str, str]:
        """Return both languages as ``{"tr": …, "en": …}``."""
        return {"tr": self.tr, "en": self.en}


def grouped(number: int, language: str) -> str:
    """Return a number with thousands separators: 2.390 in Turkish, 2,390 in English; −5 below 0."""
    if 0 <= number < _FIRST_GROUPED:
        return str(number)
    sign = MINUS if number < 0 else ""
    separator = _THOUSANDS["tr" if language.startswith("tr") else "en"]
    return sign + f"{abs(number):,}".replace(",", separator)


def signed(number: int, language: str) -> str:
    """Return a number that always has a sign: +2.390, −101; 0 has none."""
    return ("+" if number > 0 else "") + grouped(number, language)


def decimal(value: int, scale: int, language: str) -> str:
    """Return ``value / scale`` with two decimals, half away from zero: 1,33 in Turkish, 1.33 in English."""
    hundredths = (2 * abs(value) * _HUNDREDTHS + scale) // (2 * scale)
    units, fraction = divmod(hundredths, _HUNDREDTHS)
    point = _POINT["tr" if language.startswith("tr") else "en"]
    return f"{MINUS if value < 0 else ''}{grouped(units, language)}{point}{fraction:02}"


def enumerated(names: Sequence[str], language: str) -> str:
    """Join names: "a", "a and b", "a, b and c"."""
    if len(names) <= 1:
        return "".join(names)
    joint = _LAST_JOINT["tr" if language.startswith("tr") else "en"]
    return ", ".join(names[:-1]) + joint + names[-1]
