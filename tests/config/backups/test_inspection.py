from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from config.backups import inspection
from scoring import triggers
from scoring.integrity import integrity_checks
from scoring.ledger.seal_verification import VerificationResult
from scoring.models import Entry
from tests.factories import NOW, drawn_tournament, encounters_of, play_hand
from tournaments.models import LogRow, Tournament

pytestmark = pytest.mark.django_db


def test_contents_are_counted_and_verified():
    entry = play_hand(encounters_of(drawn_tournament())[0]).entry
    contents = inspection.inspect_contents()
    assert (contents["clubs"], contents["tournaments"], contents["hands"]) == (1, 1, 1)
    assert contents["newest"] == entry.received_at.isoformat()
    assert "scoring.0001_initial" in contents["migrations"]
    assert (contents["differences"], contents["unread"]) == ([], 0)


def spoil_entries() -> None:
    triggers.remove(connection)
    Entry.objects.update(multiplier=7)
    triggers.install(connection)


def test_differences_name_the_tournament_and_excess_is_counted(monkeypatch: pytest.MonkeyPatch):
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_hand(encounter)
    spoil_entries()
    differences = inspection.inspect_contents()["differences"]
    assert len(differences) >= 2
    assert all(line.startswith(f"{tournament.name}: ") for line in differences)
    monkeypatch.setattr(inspection, "MAX_LISTED", 1)
    assert inspection.inspect_contents()["differences"] == [
        differences[0],
        f"and {len(differences) - 1} more",
    ]


def test_latest_tournaments_are_verified_before_the_time_is_up(monkeypatch: pytest.MonkeyPatch):
    first, second = (drawn_tournament() for _more in range(2))
    row = LogRow.objects.filter(tournament=first).latest("pk")
    row.pk, row.at = None, NOW + timedelta(hours=2)
    row.save()
    verified: list[Tournament] = []

    def verify(tournament: Tournament) -> VerificationResult:
        verified.append(tournament)
        return integrity_checks.verify(tournament)

    monkeypatch.setattr(inspection, "verify", verify)
    assert inspection.inspect_contents(seconds=-1)["unread"] == 2
    assert inspection.inspect_contents()["unread"] == 0
    assert verified == [first, second]
