from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scoring.officials.domain.stage_rounds import set_last_round
from scoring.officials.queries.room_overview import read_room_overview
from tests.concurrent_change import run_meanwhile
from tests.factories import (
    NOW,
    MembershipFactory,
    first_stage,
    play_encounter,
    play_hand,
    singles_report,
)
from tests.module_fixtures import module_fixture
from tests.page_forms import guarded_form
from tests.scoring.stage_flows import (
    ELIMINATION,
    GROUPS,
    SWISS,
    draw_next_round,
    drawn_flow,
    play_ready,
    ready_encounters,
)
from tests.scoring.tables_of_four import FOURS, THEN_TABLES, drawn_fours, play_round
from tournaments.draws.domain import rounds
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Stage
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings

pytestmark = pytest.mark.django_db

FINAL = replace(ELIMINATION, feeds=(FeedSettings(1, 1, 4),))


@module_fixture
def stage() -> Stage:
    tournament = drawn_flow(SWISS, pairs=8)
    play_ready(tournament)
    return first_stage(tournament)


@pytest.fixture
def organizer_client(stage) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(club=stage.tournament.club).user)
    return client


def address(stage: Stage) -> str:
    return reverse("scoring:stage_rounds", args=[stage.tournament.public_id, stage.position])


def last_round(stage: Stage) -> int | None:
    return Stage.objects.get(pk=stage.pk).last_round


def test_draw_page_links_to_the_rounds(organizer_client, stage):
    page = organizer_client.get(reverse("tournaments:draw", args=[stage.tournament.public_id]))
    assert address(stage) in page.content.decode()


def test_choices_are_the_possible_rounds(organizer_client, stage):
    form = organizer_client.get(address(stage)).context["form"]
    assert [number for number, _label in form.fields["last_round"].choices] == [1, 2, 3, 4, 5, 6, 7]


def test_change_is_previewed_and_then_stored(organizer_client, stage):
    preview = organizer_client.post(address(stage), {"last_round": "1"})
    assert preview.status_code == 200
    assert preview.context["finish"]
    assert ("last_round", "1") in preview.context["typed"]
    assert (last_round(stage), LogRow.objects.filter(action="rounds_changed").count()) == (3, 0)
    saved = organizer_client.post(address(stage), {"last_round": "1", "save": "1"})
    assert saved.status_code == 303
    assert (last_round(stage), LogRow.objects.filter(action="rounds_changed").count()) == (1, 1)


def test_change_of_a_second_window_is_refused_until_it_is_sent_again(organizer_client, stage):
    first, second = (guarded_form(organizer_client, address(stage)) for _window in range(2))
    assert first.send(organizer_client, last_round="1", save="1").status_code == 303
    refused = second.send(organizer_client, last_round="4", save="1")
    assert refused.status_code == 422
    assert [clash.name for clash in refused.context["form"].clashes] == ["last_round"]
    assert last_round(stage) == 1
    again = guarded_form(organizer_client, address(stage), refused)
    preview = guarded_form(organizer_client, address(stage), again.send(organizer_client))
    assert preview.send(organizer_client, save="1").status_code == 303
    assert last_round(stage) == 4


def test_change_between_reading_and_storing_is_refused(organizer_client, stage):
    window = guarded_form(organizer_client, address(stage))
    with run_meanwhile(lambda: window.send(organizer_client, last_round="1", save="1")):
        refused = window.send(organizer_client, last_round="4", save="1")
    assert (refused.status_code, refused.context["refusal"].code) == (422, "changed_meanwhile")
    assert last_round(stage) == 1


def test_fewer_rounds_end_the_evening_earlier(organizer_client, stage):
    tournament = drawn_flow(GROUPS, FINAL, pairs=6, club=stage.tournament.club)
    for encounter in tournament.stages.get(position=1).encounters.filter(round=1).order_by("pk"):
        play_encounter(encounter)

    def left() -> timedelta:
        return read_room_overview(tournament, at=NOW).finish_estimate.whole_time_left.likely

    before = left()
    set_last_round(stage=first_stage(tournament), last_round=1, change=Change(CONSOLE, NOW))
    assert left() < before


def logged_rounds(stage: Stage) -> list[tuple[int, int]]:
    rows = LogRow.objects.filter(action="rounds_changed", tournament=stage.tournament).order_by("pk")
    return [(json.loads(row.before)["rounds"], json.loads(row.after)["rounds"]) for row in rows]


def preview_and_store(client: Client, stage: Stage, number: int) -> None:
    before = last_round(stage)
    preview = client.post(address(stage), {"last_round": number})
    assert (preview.status_code, last_round(stage)) == (200, before)
    assert preview.context["finish"]
    assert client.post(address(stage), {"last_round": number, "save": "1"}).status_code == 303


@pytest.mark.slow
def test_fours_end_earlier_or_later_until_the_next_stage_begins(organizer_client, stage):
    tournament = drawn_fours(FOURS, THEN_TABLES, club=stage.tournament.club)
    fours = first_stage(tournament)
    play_round(tournament)
    draw_next_round(fours)
    play_round(tournament)
    for number in (2, 3, 4, 2):
        preview_and_store(organizer_client, fours, number)
        has_ended = number == 2
        assert rounds.round_to_draw(Stage.objects.get(pk=fours.pk)) == (None if has_ended else 3)
        assert bool(ready_encounters(tournament)) is has_ended
    assert logged_rounds(fours) == [(3, 2), (2, 3), (3, 4), (4, 2)]
    play_hand(ready_encounters(tournament)[0], singles_report(0, 40, 20, 30))
    assert organizer_client.post(address(fours), {"last_round": 3, "save": "1"}).status_code == 422
    assert last_round(fours) == 2


def test_late_pair_leaves_automatic_rounds_until_they_are_changed(organizer_client, stage):
    swiss = first_stage(drawn_flow(replace(SWISS, rounds=0), pairs=8, club=stage.tournament.club))
    late = {"name": "Geç Kalanlar", "player_1": "Deniz Ak", "player_2": "Ege Su"}
    late_page = reverse("scoring:lineup_changes", args=[swiss.tournament.public_id])
    assert organizer_client.post(late_page, late | {"save": "1"}).status_code == 303
    assert last_round(swiss) == 3
    preview_and_store(organizer_client, swiss, 4)
    assert logged_rounds(swiss) == [(3, 4)]


@pytest.mark.parametrize("value", ["", "0", "8", "x"])
def test_impossible_number_is_refused(organizer_client, stage, value):
    response = organizer_client.post(address(stage), {"last_round": value, "save": "1"})
    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {"last_round"}
    assert last_round(stage) == 3


def test_stage_without_such_rounds_redirects(organizer_client, stage):
    bracket = first_stage(drawn_flow(ELIMINATION, pairs=4, club=stage.tournament.club))
    for response in (organizer_client.get(address(bracket)), organizer_client.post(address(bracket))):
        assert response.headers["Location"] == reverse(
            "tournaments:draw", args=[bracket.tournament.public_id]
        )


def test_strangers_get_404_and_other_methods_405(organizer_client, stage, client):
    stranger = Client()
    stranger.force_login(MembershipFactory.create().user)
    assert stranger.get(address(stage)).status_code == 404
    assert organizer_client.put(address(stage)).status_code == 405
