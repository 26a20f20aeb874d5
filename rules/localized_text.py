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
    tr: str
    en: str

    def in_language(self, language: str) -> str:
        """Turkish for ``tr`` and regional forms, else English."""
        return self.tr if language.startswith("tr") else self.en

    def to_dict(self) -> dict[str, str]:
        return {"tr": self.tr, "en": self.en}


def format_number(number: int, language: str) -> str:
    """2.390 in Turkish, 2,390 in English, −5."""
    if 0 <= number < _FIRST_GROUPED:
        return str(number)
    sign = MINUS if number < 0 else ""
    separator = _THOUSANDS["tr" if language.startswith("tr") else "en"]
    return sign + f"{abs(number):,}".replace(",", separator)


def format_signed(number: int, language: str) -> str:
    """+2.390, −101; 0 without sign."""
    return ("+" if number > 0 else "") + format_number(number, language)


def format_decimal(value: int, scale: int, language: str) -> str:
    """``value / scale`` with two decimals, half away from zero."""
    hundredths = (2 * abs(value) * _HUNDREDTHS + scale) // (2 * scale)
    units, fraction = divmod(hundredths, _HUNDREDTHS)
    point = _POINT["tr" if language.startswith("tr") else "en"]
    return f"{MINUS if value < 0 else ''}{format_number(units, language)}{point}{fraction:02}"


def join_names(names: Sequence[str], language: str) -> str:
    """Return "a", "a and b", "a, b and c"."""
    if len(names) <= 1:
        return "".join(names)
    joint = _LAST_JOINT["tr" if language.startswith("tr") else "en"]
    return ", ".join(names[:-1]) + joint + names[-1]
