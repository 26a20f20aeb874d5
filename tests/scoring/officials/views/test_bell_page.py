from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Bell
from scoring.play import round_clock
from tests.factories import MembershipFactory, play_hand
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.play.timed_rounds import encounters_of_round, play, ring_bell, timed_knockout
from tests.scoring.table.table_phones import text_at
from tournaments.enums import DecidedBy, EncounterState, Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@pytest.fixture
def tournament(club) -> Tournament:
    return timed_knockout(club=club)


@pytest.fixture
def organizer_client(club) -> Client:
    return staff_client(club, Role.ORGANIZER)


def staff_client(club: Club, role: Role) -> Client:
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=club, role=role).user)
    return client


def round_url(tournament: Tournament, name: str = "round_bell", number: int = 1) -> str:
    return reverse(f"scoring:{name}", args=[tournament.public_id, 1, "main", number])


def encounter_url(encounter: Encounter, name: str) -> str:
    return reverse(f"scoring:{name}", args=[encounter.public_id])


def test_page_previews_the_bell(organizer_client, tournament):
    first, second = encounters_of_round(tournament)
    play(first, "AAA")
    play(second, "AAAAAB")
    page = organizer_client.get(round_url(tournament))
    assert page.context["counts"] == {"stop": 2, "decided": 1, "going_on": 1, "referee": 0}
    assert re.findall(r"\d+", text_at(page, "bell-sum")) == ["2", "1", "1", "0"]

    ticked = organizer_client.post(round_url(tournament), {"between": str(first.public_id), "look": "1"})
    assert ticked.context["counts"] == {"stop": 2, "decided": 2, "going_on": 0, "referee": 0}
    assert not Bell.objects.exists()


def test_double_tap_rings_the_bell_once(organizer_client, tournament):
    first, second = encounters_of_round(tournament)
    play(first, "AAA")
    play(second, "AAA")
    form_data = {"ring": "1", "key": "a tap", "between": str(first.public_id)}
    for _tap in range(2):
        assert organizer_client.post(round_url(tournament), form_data).headers["Location"] == round_url(
            tournament
        )
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.decided_by, second.state) == (DecidedBy.TIME, EncounterState.PLAYING)
    page = organizer_client.get(round_url(tournament))
    assert [entry.listing.encounter for entry in page.context["stopped"]] == [second]
    assert page.context["to_stop"] == []


def test_second_organizer_sees_who_rang(organizer_client, tournament, club):
    play(encounters_of_round(tournament)[0], "AAA")
    organizer_client.post(round_url(tournament), {"ring": "1", "key": "one"})
    response = staff_client(club, Role.ORGANIZER).post(round_url(tournament), {"ring": "1", "key": "two"})
    assert (response.status_code, response.context["refusal"].code) == (422, "bell_rang_already")
    ringer = Bell.objects.get().rung_by
    assert ringer is not None
    assert ringer.name in text_at(response, "bell-rang")


@pytest.mark.release
def test_taking_the_bell_back_reopens_what_it_decided(organizer_client, tournament):
    first = encounters_of_round(tournament)[0]
    play(first, "AAA")
    organizer_client.post(round_url(tournament), {"ring": "1", "key": "k", "between": str(first.public_id)})
    assert organizer_client.get(round_url(tournament, "undo_bell")).status_code == 303
    preview = organizer_client.post(round_url(tournament, "undo_bell"))
    assert Bell.objects.in_force().exists()
    assert 'name="save"' in preview.content.decode()
    organizer_client.post(round_url(tournament, "undo_bell"), {"save": "1"})
    first.refresh_from_db()
    assert (first.state, first.stopped_at) == (EncounterState.PLAYING, None)
    second_response = organizer_client.post(round_url(tournament, "undo_bell"), {"save": "1"})
    assert second_response.status_code == 422


def test_only_an_organizer_decides_on_later_play(club, organizer_client):
    tournament = timed_knockout(club=club, best_of=1)
    encounters = encounters_of_round(tournament)
    for encounter in encounters:
        play(encounter, "AAA")
    ring_bell(encounters[0], between=encounters)
    play_hand(encounters_of_round(tournament, 2)[0])
    referee = staff_client(club, Role.REFEREE)
    form_data = {"save": "1", "later": "stand"}
    assert referee.post(round_url(tournament, "undo_bell"), form_data).status_code == 422
    assert Bell.objects.in_force().exists()
    assert organizer_client.post(round_url(tournament, "undo_bell"), form_data).status_code == 303
    assert not Bell.objects.in_force().exists()


def test_referee_can_ring_mark_idle_tables_and_rule(club, tournament):
    referee = staff_client(club, Role.REFEREE)
    first, second = encounters_of_round(tournament)
    play(first, "AAA")
    assert referee.post(encounter_url(first, "walkover"), {"winner": "A", "save": "1"}).status_code == 404
    referee.post(round_url(tournament), {"ring": "1", "key": "k"})
    for _tap in range(2):
        referee.post(encounter_url(first, "end_without_hand"))
    first.refresh_from_db()
    assert first.decided_by == DecidedBy.TIME
    [bell] = referee.get(reverse("scoring:referee", args=[tournament.public_id])).context["rounds_at_bell"]
    assert [listing.encounter for listing in bell.listings_for_referee] == [second]
    assert encounter_url(second, "walkover") in referee.get(round_url(tournament)).content.decode()
    assert referee.get(encounter_url(second, "walkover")).status_code == 200
    response = referee.post(encounter_url(second, "walkover"), {"winner": "B", "save": "1"})
    assert response.headers["Location"] == reverse("scoring:referee", args=[tournament.public_id])
    second.refresh_from_db()
    assert (second.winner, second.decided_by) == ("B", DecidedBy.WALKOVER)


def test_encounter_can_be_exempted(organizer_client, tournament):
    first = encounters_of_round(tournament)[0]
    play(first, "AAA")
    organizer_client.post(round_url(tournament), {"ring": "1", "key": "k"})
    changes = organizer_client.get(encounter_url(first, "encounter_changes"))
    assert encounter_url(first, "continue_after_bell") in changes.content.decode()
    organizer_client.post(encounter_url(first, "continue_after_bell"), {"save": "1"})
    first.refresh_from_db()
    assert first.stopped_at is None
    assert [
        entry.listing.encounter for entry in organizer_client.get(round_url(tournament)).context["to_stop"]
    ] == [first]


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, None])
def test_strangers_get_404(tournament, club, role):
    client = staff_client(club, role) if role else Client()
    assert client.get(round_url(tournament)).status_code == (404 if role else 302)
    assert client.post(round_url(tournament), {"ring": "1"}).status_code == (404 if role else 403)


def test_unknown_round_is_404_and_a_stage_without_bell_says_so(organizer_client, tournament):
    assert organizer_client.get(round_url(tournament, number=9)).status_code == 404
    Stage.objects.filter(tournament=tournament).update(time_up="off")
    page = organizer_client.get(round_url(tournament))
    assert not page.context["timed"]
    response = organizer_client.post(round_url(tournament), {"ring": "1"})
    assert (response.status_code, response.context["refusal"].code) == (422, "no_bell_here")


def test_invalid_ticks_are_ignored(organizer_client, tournament):
    play(encounters_of_round(tournament)[0], "AAA")
    page = organizer_client.post(
        round_url(tournament), {"between": ["x", "00000000-0000-4000-8000-000000000000"]}
    )
    assert page.context["counts"]["going_on"] == 1


def test_running_page_offers_the_bell_when_the_clock_has_run_out(organizer_client, tournament):
    running_page = reverse("scoring:room_overview", args=[tournament.public_id])
    assert organizer_client.get(running_page).context["rounds_at_bell"] == []
    play(encounters_of_round(tournament)[0], "AAA")
    assert not organizer_client.get(running_page).context["rounds_at_bell"][0].is_time_over
    an_hour_ago = timezone.now() - timedelta(hours=1)
    round_clock.start_clock(
        tournament=tournament, plan=round_clock.ClockPlan(minutes=50), by=CONSOLE, at=an_hour_ago
    )
    page = organizer_client.get(running_page)
    assert page.context["rounds_at_bell"][0].is_time_over
    assert round_url(tournament) in page.content.decode()
