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
    told = inspection.inspect_all(seconds=ENOUGH)
    assert (told["clubs"], told["tournaments"], told["hands"]) == (1, 1, 1)
    assert told["newest"] == entry.received_at.isoformat()
    assert "scoring.0001_initial" in told["migrations"]
    assert (told["differences"], told["unread"]) == ([], 0)


def test_differences_name_the_tournament_and_excess_is_counted():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_hand(encounter)
    triggers.remove(connection)
    Entry.objects.update(multiplier=7)
    triggers.install(connection)
    told = inspection.inspect_all(seconds=ENOUGH)["differences"]
    assert len(told) >= 2
    assert all(line.startswith(f"{tournament.name}: ") for line in told)
    assert len(told) <= inspection.MAX_LISTED + 1


def test_tournaments_left_at_timeout_are_inspected_next():
    first, second, third = (drawn_tournament() for _more in range(3))
    done_in(first, NOW + timedelta(hours=2))
    look = inspection.inspect(seconds=-1, since=NOW + timedelta(hours=1), start=third.pk)
    assert [UUID(one) for one in look.left] == [one.public_id for one in (first, third, second)]
    assert (list(look.found), look.next) == ([""], third.pk)
    look = inspection.inspect(seconds=ENOUGH, since=NOW + timedelta(hours=1), start=third.pk)
    assert (look.left, look.next) == ([], second.pk + 1)


def done_in(tournament: Tournament, at) -> None:
    """Log a later action in a tournament."""
    row = LogRow.objects.filter(tournament=tournament).latest("pk")
    row.pk, row.at = None, at
    row.save()
