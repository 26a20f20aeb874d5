from __future__ import annotations

from datetime import date

import pytest

from tournaments.naming.dates_in_names import MONTHS, next_days, rename_for_date

TUESDAY = date(2026, 11, 24)


def called(name: str, *, first: date = TUESDAY, last: date | None = None, new: date | None = None) -> str:
    new_day = new or date.fromordinal(first.toordinal() + 7)
    return rename_for_date(
        name, first_day=first, last_day=last or first, new_day=new_day, language="tr", longest=40
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Salı gecesi 24 Kasım", "Salı gecesi 1 Aralık"),
        ("24 KASIM SALI", "1 ARALIK SALI"),
        ("salı 24 kasım 2026", "salı 1 aralık 2026"),
        ("Salı gecesi 24 Kasim", "Salı gecesi 1 Aralık"),
        ("24–25 Kasım kupası", "1–2 Aralık kupası"),
        ("23–24 Kasım", "30 Kasım–1 Aralık"),
        ("23 Kasım – 24 Kasım", "30 Kasım – 1 Aralık"),
        ("Tuesday 24 November", "Tuesday 1 December"),
        ("Tuesday, November 24, 2026", "Tuesday, December 1, 2026"),
        ("TUESDAY 24 NOVEMBER", "TUESDAY 1 DECEMBER"),
        ("Salı 24.11.", "Salı 01.12."),
        ("Salı 24/11/26", "Salı 01/12/26"),
        ("Salı 24-11-2026", "Salı 01-12-2026"),
        ("2026-11-24 okey", "2026-12-01 okey"),
    ],
)
def test_date_moves_with_the_event_and_keeps_its_format(name, expected):
    assert called(name) == expected


@pytest.mark.parametrize("name", ["Salı gecesi", "Kupa 3.2", "24 Aslan", "Nov 24", "Salı 31 Kasım", "Lig 12"])
def test_missing_date_is_added(name):
    assert called(name) == f"{name}, 1 Aralık"


def test_added_date_moves_the_next_time():
    once = called("Salı gecesi")
    assert called(once, first=date(2026, 12, 1)) == "Salı gecesi, 8 Aralık"


def test_date_moves_across_the_end_of_the_year():
    last_of_the_year = date(2026, 12, 29)
    assert called("29 Aralık 2026", first=last_of_the_year) == "5 Ocak 2027"
    assert called("29.12.", first=last_of_the_year) == "05.01."
    assert called("29.12.26", first=last_of_the_year) == "05.01.27"


def test_date_of_another_day_moves_by_the_same_span():
    assert called("Ön eleme 20 Kasım, final 24 Kasım") == "Ön eleme 27 Kasım, final 1 Aralık"


def test_leap_day_is_a_date():
    assert called("29 Şubat", first=date(2028, 2, 29)) == "7 Mart"


def test_long_name_is_cut_before_its_date():
    assert called("x" * 40) == f"{'x' * 30}, 1 Aralık"


def test_same_day_changes_nothing():
    assert called("Salı gecesi", new=TUESDAY) == "Salı gecesi"


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("month", range(12))
def test_every_month_is_recognized(language, month):
    day = date(2026, month + 1, 10)
    after = date.fromordinal(day.toordinal() + 14)
    assert called(f"10 {MONTHS[language][month]}", first=day, new=after) == f"24 {MONTHS[language][month]}"


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        (date(2026, 10, 1), date(2026, 12, 1)),
        (TUESDAY, date(2026, 12, 1)),
        (date(2026, 11, 25), date(2026, 12, 1)),
        (date(2026, 12, 1), date(2026, 12, 1)),
        (date(2026, 12, 2), date(2026, 12, 8)),
        (date(2027, 11, 24), date(2027, 11, 30)),
    ],
)
def test_next_event_is_on_the_same_weekday_and_not_in_the_past(today, expected):
    first, last = next_days(TUESDAY, date(2026, 11, 25), today=today)
    assert (first, (last - first).days) == (expected, 1)
    assert first.weekday() == TUESDAY.weekday()
