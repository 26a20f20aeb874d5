from __future__ import annotations

from datetime import date

import pytest
from django.urls import Resolver404, resolve

from tournaments.small_inputs import MAX_NUMBER, parse_day, parse_small_number


@pytest.mark.parametrize(("typed", "number"), [("0", 0), ("12", 12), ("0064", 64), (7, 7)])
def test_small_number_is_parsed(typed: object, number: int) -> None:
    assert parse_small_number(typed) == number


@pytest.mark.parametrize("typed", ["", None, "x", "-1", "1.5", "²", "٣", "12345", "9" * 5000])
def test_other_input_is_none(typed: object) -> None:
    assert parse_small_number(typed) is None


@pytest.mark.parametrize("number", ["12345", "9" * 20, "9" * 4301, "-1", "²", "٣"])
def test_url_with_a_longer_number_is_not_found(number: str) -> None:
    assert (
        resolve("/manage/e/00000000-0000-4000-8000-000000000000/rulings/9999/1/").kwargs["match"]
        == MAX_NUMBER
    )
    with pytest.raises(Resolver404):
        resolve(f"/manage/e/00000000-0000-4000-8000-000000000000/rulings/{number}/1/")


@pytest.mark.parametrize(
    "typed", ["3.11.2026", "03/11/2026", "3-11-2026", "2026-11-03", "2026-11-03T00:00:00"]
)
def test_date_is_parsed_as_people_and_spreadsheets_write_it(typed: str) -> None:
    assert parse_day(typed) == date(2026, 11, 3)


@pytest.mark.parametrize("typed", ["", "evet", "30.2.2026", "2026-13-01", "3.11.26", "2026-11-03T10:30:00"])
def test_invalid_date_is_none(typed: str) -> None:
    assert parse_day(typed) is None
