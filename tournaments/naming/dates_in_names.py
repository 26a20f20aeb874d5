from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final

from tournaments.naming.names import capital_initial, without_turkish_letters

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
_NUMERIC_DATE: Final = re.compile(
    r"(?<!\d)(?P<day>\d{1,2})(?P<sign>[./-])(?P<month>\d{1,2})(?:(?P=sign)(?P<year>\d{4}|\d{2}))?(?!\d)"
)
_YEAR_FIRST: Final = re.compile(r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)")


def rename_for_date(
    name: str, *, first_day: date, last_day: date, new_day: date, language: str, longest: int
) -> str:
    """Move the date in an event's name, or add the new one."""
    moved = move_date(name, first_day=first_day, last_day=last_day, new_day=new_day, longest=longest)
    if moved != name or new_day == first_day:
        return moved
    day = f", {new_day.day} {MONTHS[language][new_day.month - 1]}"
    return f"{name[: longest - len(day)]}{day}"


def move_date(name: str, *, first_day: date, last_day: date, new_day: date, longest: int) -> str:
    """Return the name, its date moved as `first_day` to `new_day`, cut to `longest`; unchanged if dateless.

    A numeric date moves only if it is a day of the event: “2.12” can mean anything.
    """
    shift = new_day - first_day
    event_days = (first_day, last_day)
    for pattern, move in (
        (_WORDED, _move_worded),
        (_AMERICAN, _move_american),
        (_YEAR_FIRST, _move_numeric),
        (_NUMERIC_DATE, _move_numeric),
    ):
        renamed = pattern.sub(lambda match, move=move: move(match, event_days, shift) or match[0], name)  # type: ignore[misc]
        if renamed != name:
            return renamed[:longest]
    return name


def replace_date(name: str, first_day: date, last_day: date, placeholders: Mapping[str, str]) -> str:
    """Put the placeholder of its language, of Turkish if numeric, in the place of a date.

    A numeric one counts only if it is a day of the event.
    """
    event_days = (first_day, last_day)
    for pattern in (_WORDED, _AMERICAN):
        for match in pattern.finditer(name):
            if _day(match, "day", event_days) is not None:
                language, _number = _MONTHS_BY_NAME[without_turkish_letters(match["month"])]
                return f"{name[: match.start()]}{placeholders[language]}{name[match.end() :]}"
    for pattern in (_YEAR_FIRST, _NUMERIC_DATE):
        for match in pattern.finditer(name):
            if _move_numeric(match, event_days, timedelta()):
                return f"{name[: match.start()]}{placeholders['tr']}{name[match.end() :]}"
    return name


def next_days(first_day: date, last_day: date, *, today: date) -> tuple[date, date]:
    """Return the same weekdays at least one week later, not before today."""
    weeks = max(1, -((first_day - today).days // 7))
    shift = timedelta(weeks=weeks)
    return first_day + shift, last_day + shift


def _move_worded(match: re.Match[str], event_days: tuple[date, date], shift: timedelta) -> str:
    """Return the moved date, "" if it is no date of the event."""
    first, last = _day(match, "day", event_days), _day(match, "last", event_days) if match["last"] else None
    if first is None or (match["last"] and last is None):
        return ""
    end = (last or first) + shift
    begin = first + shift
    moved_end = f"{end.day}{match['gap']}{_month(end, match)}{_year(end, match)}"
    if last is None:
        return moved_end
    between = "" if begin.month == end.month else f"{match['gap']}{_month(begin, match)}"
    return f"{begin.day}{between}{match['to']}{moved_end}"


def _move_american(match: re.Match[str], event_days: tuple[date, date], shift: timedelta) -> str:
    day = _day(match, "day", event_days)
    if day is None:
        return ""
    day += shift
    return f"{_month(day, match)}{match['gap']}{day.day}{_year(day, match)}"


def _move_numeric(match: re.Match[str], event_days: tuple[date, date], shift: timedelta) -> str:
    year = match["year"]
    for day in event_days:
        if (int(match["day"]), int(match["month"])) == (day.day, day.month) and _is_year(year, day):
            new_day = day + shift
            figures = {"day": new_day.day, "month": new_day.month, "year": new_day.year}
            return _replace_figures(match, figures)
    return ""


def _is_year(year_text: str | None, day: date) -> bool:
    return year_text is None or int(year_text) in (day.year, day.year % 100)


def _replace_figures(match: re.Match[str], parts: dict[str, int]) -> str:
    text, start = match[0], match.start()
    spans = [(match.span(name), name) for name in parts if match[name]]
    for (begin, end), name in sorted(spans, reverse=True):
        figures = f"{parts[name]:0{end - begin}d}"[-max(end - begin, 2) :]
        digits = figures if name != "year" else f"{parts[name]}"[-(end - begin) :]
        text = text[: begin - start] + digits + text[end - start :]
    return text


def _day(match: re.Match[str], group_name: str, event_days: Iterable[date]) -> date | None:
    """Without a year, return the date nearest to the event."""
    language_and_month = _MONTHS_BY_NAME.get(without_turkish_letters(match["month"]))
    if language_and_month is None:
        return None
    first = min(event_days)
    years = [int(match["year"])] if match["year"] else [first.year - 1, first.year, first.year + 1]
    days = [day for year in years if (day := _date(year, language_and_month[1], int(match[group_name])))]
    return min(days, key=lambda day: abs(day - first), default=None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(day: date, match: re.Match[str]) -> str:
    typed = match["month"]
    name = MONTHS[_MONTHS_BY_NAME[without_turkish_letters(typed)][0]][day.month - 1]
    if len(typed) > 1 and typed.isupper():
        return (
            "".join(capital_initial(letter) for letter in name) if _is_turkish_month(typed) else name.upper()
        )
    return f"{name[0].lower()}{name[1:]}" if typed[0].islower() else name


def _is_turkish_month(typed: str) -> bool:
    return _MONTHS_BY_NAME[without_turkish_letters(typed)][0] == "tr"


def _year(day: date, match: re.Match[str]) -> str:
    return f"{match['before']}{day.year}" if match["year"] else ""
