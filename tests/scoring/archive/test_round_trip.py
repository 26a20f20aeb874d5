from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from django.urls import reverse

from scoring.archive import verify
from scoring.archive.columns import format_moment
from scoring.archive.writer import NotArchivable, archive_as_text
from scoring.integrity import integrity_checks
from scoring.ledger.seal_verification import verify_tournament
from scoring.models import Entry
from scoring.setup.domain import erasure
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    enter_pairs,
    open_tournament,
    play_hand,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.archive.sample_archives import (
    archive_and_roll_back,
    eventful_tournament,
    restore_archive,
    tournament_with_sign_ups,
)
from tests.scoring.officials.domain.test_best_placed_ties import (
    finished_groups_of_three,
    stored_thirds,
    thirds,
)
from tests.simulation.checks import check
from tests.simulation.random_evening import SimulatedEvening
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Player, TableLink, Tournament

pytestmark = pytest.mark.django_db

SEEDS = {"groups_knockout": 16, "swiss": 10, "tables": 15}
"""Short evenings with many incidents: corrections, walkovers, withdrawals."""
FROM_ELSEWHERE = Path(__file__).parents[2] / "data" / "archive.json.gz"
"""Written on SQLite by the first release with archives; every later one reads it, on any database."""


@module_fixture
def text() -> str:
    return archive_and_roll_back(eventful_tournament)


def play_checked_evening(name: str) -> Tournament:
    return check(SimulatedEvening(name, SEEDS[name]))


@pytest.mark.slow
def test_best_across_groups_are_ranked_again():
    tournament = restore_archive(archive_and_roll_back(lambda: finished_groups_of_three(30, 20, 10)))
    _first, second, best = thirds(tournament)
    assert stored_thirds(tournament) == {1: best, 2: second}


@pytest.mark.release
@pytest.mark.parametrize("name", SEEDS)
def test_evening_restores_to_the_same_archive(name):
    out = archive_and_roll_back(lambda: play_checked_evening(name))
    drawn_tournament()  # Shifts the primary keys.
    tournament = restore_archive(out)
    assert archive_as_text(tournament.public_id) == out
    assert tournament.champion is not None
    assert integrity_checks.verify(tournament).discrepancies == []


@pytest.mark.release
def test_tournament_in_play_restores_and_play_continues(text):
    drawn_tournament()
    tournament = restore_archive(text)
    assert archive_as_text(tournament.public_id) == text
    first = encounters_of(tournament)[0]
    before = Entry.objects.filter(hand__match__encounter=first).order_by("pk").last()
    assert before is not None
    entry = play_hand(first).entry
    assert (entry.previous_hash, entry.origin) == (before.hash, None)
    result = integrity_checks.verify(tournament)
    assert result.discrepancies == []
    assert result.rows["hands"] == len(json.loads(text)["entries"]) + 1
    assert TableLink.objects.filter(table__tournament=tournament).count() == tournament.tables.count()


@pytest.mark.slow
def test_archive_of_another_database_restores_to_the_same_archive():
    out = gzip.decompress(FROM_ELSEWHERE.read_bytes()).decode()
    assert list(verify.find_problems(json.loads(out))) == []
    assert archive_as_text(restore_archive(out).public_id) == out


@pytest.mark.parametrize(
    ("led", "by"),
    [({"user_id": 7}, "staff"), ({"user_id": None, "table_link_id": 7}, "table"), ({}, "console")],
)
def test_source_of_an_entry_is_kept(led, by):
    assert Entry(origin=json.dumps(led)).by == by


def test_rows_of_sign_up_are_restored_by_their_digests():
    out = archive_and_roll_back(tournament_with_sign_ups)
    hidden = [row for row in json.loads(out)["log"] if "action" not in row]
    tournament = restore_archive(out)
    assert archive_as_text(tournament.public_id) == out
    assert (
        tournament.log.filter(action=audit_log.NOT_PUBLISHED_ACTION, subject="", after="").count()
        == len(hidden)
        > 0
    )
    result = integrity_checks.verify(tournament)
    assert (result.discrepancies, result.unpublished_count) == ([], len(hidden))
    enter_pairs(tournament, 1)
    assert integrity_checks.verify(tournament).discrepancies == []


def test_empty_tournament_restores():
    out = archive_and_roll_back(open_tournament)
    assert archive_as_text(restore_archive(out).public_id) == out


def test_archive_has_no_private_data(text):
    archive = json.loads(text)
    anonymous, hiding = (Player(**row) for row in _players_with_hidden_names(archive))
    assert (hiding.name, anonymous.name) == ("A. I.", "#1")
    for word in ("phone of", "AAAAAAAA", "console", "yanlış saydı", "söyledi", "gelmedi", "30 vardı"):
        assert word not in text
    assert "Taşlar görülmüş" in text
    assert ["mistyped"] in [row["reason_codes"] for row in archive["entries"] if row["summary"] is None]
    assert archive["protests"][0]["answer_codes"] == ["corrected"]


def _players_with_hidden_names(archive):
    players = archive["players"]
    anonymous = next(player for player in players if player["anonymous_as"])
    return anonymous, next(player for player in players if player["name"] == "A. I.")


def test_digest_equals_that_of_verify_ledger_and_can_be_recomputed():
    tournament = eventful_tournament()
    archive = json.loads(archive_as_text(tournament.public_id))
    assert archive["digest"] == verify_tournament(tournament).seal == verify.digest_of(archive)
    assert archive["tournament"]["created_at"] == format_moment(tournament.created_at)


@pytest.mark.usefixtures("english_urls")
def test_pages_of_a_restored_tournament_open_and_its_club_log_has_a_row(text):
    tournament = restore_archive(text)
    for encounter in encounters_of(tournament):
        assert (
            LanguageClient("en").get(reverse("scoring:encounter", args=[encounter.public_id])).status_code
            == 200
        )
    owner = MembershipFactory.create(club=tournament.club, role="owner").user
    client = LanguageClient("en")
    client.force_login(owner)
    page = client.get(reverse("scoring:log", args=[tournament.public_id]))
    assert page.status_code == 200
    assert b"the archive it came from has no more details" in page.content
    assert b"From an archive" in page.content
    [log_row] = LogRow.objects.filter(club=tournament.club, tournament=None)
    assert (log_row.action, log_row.subject) == ("tournament_restored", str(tournament.public_id))


def test_erased_tournament_has_no_archive():
    tournament = open_tournament()
    erasure.erase(tournament=tournament, by=CONSOLE, at=NOW)
    with pytest.raises(NotArchivable, match="erased"):
        archive_as_text(tournament.public_id)
