from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW
from tournaments.clock_tolerance import CLOCK_TOLERANCE, is_recent, recent_condition
from tournaments.models import AttemptCounter

HOUR, SECOND, YEAR = timedelta(hours=1), timedelta(seconds=1), timedelta(days=365)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (timedelta(), True),
        (HOUR - SECOND, True),
        (HOUR, False),
        (YEAR, False),
        (-CLOCK_TOLERANCE, True),
        (-CLOCK_TOLERANCE - SECOND, False),
        (-YEAR, False),
    ],
)
def test_time_is_recent_for_a_while_and_not_in_the_future(age, expected):
    AttemptCounter.objects.create(digest="x", last_at=NOW - age)
    assert is_recent(NOW - age, at=NOW, within=HOUR) == expected
    assert (
        AttemptCounter.objects.filter(recent_condition("last_at", at=NOW, within=HOUR)).exists() == expected
    )
