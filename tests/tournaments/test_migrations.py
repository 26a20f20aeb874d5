"""What was stored by an earlier release is there after the migrations that followed it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor

from scoring import triggers
from scoring.models import Entry
from tests.factories import drawn_tournament, encounters_of, play_hand, play_of
from tournaments.enums import Agreement
from tournaments.models import LogRow, SidesLink, Tournament
from tournaments.models.table import SHORT_CODE_LENGTH, SHORT_CODE_LETTERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

BEFORE_KEEPERS = [("tournaments", "0001_initial"), ("scoring", "0001_initial")]


@pytest.fixture
def earlier() -> Iterator[Tournament]:
    """A tournament in play, in a database that is as it was before there were keepers."""
    tournament = drawn_tournament()
    play_hand(encounters_of(tournament)[0])
    triggers.remove(connection)
    SidesLink.objects.all().delete()
    MigrationExecutor(connection).migrate(BEFORE_KEEPERS)
    yield tournament
    call_command("migrate", verbosity=0)


def test_tables_of_before_get_a_second_code_each(earlier):
    assert "tournaments_sideslink" not in connection.introspection.table_names()
    call_command("migrate", verbosity=0)
    links = SidesLink.objects.select_related("table").order_by("table__number")
    assert [link.table for link in links] == list(earlier.tables.order_by("number"))
    assert {link.revoked_at for link in links} == {None}
    assert len({link.token for link in links} | {link.short_code for link in links}) == 2 * len(links)
    for link in links:
        assert len(link.short_code) == SHORT_CODE_LENGTH
        assert set(link.short_code) <= set(SHORT_CODE_LETTERS)


def test_play_goes_on_where_it_stood_and_stays_guarded(earlier):
    call_command("migrate", verbosity=0)
    [entry] = Entry.objects.all()
    assert (entry.kind, entry.keeper, entry.seats.count()) == ("report", None, 4)
    assert LogRow.objects.filter(action="hand_recorded").count() == 1
    encounter = encounters_of(earlier)[0]
    assert play_of(encounter).current.next_deal == 2
    assert play_hand(encounter).entry.previous_hash == entry.hash
    earlier.refresh_from_db()
    assert (earlier.agreement, earlier.protest_minutes) == (Agreement.MATCH, 15)
    with pytest.raises(IntegrityError, match="append-only"):
        Entry.objects.update(reason="anders")
