"""Sentences of the rules, each in Turkish and English, and the way numbers look in them."""

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
    """One sentence in the two languages of the house."""

    tr: str
    en: str

    def in_language(self, language: str) -> str:
        """Give the Turkish text for ``tr`` and its regional forms, the English one otherwise."""
        return self.tr if language.startswith("tr") else self.en

    def to_dict(self) -> dict[str, str]:
        """Give both languages as ``{"tr": …, "en": …}``."""
        return {"tr": self.tr, "en": self.en}


def grouped(number: int, language: str) -> str:
    """Write a number with its thousands apart: 2.390 in Turkish, 2,390 in English; −5 if below 0."""
    if 0 <= number < _FIRST_GROUPED:
        return str(number)
    sign = MINUS if number < 0 else ""
    separator = _THOUSANDS["tr" if language.startswith("tr") else "en"]
    return sign + f"{abs(number):,}".replace(",", separator)


def signed(number: int, language: str) -> str:
    """Write a number that always shows its sign: +2.390, −101; a plain 0 has none."""
    return ("+" if number > 0 else "") + grouped(number, language)


def decimal(value: int, scale: int, language: str) -> str:
    """Write ``value / scale`` with two places, half away from zero: 1,33 in Turkish, 1.33 in English."""
    hundredths = (2 * abs(value) * _HUNDREDTHS + scale) // (2 * scale)
    whole, rest = divmod(hundredths, _HUNDREDTHS)
    point = _POINT["tr" if language.startswith("tr") else "en"]
    return f"{MINUS if value < 0 else ''}{grouped(whole, language)}{point}{rest:02}"


def enumerated(names: Sequence[str], language: str) -> str:
    """Join names as they are spoken: "a", "a and b", "a, b and c"."""
    if len(names) <= 1:
        return "".join(names)
    joint = _LAST_JOINT["tr" if language.startswith("tr") else "en"]
    return ", ".join(names[:-1]) + joint + names[-1]
