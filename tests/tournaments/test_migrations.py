"""What was stored by an earlier release is there after the migrations that followed it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor

from scoring import triggers
from scoring.models import Entry
from tests.conftest import keep_autovacuum_away
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    enter_pairs,
    open_tournament,
    play_hand,
    play_of,
)
from tournaments.enums import Agreement, EntrantState, Visibility
from tournaments.models import Entrant, GroupPlace, LogRow, Player, SidesLink, Tournament
from tournaments.models.names import stored
from tournaments.models.table import SHORT_CODE_LENGTH, SHORT_CODE_LETTERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

BEFORE_KEEPERS = [("tournaments", "0001_initial"), ("scoring", "0001_initial")]


@pytest.fixture(autouse=True)
def _tables_that_come_back_are_like_the_others(transactional_db: None) -> Iterator[None]:
    yield
    keep_autovacuum_away()


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


def test_an_evening_of_before_there_were_keepers(earlier):
    """Migrating back and forth takes seconds: what is there afterwards is looked at together."""
    assert "tournaments_sideslink" not in connection.introspection.table_names()
    call_command("migrate", verbosity=0)
    each_table_got_a_second_code(earlier)
    assert set(Player.objects.values_list("same_as", "own_name")) == {(None, "")}
    play_goes_on_where_it_stood_and_stays_guarded(earlier)
    everybody_sees_it_as_before(earlier)


def each_table_got_a_second_code(earlier: Tournament) -> None:
    links = SidesLink.objects.select_related("table").order_by("table__number")
    assert [link.table for link in links] == list(earlier.tables.order_by("number"))
    assert {link.revoked_at for link in links} == {None}
    assert len({link.token for link in links} | {link.short_code for link in links}) == 2 * len(links)
    for link in links:
        assert len(link.short_code) == SHORT_CODE_LENGTH
        assert set(link.short_code) <= set(SHORT_CODE_LETTERS)


def everybody_sees_it_as_before(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    assert (tournament.visibility, tournament.cancelled) == (Visibility.PUBLIC, False)


def play_goes_on_where_it_stood_and_stays_guarded(earlier: Tournament) -> None:
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


def test_a_name_that_came_back_after_it_was_taken_is_taken_again():
    player = enter_pairs(open_tournament(), 1)[0].players.order_by("pk")[0]
    triggers.remove(connection)
    MigrationExecutor(connection).migrate([("tournaments", "0008_public_names")])
    Player.objects.filter(pk=player.pk).update(anonymous_as=7, shown="initial")
    call_command("migrate", verbosity=0)
    player.refresh_from_db()
    assert (stored(player.name), player.full_name, player.shown) == ("⟦7⟧", "", "full")


def test_who_left_before_the_next_draw_ranks_behind_and_who_left_after_it_does_not():
    tournament = drawn_tournament(pairs=8, groups=2)
    early, late, _stayed, *_others = tournament.entrants.order_by("number")
    for entrant, left_at in ((early, NOW), (late, NOW + timedelta(hours=2))):
        Entrant.objects.filter(pk=entrant.pk).update(state=EntrantState.WITHDRAWN, left_at=left_at)
    tournament.stages.filter(position=2).update(drawn_at=NOW + timedelta(hours=1))
    triggers.remove(connection)
    MigrationExecutor(connection).migrate([("tournaments", "0009_anonymous_is_its_mark")])
    call_command("migrate", verbosity=0)
    assert [place.entrant for place in GroupPlace.objects.filter(gone=True)] == [early]
