from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection

from config.backups import inspection
from scoring import triggers
from scoring.models import Entry
from tests.factories import NOW, drawn_tournament, encounters_of, play_hand
from tournaments.models import LogRow, Tournament

pytestmark = pytest.mark.django_db

ENOUGH = 60.0


def test_contents_are_counted():
    entry = play_hand(encounters_of(drawn_tournament())[0]).entry
    contents = inspection.inspect_all(seconds=ENOUGH)
    assert (contents["clubs"], contents["tournaments"], contents["hands"]) == (1, 1, 1)
    assert contents["newest"] == entry.received_at.isoformat()
    assert "scoring.0001_initial" in contents["migrations"]
    assert (contents["differences"], contents["unread"]) == ([], 0)


def test_differences_name_the_tournament_and_excess_is_counted():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_hand(encounter)
    triggers.remove(connection)
    Entry.objects.update(multiplier=7)
    triggers.install(connection)
    differences = inspection.inspect_all(seconds=ENOUGH)["differences"]
    assert len(differences) >= 2
    assert all(line.startswith(f"{tournament.name}: ") for line in differences)
    assert len(differences) <= inspection.MAX_LISTED + 1


def test_tournaments_left_at_timeout_are_inspected_next():
    first, second, third = (drawn_tournament() for _more in range(3))
    done_in(first, NOW + timedelta(hours=2))
    result = inspection.inspect(seconds=-1, since=NOW + timedelta(hours=1), start=third.pk)
    assert [UUID(tournament) for tournament in result.left] == [
        tournament.public_id for tournament in (first, third, second)
    ]
    assert (list(result.found), result.next) == ([""], third.pk)
    result = inspection.inspect(seconds=ENOUGH, since=NOW + timedelta(hours=1), start=third.pk)
    assert (result.left, result.next) == ([], second.pk + 1)


def done_in(tournament: Tournament, at) -> None:
    """Log a later action in a tournament."""
    row = LogRow.objects.filter(tournament=tournament).latest("pk")
    row.pk, row.at = None, at
    row.save()
