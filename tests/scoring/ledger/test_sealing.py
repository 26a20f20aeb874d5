from __future__ import annotations

from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from scoring.ledger.sealing import seal
from scoring.models import Entry, EntrySeat
from tests.factories import NOW

PLAYERS = {"A1": "ayla", "B1": "bora", "A2": "canan", "B2": "deniz"}


def sealed(at: datetime, by_format: int) -> str:
    entry = Entry(version=1, entry_key="101", void=False, report="{}", lines="[]", multiplier=1)
    entry.public_id, entry.seal_format = UUID(int=101), by_format
    entry.received_at = entry.entered_at = at
    seats = [EntrySeat(seat=seat, side=seat[0], points=7, infractions=0) for seat in PLAYERS]
    return seal(entry, match="m", deal=1, rule_book="r", seats=seats, players=PLAYERS)


@pytest.mark.parametrize("by_format", [1, 2, 3])
def test_a_moment_is_sealed_as_it_is_read_back_whatever_clock_told_it(by_format):
    istanbul = NOW.astimezone(ZoneInfo("Europe/Istanbul"))
    assert sealed(NOW, by_format) == sealed(istanbul, by_format)


def test_formats_are_never_taken_for_each_other():
    assert len({sealed(NOW, by_format) for by_format in (1, 2, 3)}) == 3
