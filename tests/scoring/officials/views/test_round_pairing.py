from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import MembershipFactory, drawn_tournament, open_tournament, play_hand
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.tournaments.draws.domain.playing_rounds import decide_all, draw_next, drawn_stage, meetings
from tournaments.draws.domain import round_jobs
from tournaments.draws.domain.round_jobs import MAX_IN_REQUEST
from tournaments.models import Draw, EncounterSide, RoundJob, Stage
from tournaments.stages.stage_settings import FeedSettings, StageSettings

pytestmark = pytest.mark.django_db


def desk_of(stage: Stage) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(club=stage.tournament.club).user)
    return client


def address(name: str, stage: Stage) -> str:
    return reverse(name, args=[stage.tournament.public_id, stage.position])


def round_form_data(page: Any) -> dict[str, Any]:
    alterations = [value for _name, value in page.context["hidden_fields"]]
    return {"looked_at": page.context["proposal"].digest, "alter": alterations}


@module_fixture
def stage() -> Stage:
    stage = drawn_stage("swiss", 8)
    decide_all(stage)
    return stage


def shown_pairings(page: Any) -> list[list[int]]:
    return [[entrant.number for entrant, _points in sides] for _number, sides in page.context["encounters"]]


def test_shown_pairing_is_drawn(stage):
    organizer_client = desk_of(stage)
    page = organizer_client.get(address("scoring:draw_round", stage))
    response = organizer_client.post(address("scoring:draw_round", stage), round_form_data(page))
    assert response.status_code == 303
    assert meetings(stage, 2) == shown_pairings(page)


def test_exchange_is_shown_with_its_problems(stage):
    organizer_client = desk_of(stage)
    page = organizer_client.get(address("scoring:draw_round", stage), {"who": "3", "with": "5"})
    assert page.context["repeated_meetings"] == ["Takım 5 · Takım 1", "Takım 7 · Takım 3"]
    plain = organizer_client.get(
        f"{address('scoring:draw_round', stage)}?{page.context['alterations'][0][1]}"
    )
    assert plain.context["repeated_meetings"] == []
    assert (
        organizer_client.post(address("scoring:draw_round", stage), round_form_data(page)).status_code == 303
    )
    assert meetings(stage, 2) == shown_pairings(page)


def test_unseen_pairing_is_not_drawn(stage):
    organizer_client = desk_of(stage)
    response = organizer_client.post(address("scoring:draw_round", stage), {"looked_at": "old"})
    assert response.status_code == 422
    assert response.context["refusal"].code == "draw_out_of_date"
    assert meetings(stage, 2) == []


def test_second_tap_draws_nothing(stage):
    organizer_client = desk_of(stage)
    page = organizer_client.get(address("scoring:draw_round", stage))
    organizer_client.post(address("scoring:draw_round", stage), round_form_data(page))
    assert (
        organizer_client.post(address("scoring:draw_round", stage), round_form_data(page)).status_code == 303
    )
    assert Draw.objects.filter(round=2).count() == 1


def test_page_without_a_pending_round_redirects():
    groups = drawn_tournament().stages.select_related("tournament").get(position=1)
    for idle_stage in (drawn_stage("swiss", 4), groups):
        response = desk_of(idle_stage).get(address("scoring:draw_round", idle_stage))
        assert response.status_code == 303
        assert desk_of(idle_stage).post(address("scoring:pair_round", idle_stage)).status_code == 303
    assert RoundJob.objects.count() == 0


def test_tables_of_four_are_seated_for_the_next_round():
    stage = drawn_stage("tables", 12)
    decide_all(stage)
    organizer_client = desk_of(stage)
    page = organizer_client.get(address("scoring:draw_round", stage))
    assert sorted(len(sides) for sides in shown_pairings(page)) == [1, 1, 4]
    assert (
        organizer_client.post(address("scoring:draw_round", stage), round_form_data(page)).status_code == 303
    )
    assert meetings(stage, 2) == shown_pairings(page)


def test_unavoidable_repeats_are_published_without_a_warning():
    """Eight play at two tables, each sends two couples on, and the last table can hold only them."""
    stage = drawn_stage("tables", 8)
    decide_all(stage)
    page = desk_of(stage).get(english(address("scoring:draw_round", stage)))
    assert (len(page.context["repeated_meetings"]), page.context["least_repeats"]) == (2, 2)
    notices = "2 repeat meetings;", "no seating has fewer than 2."
    assert not any(words in page.content.decode() for words in notices)
    draw_next(stage)
    everybody = reverse("scoring:draw_detail", args=[stage.tournament.public_id, 2])
    page_text = Client().get(english(everybody)).content.decode()
    assert all(words in page_text for words in notices)


def test_round_can_be_taken_back_before_its_first_hand(stage):
    draw_next(stage)
    organizer_client = desk_of(stage)
    assert organizer_client.get(address("tournaments:undo_round", stage)).status_code == 303
    assert len(meetings(stage, 2)) == 4
    assert organizer_client.post(address("tournaments:undo_round", stage)).status_code == 303
    assert meetings(stage, 2) == []


def test_begun_round_cannot_be_taken_back(stage):
    draw_next(stage)
    play_hand(stage.encounters.filter(round=2).order_by("pk")[0])
    response = desk_of(stage).post(address("tournaments:undo_round", stage))
    assert response.status_code == 422
    assert response.context["refusal"].code == "draw_has_begun"


def test_draw_page_links_to_the_round(stage):
    page = desk_of(stage).get(reverse("tournaments:draw", args=[stage.tournament.public_id]))
    assert address("scoring:draw_round", stage) in page.content.decode()


@pytest.fixture
def large_stage() -> Stage:
    stage = drawn_stage("swiss", MAX_IN_REQUEST + 2)
    stage.encounters.update(state="decided", winner="A", decided_by="play")
    for place, letter in enumerate("AB", start=1):
        EncounterSide.objects.filter(encounter__stage=stage, letter=letter).update(place=place)
    return stage


@pytest.mark.release
def test_large_round_is_not_paired_in_the_request(large_stage):
    page = desk_of(large_stage).get(address("scoring:draw_round", large_stage))
    assert "proposal" not in page.context
    assert address("scoring:pair_round", large_stage) in page.content.decode()


@pytest.mark.slow
def test_worker_pairs_a_large_round_and_the_page_shows_progress(large_stage):
    organizer_client = desk_of(large_stage)
    assert organizer_client.post(address("scoring:pair_round", large_stage)).status_code == 303
    job = RoundJob.objects.get()
    RoundJob.objects.update(done=3, moved_at=timezone.now())
    waiting = organizer_client.get(
        address("scoring:draw_round", large_stage), {"waiting": ""}, headers={"HX-Request": "true"}
    )
    assert 'max="258" value="3"' in waiting.content.decode()
    assert "HX-Refresh" not in waiting.headers
    round_jobs.run_job(job_id=job.pk, asked_at=job.asked_at, clock=timezone.now)
    done = organizer_client.get(
        address("scoring:draw_round", large_stage), {"waiting": ""}, headers={"HX-Request": "true"}
    )
    assert done.headers["HX-Refresh"] == "true"
    page = organizer_client.get(address("scoring:draw_round", large_stage))
    assert (
        organizer_client.post(address("scoring:draw_round", large_stage), round_form_data(page)).status_code
        == 303
    )
    assert meetings(large_stage, 2) == shown_pairings(page)


@pytest.mark.slow
def test_large_round_can_be_paired_in_the_request(large_stage):
    organizer_client = desk_of(large_stage)
    organizer_client.post(address("scoring:pair_round", large_stage))
    RoundJob.objects.update(asked_at=timezone.now() - timedelta(minutes=1))
    page = organizer_client.get(address("scoring:draw_round", large_stage))
    assert page.context["job_silent"]
    assert 'name="here"' in page.content.decode()
    organizer_client.post(address("scoring:pair_round", large_stage), {"here": "1"})
    assert "proposal" in organizer_client.get(address("scoring:draw_round", large_stage)).context


def test_failed_pairing_is_reported_and_can_be_restarted(large_stage):
    organizer_client = desk_of(large_stage)
    organizer_client.post(address("scoring:pair_round", large_stage))
    RoundJob.objects.update(failed="ValueError: …", finished_at=timezone.now())
    page = organizer_client.get(address("scoring:draw_round", large_stage))
    assert page.context["job_failed"]
    organizer_client.post(address("scoring:pair_round", large_stage), {"here": "1"})
    assert "proposal" in organizer_client.get(address("scoring:draw_round", large_stage)).context


@pytest.mark.release
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("position", [1, 2])
@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "undrawn"])
def test_pairing_without_a_pending_round_does_nothing(drawn, position, method):
    tournament = drawn_tournament(pairs=6) if drawn else open_tournament(pairs=6)
    organizer_client = desk_of(tournament.stages.get(position=position))
    path = address("scoring:draw_round", tournament.stages.get(position=position))
    page = getattr(organizer_client, method)(path, follow=True)
    assert (page.status_code, page.redirect_chain[0][1]) == (200, 303)
    assert Draw.objects.filter(stage__position=position, stage__tournament=tournament).count() == (
        1 if drawn and position == 1 else 0
    )


def test_round_of_an_undrawn_stage_redirects_to_the_draws():
    stages = (StageSettings("swiss", 1, 3), StageSettings("swiss", 1, 3, feeds=(FeedSettings(1, 1, 4),)))
    undrawn = open_tournament(pairs=8, stages=stages).stages.get(position=2)
    organizer_client = desk_of(undrawn)
    for name in ("scoring:draw_round", "scoring:pair_round"):
        response = organizer_client.post(address(name, undrawn), {"looked_at": "any"}, follow=True)
        assert response.redirect_chain[-1][0] == reverse(
            "tournaments:draw", args=[undrawn.tournament.public_id]
        )
