from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.live.queries.topics import Kind
from scoring.models import Call
from scoring.play import undo_hand
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    play_hand,
    report,
    rule,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import HTMX, counter
from tests.scoring.table.table_phones import text
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    encounter = encounters_of(tournament)[0]
    play_hand(encounter, report(points=(47, 40)))
    return encounter


@pytest.fixture
def visitor() -> Client:
    return LanguageClient("en")


def history_url(encounter: Encounter, match: int = 1, deal: int = 1) -> str:
    return reverse("scoring:hand_history", args=[encounter.public_id, match, deal])


def history_text(client: Client, encounter: Encounter, **query: Any) -> str:
    response = client.get(history_url(encounter), query)
    assert response.status_code == 200
    return text(response)


AS_STAFF = {"as": "staff"}


def test_single_version_has_no_comparison(visitor, encounter):
    page = history_text(visitor, encounter)
    assert "Match 1, hand 1: history" in page
    assert "the command line" in page
    assert "Version 1 and" not in page


def test_correction_is_compared_with_the_corrected_version(visitor, encounter):
    correct(encounter, report(points=(74, 40)))
    page = history_text(visitor, encounter)
    assert "Version 1 and version 2" in page
    assert "rack 47 → 74" in page
    assert page.count("Rule 8.5") >= 2
    assert "“Rakamlar ters yazılmış”" in page
    assert "differs" in page


def test_any_two_versions_can_be_compared(visitor, encounter):
    for version, points in enumerate((74, 75, 76), start=1):
        correct(encounter, report(points=(points, 40)), version=version)
    assert "rack 75 → 76" in history_text(visitor, encounter)
    assert "rack 47 → 75" in history_text(visitor, encounter, **{"from": 1, "to": 3})
    assert "rack 47 → 75" in history_text(visitor, encounter, **{"from": 3, "to": 1})
    assert "rack 47 → 74" in history_text(visitor, encounter, to=2)
    for nonsense in ({"from": "x", "to": "99"}, {"from": 2, "to": 2}, {"to": 1}):
        assert "rack 75 → 76" in history_text(visitor, encounter, **nonsense)


def test_page_is_available_in_turkish(encounter):
    correct(encounter, report(points=(74, 40)))
    assert "kalan 47 → 74" in history_text(LanguageClient("tr"), encounter)


def test_ruling_is_by_the_referee_and_names_them_to_staff(visitor, tournament, encounter):
    ruled_by = MembershipFactory.create(club=tournament.club, role=Role.REFEREE).user
    rule(encounter, fixed(1, 2, 3, 4), by=Actor(user=ruled_by))
    page = history_text(visitor, encounter)
    assert "Referee’s ruling" in page
    assert "The referee fixed the points" in page
    assert ruled_by.name not in page
    assert "Rule on this hand…" not in page
    staff = LanguageClient("en")
    staff.force_login(ruled_by)
    assert ruled_by.name in history_text(staff, encounter, **AS_STAFF)
    assert "Rule on this hand…" in history_text(staff, encounter, **AS_STAFF)


def test_staff_names_are_shown_to_staff_only(visitor, tournament, encounter):
    clerk = MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER).user
    correct(encounter, report(points=(74, 40)), by=Actor(user=clerk))
    page = history_text(visitor, encounter)
    assert "the club’s staff" in page
    assert clerk.name not in page
    staff = LanguageClient("en")
    staff.force_login(clerk)
    assert clerk.name in history_text(staff, encounter, **AS_STAFF)


def test_undo_without_effect_is_shown_to_staff_only(visitor, tournament, encounter):
    public = reverse("scoring:encounter", args=[encounter.public_id])
    for points, is_shown in ((47, False), (48, True)):
        undo_hand.take_hand_back(
            encounter=encounter, match=1, deal=1, entry_key=f"back {points}", by=CONSOLE, at=NOW
        )
        play_hand(encounter, report(points=(points, 40)))
        page = history_text(visitor, encounter)
        assert ("undone" in page) is is_shown
        sheet = text(visitor.get(public))
        assert ("Corrected:" in sheet, "corrected" in sheet.split("corrected or rescored")[0]) == (
            is_shown,
        ) * 2
    staff = LanguageClient("en")
    staff.force_login(MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER).user)
    assert history_text(staff, encounter, **AS_STAFF).count("undone within the minute") == 3


def test_protests_are_shown_with_their_outcome(visitor, encounter):
    hand = correct(encounter, report(points=(74, 40))).entry.hand
    protest = {"table": encounter.table, "encounter": encounter, "hand": hand, "side": "B", "asked_at": NOW}
    call = Call.objects.create(**protest, question="Okey attı")
    assert "The referee has not answered yet." in history_text(visitor, encounter)
    rule(encounter, fixed(1, 2, 3, 4), version=2, call=call)
    page = history_text(visitor, encounter)
    assert "Answered: “Taşlar görülmüş”" in page
    assert "Ruling: version 3" in page
    Call.objects.create(**protest, state="closed", closed_at=NOW)
    assert "The side withdrew its protest." in history_text(visitor, encounter)


def test_page_is_updated_after_a_hand(visitor, encounter):
    counter_before = counter(Kind.ENCOUNTER, encounter)
    assert visitor.get(history_url(encounter), {"seen": counter_before}, headers=HTMX).status_code == 204
    correct(encounter, report(points=(74, 40)))
    answer = visitor.get(history_url(encounter), {"seen": counter_before}, headers=HTMX)
    assert "rack 47 → 74" in text(answer)
    assert answer.content.decode().lstrip().startswith('<div id="live"')


def test_unknown_hand_is_404(visitor, encounter):
    assert visitor.get(history_url(encounter, 1, 2)).status_code == 404
    assert visitor.get(history_url(encounter, 0, 0)).status_code == 404
    unknown = history_url(encounter).replace(str(encounter.public_id), "00000000-0000-4000-8000-000000000000")
    assert visitor.get(unknown).status_code == 404
    assert visitor.post(history_url(encounter)).status_code == 405


def test_sheet_links_the_history(visitor, encounter):
    correct(encounter, report(points=(74, 40)))
    page = visitor.get(reverse("scoring:encounter", args=[encounter.public_id])).content.decode()
    assert history_url(encounter) in page
