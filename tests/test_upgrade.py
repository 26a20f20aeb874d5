"""The database of `tests/data/release.json.gz` migrated to today: rows are unchanged and play continues."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import IntegrityError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from scoring import triggers
from scoring.archive.verify import find_problems
from scoring.archive.writer import archive_as_text
from scoring.integrity.integrity_checks import verify
from scoring.models import Entry
from tests import release_data
from tests.factories import NOW, play_hand, play_of
from tests.services import postgres_database
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Encounter, LogRow, TableLink, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

KEPT = release_data.read()
TABLES: dict[str, release_data.Table] = KEPT["tables"]
LATER = NOW + timedelta(hours=1)


@pytest.fixture(scope="module", autouse=True)
def _upgrade_database(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    with ExitStack() as database:
        with django_db_blocker.unblock():
            database.enter_context(new_database(tmp_path_factory.mktemp("release")))
            load()
            call_command("migrate", verbosity=0)
        yield
        with django_db_blocker.unblock():
            database.close()


@contextmanager
def new_database(folder: Path) -> Iterator[None]:
    usual = connections["default"]
    with ExitStack() as stack:
        name = str(folder / "release.sqlite3")
        if usual.vendor == "postgresql":
            name = urlsplit(stack.enter_context(postgres_database())).path[1:]
        other = usual.copy()
        other.settings_dict["NAME"] = name
        connections["default"] = other
        try:
            yield
        finally:
            other.close()
            connections["default"] = usual


def load() -> None:
    executor = MigrationExecutor(connection)
    models = release_data.models_of(executor.migrate([tuple(leaf) for leaf in KEPT["migrations"]]).apps)
    with transaction.atomic():  # foreign keys are checked at the end
        for name, table in TABLES.items():
            for field in models[name]._meta.concrete_fields:
                vars(field)["auto_now_add"] = False  # timestamps come from the file
            rows = [models[name](**dict(zip(table["columns"], row, strict=True))) for row in table["rows"]]
            models[name]._base_manager.bulk_create(rows)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
    triggers.install(connection)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_row_is_unchanged(name):
    stored, current = (
        TABLES[name]["rows"],
        release_data.rows_of(apps.get_model(name), TABLES[name]["columns"]),
    )
    assert len(current) == len(stored)
    changed = [(row, row_now) for row, row_now in zip(stored, current, strict=True) if row != row_now]
    assert changed[:3] == []


@pytest.mark.release
def test_every_seal_is_valid():
    reports = [verify(tournament) for tournament in Tournament.objects.order_by("pk")]
    assert [report.discrepancies for report in reports] == [[], []]
    assert sum(report.rows["hands"] for report in reports) == len(TABLES["scoring.entry"]["rows"]) >= 10
    confirmations = TABLES["scoring.confirmation"]["rows"]
    assert sum(report.rows["confirmations"] for report in reports) == len(confirmations) >= 2


def test_archives_are_whole():
    for tournament in Tournament.objects.order_by("pk"):
        assert list(find_problems(json.loads(archive_as_text(tournament.public_id)))) == []


def test_standings_agree_with_the_ledger_and_draws_can_be_repeated():
    call_command("rebuild_standings", check=True, stdout=StringIO())
    call_command("redraw", check=True, stdout=StringIO())


@pytest.mark.parametrize("model", [Entry, LogRow])
def test_append_only_tables_are_guarded(model):
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        model.objects.update(device="another")


def test_public_pages_open_and_the_link_of_a_table_finds_its_hand():
    for tournament in Tournament.objects.order_by("pk"):
        assert Client().get(reverse("scoring:tournament", args=[tournament.public_id])).status_code == 200
    links = TableLink.objects.filter(table__encounters__in=encounters_in_play()).order_by("pk")
    assert len(links) == 1
    for link in links:
        page = Client().get(reverse("scoring:open_table", args=[link.token]), follow=True)
        assert page.status_code == 200


def test_play_goes_on_with_the_next_deal_and_continues_the_chain():
    for encounter in encounters_in_play():
        deal = play_of(encounter).current.next_deal
        before = Entry.objects.filter(hand__match__encounter=encounter).order_by("pk").last()
        assert before is not None
        entry = play_hand(encounter, at=LATER).entry
        assert (entry.hand.match, entry.hand.deal) == (before.hand.match, deal)
        assert entry.previous_hash == before.hash
    assert verify(Tournament.objects.get(state=TournamentState.PLAYING)).discrepancies == []


def encounters_in_play() -> list[Encounter]:
    playing = Encounter.objects.filter(state=EncounterState.PLAYING)
    return list(playing.select_related("stage__tournament", "table").order_by("pk"))
