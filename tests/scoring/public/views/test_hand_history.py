from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.live.queries.counters import Kind
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


def history_page(client: Client, encounter: Encounter, **query: Any) -> Any:
    response = client.get(history_url(encounter), query)
    assert response.status_code == 200
    return response


def history_text(client: Client, encounter: Encounter, **query: Any) -> str:
    return text(history_page(client, encounter, **query))


def history_html(client: Client, encounter: Encounter, **query: Any) -> str:
    return history_page(client, encounter, **query).content.decode()


def compared(client: Client, encounter: Encounter, **query: Any) -> tuple[int, int]:
    comparison = history_page(client, encounter, **query).context["comparison"]
    return comparison.before.number, comparison.after.number


def origins(page: Any) -> list[str]:
    return [version.origin for version in page.context["history"].versions]


AS_STAFF = {"as": "staff"}


def test_single_version_has_no_comparison(visitor, encounter):
    page = history_page(visitor, encounter)
    history = page.context["history"]
    assert (history.match, history.number, origins(page)) == (1, 1, ["entered"])
    assert history.current.entry.by == "console"
    assert 'id="differences"' not in page.content.decode()


def test_correction_is_compared_with_the_corrected_version(visitor, encounter):
    correct(encounter, report(points=(74, 40)))
    assert compared(visitor, encounter) == (1, 2)
    page = history_text(visitor, encounter)
    assert "rack 47 → 74" in page
    assert page.count("Rule 8.5") >= 2
    assert "“Rakamlar ters yazılmış”" in page
    html = history_html(visitor, encounter)
    assert (html.count('id="differences"'), html.count('class="differs"')) == (1, 1)


def test_any_two_versions_can_be_compared(visitor, encounter):
    for version, points in enumerate((74, 75, 76), start=1):
        correct(encounter, report(points=(points, 40)), version=version)
    assert compared(visitor, encounter) == (3, 4)
    assert compared(visitor, encounter, **{"from": 1, "to": 3}) == (1, 3)
    assert compared(visitor, encounter, **{"from": 3, "to": 1}) == (1, 3)
    assert compared(visitor, encounter, to=2) == (1, 2)
    for nonsense in ({"from": "x", "to": "99"}, {"from": 2, "to": 2}, {"to": 1}):
        assert compared(visitor, encounter, **nonsense) == (3, 4)


def test_page_is_available_in_turkish(encounter):
    correct(encounter, report(points=(74, 40)))
    assert "kalan 47 → 74" in history_text(LanguageClient("tr"), encounter)


def test_ruling_is_by_the_referee_and_names_them_to_staff(visitor, tournament, encounter):
    ruled_by = MembershipFactory.create(club=tournament.club, role=Role.REFEREE).user
    rule(encounter, fixed(1, 2, 3, 4), by=Actor(user=ruled_by))
    page = history_page(visitor, encounter)
    assert origins(page) == ["entered", "ruled"]
    assert page.context["comparison"].other_events == ["fixed"]
    assert ruled_by.name not in text(page)
    rule_url = reverse("scoring:rule_on_hand", args=[encounter.public_id, 1, 1])
    assert rule_url not in page.content.decode()
    staff = LanguageClient("en")
    staff.force_login(ruled_by)
    assert ruled_by.name in history_text(staff, encounter, **AS_STAFF)
    assert rule_url in history_html(staff, encounter, **AS_STAFF)


def test_staff_names_are_shown_to_staff_only(visitor, tournament, encounter):
    clerk = MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER).user
    correct(encounter, report(points=(74, 40)), by=Actor(user=clerk))
    page = history_page(visitor, encounter)
    assert page.context["history"].current.entry.by == "staff"
    assert clerk.name not in text(page)
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
        page = history_page(visitor, encounter)
        assert ("taken_back" in origins(page)) is is_shown
        sheet = visitor.get(public).content.decode().partition('class="legend"')[0]
        marks = ('id="was-1-1', 'class="mark fix"', 'data-test="entered-again"')
        assert [mark in sheet for mark in marks] == [is_shown] * 3
    staff = LanguageClient("en")
    staff.force_login(MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER).user)
    seen_by_staff = history_page(staff, encounter, **AS_STAFF)
    assert origins(seen_by_staff) == ["entered", *("taken_back", "entered_again") * 2]
    assert seen_by_staff.content.decode().count('id="version-') == 5


def test_protests_are_shown_with_their_outcome(visitor, encounter):
    hand = correct(encounter, report(points=(74, 40))).entry.hand
    protest = {"table": encounter.table, "encounter": encounter, "hand": hand, "side": "B", "asked_at": NOW}
    call = Call.objects.create(**protest, question="Okey attı")
    assert 'data-test="protest-open"' in history_html(visitor, encounter)
    rule(encounter, fixed(1, 2, 3, 4), version=2, call=call)
    page = history_html(visitor, encounter)
    assert ('data-test="protest-open"' in page, 'data-test="protest-answered"' in page) == (False, True)
    assert "“Taşlar görülmüş”" in page
    assert 'href="#version-3"' in page
    Call.objects.create(**protest, state="closed", closed_at=NOW)
    assert 'data-test="protest-withdrawn"' in history_html(visitor, encounter)


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
