from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.ledger.refusals import DealSkipped, EncounterIsDecided
from scoring.models import Entry
from tests.factories import (
    MembershipFactory,
    UserFactory,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    void_report,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.played_games import COUNTDOWN, OF_101, TASK
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.models import Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

HAND = OF_101.typed_fields
UNUSUAL = {"end": "deck_exhausted"} | {f"{seat}-opening": "series" for seat in ("A1", "A2", "B1", "B2")}


@module_fixture
def encounter() -> Encounter:
    """Return the first of matches of three hands, best of three."""
    member = MembershipFactory.create(role=Role.SCOREKEEPER)
    return encounters_of(drawn_tournament(club=member.club, groups_best_of=3))[0]


@pytest.fixture
def staff(encounter) -> Client:
    return client_of(encounter.stage.tournament.club.memberships.get().user)


def client_of(user: Any) -> Client:
    client = LanguageClient("en")
    client.force_login(user)
    return client


def address(encounter: Encounter, match: int = 1, name: str = "type_sheet") -> str:
    return reverse(f"scoring:{name}", args=[encounter.public_id, match])


def typed(
    encounter: Encounter, deal: int = 1, match: int = 1, changes: Mapping[str, str] | None = None
) -> dict[str, Any]:
    place = {"encounter": encounter.public_id, "match": match, "deal": deal, "entry_key": uuid.uuid4()}
    return {**HAND, **place, **(changes or {})}


def type_hands(client: Client, encounter: Encounter, count: int, match: int = 1) -> Any:
    for deal in range(1, count + 1):
        response = client.post(address(encounter, match), typed(encounter, deal, match))
        assert response.status_code == 303
    return response


@pytest.mark.parametrize("game", [OF_101, COUNTDOWN, TASK], ids=str)
def test_hand_of_each_game_is_typed_in_its_own_form(game):
    member = MembershipFactory.create(role=Role.SCOREKEEPER)
    encounter, client = encounters_of(game.draw_tournament(club=member.club))[0], client_of(member.user)
    page = client.get(address(encounter))
    assert (page.context["form"]["deal"].value(), page.context["typing"].rows) == (1, [])
    fields = {name: page.context["form"][name].value() for name in ("encounter", "deal", "entry_key")}
    hand = {"match": 1} | game.typed_fields | fields
    preview = client.post(address(encounter, name="preview_typed_row"), hand)
    assert (preview.status_code, Entry.objects.count()) == (200, 0)
    for _time in range(2):
        assert client.post(address(encounter), hand).status_code == 303
    page = client.get(address(encounter))
    assert page.context["form"]["deal"].value() == 2
    (row,) = page.context["typing"].rows
    recorded = game.play(encounters_of(encounter.stage.tournament)[1]).entry.seats
    sums = [sum(recorded.filter(seat__startswith=side).values_list("points", flat=True)) for side in "AB"]
    assert row.points_and_totals == [(points, points) for points in sums]
    assert row.correct_url in text(page)


def text(response: Any) -> str:
    return response.content.decode()


def test_task_is_not_preset(encounter):
    member = MembershipFactory.create(role=Role.SCOREKEEPER)
    task_encounter = encounters_of(TASK.draw_tournament(club=member.club))[0]
    assert client_of(member.user).get(address(task_encounter)).context["form"]["task"].value() == ""


def test_void_hand_takes_a_row(staff, encounter):
    play_hand(encounter, void_report())
    page = staff.get(address(encounter))
    assert (page.context["typing"].deal, page.context["typing"].rows[0].void) == (2, True)


def test_end_of_a_match_offers_the_next_and_the_last_the_encounter(staff, encounter):
    response = type_hands(staff, encounter, 3)
    assert (response.headers["Location"], message_levels(response)) == (address(encounter), ["success"] * 3)
    page = staff.get(address(encounter))
    assert page.context.get("form") is None
    assert f'href="{address(encounter, 2)}"' in text(page)
    type_hands(staff, encounter, 3, match=2)
    page = staff.get(address(encounter, 2))
    assert page.context.get("form") is None
    assert f'href="{reverse("scoring:encounter", args=[encounter.public_id])}"' in text(page)
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_later_match_waits_for_the_earlier(staff, encounter):
    page = staff.get(address(encounter, 2))
    assert (page.context.get("form"), page.context["typing"].rows) == (None, [])
    assert f'href="{address(encounter, 1)}"' in text(page)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"B1-opening": ""}, ""), ({"B1-points": "400"}, "rack_out_of_range")],
    ids=["incomplete", "impossible"],
)
def test_problems_are_shown_with_input_kept(staff, encounter, change, code):
    response = staff.post(address(encounter), typed(encounter, changes=change))
    assert (response.status_code, Entry.objects.count()) == (422, 0)
    assert response.context["form"]["end"].value() == "A1"
    problems = [message for row in response.context["preview"].rows for message in row.problems]
    assert [message.code for message in problems] == [code]


def test_warning_is_stored_once_confirmed(staff, encounter):
    unusual = typed(encounter, changes=UNUSUAL) | {"B1-points": "", "B2-points": ""}
    response = staff.post(address(encounter), unusual)
    (warning,) = response.context["preview"].warning_summaries
    assert (response.status_code, Entry.objects.count()) == (422, 0)
    assert staff.post(address(encounter), unusual | {"accepted": warning.code}).status_code == 303
    assert Entry.objects.count() == 1


def test_hand_recorded_meanwhile_is_compared(staff, encounter):
    play_hand(encounter)
    response = staff.post(address(encounter), typed(encounter, changes={"B1-points": "66"}))
    assert (response.status_code, Entry.objects.count()) == (409, 1)
    assert [row.typed_points - row.stored_points for row in response.context["versions"]] == [0, 36, 0, 0]
    assert f'href="{address(encounter)}"' in text(response)
    place = [encounter.table.public_id, encounter.public_id, 1, 1]
    assert f'action="{reverse("scoring:preview_correction", args=place)}"' in text(response)


def test_refused_hand_is_offered_as_the_next_row(staff, encounter):
    response = staff.post(address(encounter), typed(encounter, deal=3, changes={"B1-points": "66"}))
    assert (response.status_code, response.context["refusal"].code) == (409, DealSkipped.code)
    form = response.context["form"]
    assert (form["deal"].value(), form.seats["B1"]["points"].value()) == ("1", "66")
    assert not Entry.objects.exists()


def test_decided_encounter_refuses_hands(staff, encounter):
    play_encounter(encounter)
    response = staff.post(address(encounter, 2), typed(encounter, deal=4, match=2))
    assert (response.status_code, response.context["refusal"].code) == (409, EncounterIsDecided.code)


@pytest.mark.parametrize("sent", [{}, {"encounter": "x", "deal": "y"}, {"end": "\x00"}])
def test_mangled_form_stores_nothing(staff, encounter, sent):
    response = staff.post(address(encounter), sent)
    assert (response.status_code, message_levels(response)) == (303, ["error"])
    assert not Entry.objects.exists()


@pytest.mark.parametrize("match", [0, 4, 99])
def test_unknown_match_is_404(staff, encounter, match):
    assert staff.get(address(encounter, match)).status_code == 404


def test_encounter_with_unknown_sides_is_404(staff, encounter):
    encounter.sides.filter(letter="B").update(entrant=None)
    assert staff.get(address(encounter)).status_code == 404


def test_strangers_are_refused(encounter):
    for client, get_status, sent in ((Client(), 302, 403), (client_of(UserFactory.create()), 404, 404)):
        assert client.get(address(encounter)).status_code == get_status
        assert client.post(address(encounter), typed(encounter)).status_code == sent
    assert not Entry.objects.exists()


@pytest.mark.parametrize("name", ["type_sheet", "preview_typed_row"])
def test_other_methods_are_refused(staff, encounter, name):
    assert staff.put(address(encounter, name=name)).status_code == 405


def test_get_of_the_preview_redirects_to_the_sheet(staff, encounter):
    response = staff.get(address(encounter, name="preview_typed_row"))
    assert response.headers["Location"] == address(encounter)


@pytest.mark.postgres
def test_queries_do_not_grow_with_stored_hands(staff, encounter):
    counts = []
    for _time in range(2):
        play_hand(encounter, void_report())
        with CaptureQueriesContext(connection) as captured:
            staff.get(address(encounter))
        counts.append(len(captured))
        for _other in range(4):
            play_hand(encounter, void_report())
    assert counts[0] == counts[1]
