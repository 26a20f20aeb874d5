from __future__ import annotations

from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from scoring.ledger.sealing import seal_entry
from scoring.models import Entry, EntrySeat
from tests.factories import NOW
from tournaments.log.seals import FORMAT

PLAYERS = {"A1": "ayla", "B1": "bora", "A2": "canan", "B2": "deniz"}


def sealed(at: datetime, number: int = FORMAT) -> str:
    entry = Entry(version=1, entry_key="101", void=False, report="{}", lines="[]", multiplier=1)
    entry.public_id, entry.seal_format = UUID(int=101), number
    entry.received_at = entry.entered_at = at
    seats = [EntrySeat(seat=seat, side=seat[0], points=7, infractions=0) for seat in PLAYERS]
    return seal_entry(entry, match="m", deal=1, rule_book="r", seats=seats, players=PLAYERS)


def test_seal_of_a_moment_is_independent_of_its_time_zone():
    assert sealed(NOW) == sealed(NOW.astimezone(ZoneInfo("Europe/Istanbul")))


def test_seal_covers_the_format_number():
    assert sealed(NOW, FORMAT) != sealed(NOW, FORMAT + 1)
