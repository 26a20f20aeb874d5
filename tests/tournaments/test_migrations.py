"""What single migrations make of rows that are there; tests/test_upgrade.py has a whole database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring import triggers
from tests.conftest import keep_autovacuum_away
from tests.factories import NOW, drawn_tournament, open_tournament
from tournaments.enums import EntrantState, TournamentState
from tournaments.models import Entrant, GroupPlace, Player, SidesLink, Tournament
from tournaments.models.names import stored
from tournaments.models.table import SHORT_CODE_LENGTH, SHORT_CODE_LETTERS


@pytest.fixture
def _tables_that_come_back_are_like_the_others(transactional_db: None) -> Iterator[None]:
    yield
    keep_autovacuum_away()


@pytest.mark.django_db
def test_each_table_got_a_second_code():
    tournament = open_tournament()
    SidesLink.objects.all().delete()
    import_module("tournaments.migrations.0002_keepers_and_agreement").give_sides_links(apps, None)
    links = SidesLink.objects.select_related("table").order_by("table__number")
    assert [link.table for link in links] == list(tournament.tables.order_by("number"))
    assert {link.revoked_at for link in links} == {None}
    assert len({link.token for link in links} | {link.short_code for link in links}) == 2 * len(links)
    for link in links:
        assert len(link.short_code) == SHORT_CODE_LENGTH
        assert set(link.short_code) <= set(SHORT_CODE_LETTERS)


@pytest.mark.django_db
def test_codes_that_are_in_use_stay_valid():
    over, open_one = drawn_tournament(pairs=4, groups=1), open_tournament()
    Tournament.objects.update(codes_kept=False)
    Tournament.objects.filter(pk=over.pk).update(state=TournamentState.FINISHED)
    import_module("tournaments.migrations.0017_codes_end_with_the_last_day").keep_those_in_use(apps, None)
    kept = Tournament.objects.filter(pk__in=[over.pk, open_one.pk], codes_kept=True)
    assert list(kept) == [open_one]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.usefixtures("_tables_that_come_back_are_like_the_others")
def test_a_name_that_came_back_is_taken_again_and_who_left_before_the_next_draw_ranks_behind():
    """Migrating back and forth takes seconds: both are looked at after one way."""
    tournament = drawn_tournament(pairs=8, groups=2)
    early, late, *_stayed, named = tournament.entrants.order_by("number")
    for entrant, left_at in ((early, NOW), (late, NOW + timedelta(hours=2))):
        Entrant.objects.filter(pk=entrant.pk).update(state=EntrantState.WITHDRAWN, left_at=left_at)
    tournament.stages.filter(position=2).update(drawn_at=NOW + timedelta(hours=1))
    player = named.players.order_by("pk")[0]
    triggers.remove(connection)
    MigrationExecutor(connection).migrate([("tournaments", "0008_public_names")])
    Player.objects.filter(pk=player.pk).update(anonymous_as=7, shown="initial")
    call_command("migrate", verbosity=0)
    player.refresh_from_db()
    assert (stored(player.name), player.full_name, player.shown) == ("⟦7⟧", "", "full")
    assert [place.entrant for place in GroupPlace.objects.filter(gone=True)] == [early]
