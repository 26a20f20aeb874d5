from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.ledger.refusals import DealSkipped, HandAlreadyRecorded, MatchNotOpen
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
from tests.shown_messages import english_message, message_levels
from tournaments.enums import Role
from tournaments.models import Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

HAND = {"end": "1", "B1-opening": "s", "B1-points": "30", "B2-opening": "-"}
UNCODED = ""  # boxes that are empty or unreadable


@module_fixture
def encounter() -> Encounter:
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


def page(*hands: dict[str, str], first: int = 1, action: str = "store", **extra: str) -> dict[str, str]:
    data = {"first": str(first), "rows": str(len(hands)), "action": action}
    for deal, hand in enumerate(hands, start=first):
        data |= {f"{deal}-key": str(uuid.uuid4())}
        data |= {f"{deal}-{name}": text for name, text in hand.items()}
    return data | extra


def text(response: Any) -> str:
    return response.content.decode()


def problem_codes(response: Any) -> list[tuple[str, str]]:
    """Return the box and the code of each problem."""
    problems = [problem for row in response.context["rows"] for problem in row.problems]
    return [(name, message.code) for name, _label, message in problems]


def first_problem(response: Any) -> str:
    (_name, _label, message), *_others = response.context["rows"][0].problems
    return str(message)


def test_page_has_a_row_for_every_missing_hand(staff, encounter):
    play_hand(encounter)
    page_text = text(staff.get(address(encounter)))
    assert re.findall(r'id="row-(\d+)"', page_text) == ["2", "3", "4", "5"]
    assert 'class="card t-stored"' in page_text
    assert (
        reverse("scoring:correct_hand", args=[encounter.table.public_id, encounter.public_id, 1, 1])
        in page_text
    )


def test_rows_are_stored_in_order(staff, encounter):
    response = staff.post(address(encounter), page(HAND, HAND | {"finish": "o"}, {}))
    assert response.status_code == 303
    assert response.headers["Location"] == address(encounter)
    assert [entry.multiplier for entry in Entry.objects.order_by("pk")] == [1, 2]
    assert message_levels(response) == ["success"]


def test_resent_page_stores_nothing_again(staff, encounter):
    form_data = page(HAND, HAND)
    for _time in range(2):
        assert staff.post(address(encounter), form_data).status_code == 303
    assert Entry.objects.count() == 2


def test_saving_a_match_continues_with_the_next(staff, encounter):
    response = staff.post(address(encounter), page(HAND, HAND, HAND))
    assert response.headers["Location"] == address(encounter, 2)


def test_saving_the_last_match_redirects_to_the_encounter(staff, encounter):
    staff.post(address(encounter), page(HAND, HAND, HAND))
    response = staff.post(address(encounter, 2), page(HAND, HAND, HAND))
    assert response.headers["Location"] == reverse("scoring:encounter", args=[encounter.public_id])
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_first_refused_row_stops_with_input_kept(staff, encounter):
    wrong = HAND | {"B1-points": "400"}
    response = staff.post(address(encounter), page(HAND, wrong, HAND | {"B1-points": "77"}))
    assert (response.status_code, response.context["stopped_at"]) == (422, 2)
    page_text = text(response)
    assert Entry.objects.count() == 1
    assert response.context["stored"]
    assert 'id="stopped"' in page_text
    assert 'name="2-B1-points" value="400"' in page_text
    assert 'name="3-B1-points" value="77"' in page_text
    assert 'id="2-B1-points-said"' in page_text
    assert re.search(r'<a class="cite" href="[^"]+#m4-1" target="_blank" rel="noopener">', page_text)
    assert 'id="row-1"' not in page_text


def test_unreadable_box_is_named(staff, encounter):
    response = staff.post(address(encounter), page(HAND | {"finish": "q"}))
    assert response.status_code == 422
    assert problem_codes(response) == [("1-finish", UNCODED)]
    assert re.search(
        r'name="1-finish"[^>]*aria-invalid="true" aria-describedby="1-finish-said"', text(response)
    )


def test_warning_is_stored_once_confirmed(staff, encounter):
    form_data = page(HAND | {"B1-points": "0"})
    response = staff.post(address(encounter), form_data)
    assert response.status_code == 422
    assert 'name="1-accepted" value="empty_rack_without_finish"' in text(response)
    assert re.search(r'<a class="cite" href="[^"]+#m7-2" target="_blank" rel="noopener">', text(response))
    assert (
        staff.post(address(encounter), form_data | {"1-accepted": "empty_rack_without_finish"}).status_code
        == 303
    )
    assert Entry.objects.count() == 1


def test_hand_recorded_concurrently_is_refused_with_input_kept(staff, encounter):
    form_data = page(HAND | {"B1-points": "66"})
    play_hand(encounter)
    response = staff.post(address(encounter), form_data)
    assert response.status_code == 422
    recorded = HandAlreadyRecorded(Entry.objects.get())
    assert first_problem(response) == english_message(recorded)
    assert 'value="66"' in text(response)
    assert Entry.objects.count() == 1


def test_rows_after_the_end_are_refused_with_input_kept(staff, encounter):
    response = staff.post(address(encounter), page(HAND, HAND, HAND, HAND))
    assert (response.status_code, response.context["stopped_at"]) == (422, 4)
    assert Entry.objects.count() == 3
    assert first_problem(response) == english_message(MatchNotOpen(current=2, match=1))
    assert 'name="4-B1-points" value="30"' in text(response)


def test_a_gap_is_refused_at_the_row_after_it(staff, encounter):
    response = staff.post(address(encounter), page(HAND, {}, HAND))
    assert (response.status_code, response.context["stopped_at"]) == (422, 3)
    assert first_problem(response) == english_message(DealSkipped(number=2))


def test_empty_rows_store_nothing(staff, encounter):
    response = staff.post(address(encounter), page({}, {}))
    assert (response.status_code, response.context["nothing_typed"]) == (422, True)


def test_check_shows_points_and_stores_nothing(staff, encounter):
    response = staff.post(address(encounter), page(HAND, action="check"))
    assert response.status_code == 200
    assert "−101" in text(response)
    assert "+232" in text(response)
    assert not Entry.objects.exists()


def test_adding_rows_keeps_the_input(staff, encounter):
    page_text = text(staff.post(address(encounter), page(HAND, {}, action="more")))
    assert re.findall(r'id="row-(\d+)"', page_text) == ["1", "2", "3", "4"]
    assert 'name="1-B1-points" value="30"' in page_text


def test_a_void_hand_is_typed_by_one_letter(staff, encounter):
    assert staff.post(address(encounter), page({"end": "p"}, HAND)).status_code == 303
    assert [entry.void for entry in Entry.objects.order_by("pk")] == [True, False]


def test_row_preview_returns_the_row_alone(staff, encounter):
    form_data = page(HAND) | {"deal": "1"}
    response = staff.post(address(encounter, name="preview_typed_row"), form_data)
    assert "+232" in text(response)
    assert "<html" not in text(response)
    assert not Entry.objects.exists()


def test_preview_reports_no_missing_boxes(staff, encounter):
    form_data = page({"end": "1", "B1-opening": "q"}) | {"deal": "1"}
    page_text = text(staff.post(address(encounter, name="preview_typed_row"), form_data))
    assert "1-B1-opening-said" in page_text
    assert "1-B2-opening-said" not in page_text


@pytest.mark.parametrize("deal", ["", "x", "-1"])
def test_preview_without_a_row_is_404(staff, encounter, deal):
    form_data = page(HAND) | {"deal": deal}
    assert staff.post(address(encounter, name="preview_typed_row"), form_data).status_code == 404


def test_get_of_the_preview_redirects_back(staff, encounter):
    response = staff.get(address(encounter, name="preview_typed_row"))
    assert response.headers["Location"] == address(encounter)


def test_later_match_is_closed_and_a_played_one_read_only(staff, encounter):
    later = text(staff.get(address(encounter, 2)))
    assert f'href="{address(encounter, 1)}"' in later
    assert "<fieldset" not in later
    for _time in range(3):
        play_hand(encounter)
    played = text(staff.get(address(encounter)))
    assert f'href="{address(encounter, 2)}"' in played
    assert "<fieldset" not in played


def test_decided_encounter_has_no_rows_to_type(staff, encounter):
    play_encounter(encounter)
    response = staff.get(address(encounter))
    assert response.context["rows"] == []
    assert "<fieldset" not in text(response)


@pytest.mark.parametrize("match", [0, 4, 99])
def test_unknown_match_is_404(staff, encounter, match):
    assert staff.get(address(encounter, match)).status_code == 404


def test_encounter_with_unknown_sides_is_404(staff, encounter):
    encounter.sides.filter(letter="B").update(entrant=None)
    assert staff.get(address(encounter)).status_code == 404


def test_strangers_are_refused(encounter):
    for client, get_status, sent in ((Client(), 302, 403), (client_of(UserFactory.create()), 404, 404)):
        assert client.get(address(encounter)).status_code == get_status
        assert client.post(address(encounter), page(HAND)).status_code == sent
    assert not Entry.objects.exists()


def test_other_methods_are_refused(staff, encounter):
    assert staff.put(address(encounter)).status_code == 405


@pytest.mark.parametrize(
    "sent", [{}, {"first": "x", "rows": "y"}, {"first": "1", "rows": "5", "1-end": "\x00"}]
)
def test_a_mangled_page_stores_nothing(staff, encounter, sent):
    assert staff.post(address(encounter), sent).status_code == 422
    assert not Entry.objects.exists()


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


def test_hand_recorded_by_phone_after_loading_needs_no_row(staff, encounter):
    form_data = page({}, HAND, HAND | {"B1-points": "400"}, HAND | {"B1-points": "55"})
    play_hand(encounter)
    page_text = text(staff.post(address(encounter), form_data))
    assert Entry.objects.count() == 2
    assert re.findall(r'id="row-(\d+)"', page_text) == ["3", "4"]
    assert 'name="4-B1-points" value="55"' in page_text
