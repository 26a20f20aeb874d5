"""Effects of single migrations on existing rows; tests/test_upgrade.py upgrades a whole database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import triggers
from tests.conftest import keep_autovacuum_away
from tests.factories import NOW, UserFactory, drawn_tournament, open_tournament
from tournaments.enums import EntrantState, TournamentState
from tournaments.models import Entrant, GroupPlace, Player, SidesLink, SignedIn, Tournament, User
from tournaments.models.names import stored
from tournaments.models.table import SHORT_CODE_LENGTH, SHORT_CODE_LETTERS


@pytest.fixture
def _tables_that_come_back_are_like_the_others(transactional_db: None) -> Iterator[None]:
    yield
    keep_autovacuum_away()


@pytest.mark.django_db
def test_each_table_gets_a_second_code():
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
def test_codes_in_use_stay_valid():
    finished, open_one = drawn_tournament(pairs=4, groups=1), open_tournament()
    Tournament.objects.update(codes_kept=False)
    Tournament.objects.filter(pk=finished.pk).update(state=TournamentState.FINISHED)
    import_module("tournaments.migrations.0017_codes_end_with_the_last_day").keep_those_in_use(apps, None)
    with_codes = Tournament.objects.filter(pk__in=[finished.pk, open_one.pk], codes_kept=True)
    assert list(with_codes) == [open_one]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.thorough
@pytest.mark.usefixtures("_tables_that_come_back_are_like_the_others")
def test_restored_name_is_removed_again_and_early_leavers_are_gone():
    """One test for both, because migrating back and forth takes seconds."""
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


def session_of(key: str, user: User, *, stored_at: datetime) -> str:
    """Return the key of a session for the user id `key`, as stored before browsers were listed."""
    session = SessionStore()
    backend, digest = "django.contrib.auth.backends.ModelBackend", user.get_session_auth_hash()
    session.update({SESSION_KEY: key, BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: digest, "kept": key})
    if not key:
        del session[SESSION_KEY]
    session.create()
    expires_at = stored_at + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    Session.objects.filter(pk=session.session_key).update(expire_date=expires_at)
    return str(session.session_key)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.thorough
@pytest.mark.usefixtures("_tables_that_come_back_are_like_the_others")
def test_older_sessions_are_listed_and_stay_signed_in():
    user = UserFactory.create()
    triggers.remove(connection)
    MigrationExecutor(connection).migrate([("tournaments", "0028_accounts_are_looked_after")])
    stored_at = timezone.now() - timedelta(days=3)
    keys = sorted(session_of(str(user.pk), user, stored_at=stored_at) for _browser in range(2))
    for invalid_id in ("", "nobody", str(user.pk + 1)):
        session_of(invalid_id, user, stored_at=stored_at)
    Session.objects.create(session_key="spoilt", session_data="spoilt", expire_date=NOW)
    other_sessions = Session.objects.exclude(pk__in=keys).order_by("pk")
    before = list(other_sessions.values())
    call_command("migrate", verbosity=0)
    listed = [
        (record.session_id, record.user, record.since, record.seen_at) for record in SignedIn.objects.all()
    ]
    assert sorted(listed) == [(key, user, stored_at, stored_at) for key in keys]
    assert list(other_sessions.values()) == before
    browser = Client()
    for key in keys:
        assert SessionStore(key)["kept"] == str(user.pk)
        browser.cookies[settings.SESSION_COOKIE_NAME] = key
        assert browser.get(reverse("tournaments:account")).status_code == 200
    assert SignedIn.objects.filter(seen_at__gt=stored_at).count() == len(keys)
