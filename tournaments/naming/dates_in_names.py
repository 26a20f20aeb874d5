from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from tournaments.naming.names import capital, without_turkish_letters

MONTHS: Final = {
    "tr": (
        *("Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran"),
        *("Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık"),
    ),
    "en": (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
}
_MONTHS_BY_NAME: Final = {
    without_turkish_letters(name): (language, number)
    for language, names in MONTHS.items()
    for number, name in enumerate(names, start=1)
}
_WORDED: Final = re.compile(
    r"(?<!\d)(?P<day>\d{1,2})\.?(?:(?P<to>\s*[-–]\s*)(?P<last>\d{1,2})\.?)?(?P<gap>\s+)"
    r"(?P<month>[^\W\d_]+)(?:(?P<before>,?\s+)(?P<year>\d{4}))?"
)
_AMERICAN: Final = re.compile(
    r"(?P<month>[^\W\d_]+)(?P<gap>\s+)(?P<day>\d{1,2})(?!\d)(?:(?P<before>,?\s+)(?P<year>\d{4}))?"
)
_FIGURES: Final = re.compile(
    r"(?<!\d)(?P<day>\d{1,2})(?P<sign>[./-])(?P<month>\d{1,2})(?:(?P=sign)(?P<year>\d{4}|\d{2}))?(?!\d)"
)
_YEAR_FIRST: Final = re.compile(r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)")


def rename_for_date(
    name: str, *, first_day: date, last_day: date, new_day: date, language: str, longest: int
) -> str:
    """Move the date in an event's name, or add the new one in `language`.

    A numeric date moves only if it is a day of the event: “2.12” can mean anything.
    """
    moved = new_day - first_day
    if not moved:
        return name
    own = (first_day, last_day)
    for pattern, made in (
        (_WORDED, _move_worded),
        (_AMERICAN, _move_american),
        (_YEAR_FIRST, _move_numeric),
        (_FIGURES, _move_numeric),
    ):
        renamed = pattern.sub(lambda one, made=made: made(one, own, moved) or one[0], name)  # type: ignore[misc]
        if renamed != name:
            return renamed[:longest]
    day = f", {new_day.day} {MONTHS[language][new_day.month - 1]}"
    return f"{name[: longest - len(day)]}{day}"


def next_days(first_day: date, last_day: date, *, today: date) -> tuple[date, date]:
    """Return the same weekdays at least one week later, not before today."""
    weeks = max(1, -((first_day - today).days // 7))
    moved = timedelta(weeks=weeks)
    return first_day + moved, last_day + moved


def _move_worded(found: re.Match[str], own: tuple[date, date], moved: timedelta) -> str:
    """Return "" if it is no date."""
    first, last = _day(found, "day", own), _day(found, "last", own) if found["last"] else None
    if first is None or (found["last"] and last is None):
        return ""
    end = (last or first) + moved
    begin = first + moved
    moved_end = f"{end.day}{found['gap']}{_month(end, found)}{_year(end, found)}"
    if last is None:
        return moved_end
    between = "" if begin.month == end.month else f"{found['gap']}{_month(begin, found)}"
    return f"{begin.day}{between}{found['to']}{moved_end}"


def _move_american(found: re.Match[str], own: tuple[date, date], moved: timedelta) -> str:
    day = _day(found, "day", own)
    if day is None:
        return ""
    day += moved
    return f"{_month(day, found)}{found['gap']}{day.day}{_year(day, found)}"


def _move_numeric(found: re.Match[str], own: tuple[date, date], moved: timedelta) -> str:
    year = found["year"]
    for day in own:
        if (int(found["day"]), int(found["month"])) == (day.day, day.month) and _is_year(year, day):
            new_day = day + moved
            figures = {"day": new_day.day, "month": new_day.month, "year": new_day.year}
            return _replace_figures(found, figures)
    return ""


def _is_year(told: str | None, day: date) -> bool:
    return told is None or int(told) in (day.year, day.year % 100)


def _replace_figures(found: re.Match[str], parts: dict[str, int]) -> str:
    text, start = found[0], found.start()
    spans = [(found.span(name), name) for name in parts if found[name]]
    for (begin, end), name in sorted(spans, reverse=True):
        figures = f"{parts[name]:0{end - begin}d}"[-max(end - begin, 2) :]
        written = figures if name != "year" else f"{parts[name]}"[-(end - begin) :]
        text = text[: begin - start] + written + text[end - start :]
    return text


def _day(found: re.Match[str], place: str, own: Iterable[date]) -> date | None:
    """Without a year, return the date nearest to the event."""
    known = _MONTHS_BY_NAME.get(without_turkish_letters(found["month"]))
    if known is None:
        return None
    first = min(own)
    years = [int(found["year"])] if found["year"] else [first.year - 1, first.year, first.year + 1]
    days = [day for year in years if (day := _date(year, known[1], int(found[place])))]
    return min(days, key=lambda day: abs(day - first), default=None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(day: date, found: re.Match[str]) -> str:
    typed = found["month"]
    name = MONTHS[_MONTHS_BY_NAME[without_turkish_letters(typed)][0]][day.month - 1]
    if len(typed) > 1 and typed.isupper():
        return "".join(capital(letter) for letter in name) if _turkish(typed) else name.upper()
    return f"{name[0].lower()}{name[1:]}" if typed[0].islower() else name


def _turkish(typed: str) -> bool:
    return _MONTHS_BY_NAME[without_turkish_letters(typed)][0] == "tr"


def _year(day: date, found: re.Match[str]) -> str:
    return f"{found['before']}{day.year}" if found["year"] else ""
