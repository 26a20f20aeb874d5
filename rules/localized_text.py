from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Final

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
        """English for languages without texts."""
        text: str = getattr(self, _known_language(language))
        return text

    def to_dict(self) -> dict[str, str]:
        return {language: getattr(self, language) for language in LANGUAGES}


LANGUAGES: Final = tuple(field.name for field in fields(Text))


def _known_language(language: str) -> str:
    """``tr`` for ``tr-tr``."""
    return language[:2] if language[:2] in LANGUAGES else "en"


def in_each_language(write: Callable[[str], str]) -> Text:
    return Text(*map(write, LANGUAGES))


def fill(sentence: Text | str, **parts: Text | int | str) -> Text:
    """Fill a sentence's placeholders; a plain string is the same in all languages."""

    def fill_in(language: str) -> str:
        own_parts = {name: _in_language(part, language) for name, part in parts.items()}
        return _in_language(sentence, language).format_map(own_parts)

    return in_each_language(fill_in)


def _in_language(part: Text | int | str, language: str) -> str:
    return part.in_language(language) if isinstance(part, Text) else str(part)


def format_number(number: int, language: str) -> str:
    """2.390 in Turkish, 2,390 in English, −5."""
    if 0 <= number < _FIRST_GROUPED:
        return str(number)
    sign = MINUS if number < 0 else ""
    separator = _THOUSANDS[_known_language(language)]
    return sign + f"{abs(number):,}".replace(",", separator)


def grouped(number: int) -> Text:
    return in_each_language(lambda language: format_number(number, language))


def format_signed(number: int, language: str) -> str:
    """+2.390, −101; 0 without sign."""
    return ("+" if number > 0 else "") + format_number(number, language)


def format_decimal(value: int, scale: int, language: str) -> str:
    """``value / scale`` with two decimals, half away from zero."""
    hundredths = (2 * abs(value) * _HUNDREDTHS + scale) // (2 * scale)
    units, fraction = divmod(hundredths, _HUNDREDTHS)
    point = _POINT[_known_language(language)]
    return f"{MINUS if value < 0 else ''}{format_number(units, language)}{point}{fraction:02}"


def join_names(names: Sequence[str], language: str) -> str:
    """Return "a", "a and b", "a, b and c"."""
    if len(names) <= 1:
        return "".join(names)
    joint = _LAST_JOINT[_known_language(language)]
    return ", ".join(names[:-1]) + joint + names[-1]
