from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from scoring.ledger.sealing import seal
from scoring.models import Entry
from tests.factories import NOW

PLAYERS = {"A1": "ayla", "B1": "bora", "A2": "canan", "B2": "deniz"}


def sealed(at: datetime) -> str:
    entry = Entry(version=1, entry_key="101", void=False, report="{}", lines="[]", multiplier=1)
    entry.received_at = entry.entered_at = at
    return seal(entry, match="m", deal=1, rule_book="r", players=PLAYERS)


def test_a_moment_is_sealed_as_it_is_read_back_whatever_clock_told_it():
    assert sealed(NOW) == sealed(NOW.astimezone(ZoneInfo("Europe/Istanbul")))
