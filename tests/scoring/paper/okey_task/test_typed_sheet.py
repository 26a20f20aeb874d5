from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.games.okey_task.reports import parse_report
from scoring.integrity.integrity_checks import verify
from scoring.models import Entry
from tests.factories import (
    MembershipFactory,
    UserFactory,
    drawn_tournament,
    encounters_of,
    play_hand,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of
from tests.rules.games.okey_task.hand_builders import finished, with_exchanged_jokers
from tests.rules.hand_builders import SERIES
from tests.scoring.paper.views.test_typed_sheet import (
    UNCODED,
    address,
    client_of,
    page,
    problem_codes,
    text,
)
from tests.scoring.play.test_open_length import stages
from tournaments.enums import Role
from tournaments.models import Encounter
from tournaments.stages.stage_settings import Length

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

LEFT = {"A2-points": "10", "B1-points": "20", "B2-points": "30"}
HAND = {"task": "2k3", "end": "1", "B1-opened": "o", "B1-jokers": "1"} | LEFT
NOBODY = {"task": "p", "end": "d", "A1-points": "7"} | LEFT


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER, user__name="Nermin Aksoy").user


@module_fixture
def encounter(owner: Any) -> Encounter:
    club, length = owner.memberships.get().club, stages(Length(best_of=3, hands=5))
    return encounters_of(drawn_tournament(club=club, rule_set_id="okey-task", groups=2, stages=length))[0]


@pytest.fixture
def staff(owner: Any) -> Client:
    return client_of(owner)


def shown_figures(shown: str, deal: int) -> list[str]:
    (part,) = re.findall(rf'id="row-feedback-{deal}".*?</fieldset>', shown, re.DOTALL)
    return re.findall(r'class="num"\s*>([^<]+)<', part)


def test_row_has_the_boxes_of_the_game(staff, encounter):
    page_text = text(staff.get(address(encounter)))
    parts = [f"{seat}-{part}" for seat in ("A1", "A2", "B1", "B2") for part in ("opened", "points", "jokers")]
    assert re.findall(r'name="1-([\w-]+)"', page_text) == ["key", "task", "end", *parts]
    assert len(re.findall(r'id="row-(\d+)"', page_text)) == 7
    assert "K4S4</b>" in page_text


def test_rows_are_stored_like_hands_from_the_table(staff, encounter):
    assert staff.post(address(encounter), page(HAND, NOBODY, {})).status_code == 303
    first, second = (entry.report_data for entry in Entry.objects.order_by("pk"))
    assert (first["finisher"], first["task"]) == ("A1", "kut_3_x2")
    assert first["seats"]["B1"]["opening"] == "series"
    assert first["seats"]["B1"]["infractions"] == [{"code": "joker_exchanged", "count": 1}]
    assert (second["outcome"], second["task"]) == ("deck_exhausted", "cift")
    assert verify(encounter.stage.tournament).discrepancies == []


def test_check_shows_what_each_row_costs(staff, encounter):
    response = staff.post(address(encounter), page(HAND, NOBODY, {}, action="check"))
    assert [shown_figures(text(response), deal) for deal in (1, 2, 3)] == [
        ["+10", "+100"],
        ["+17", "+50"],
        [],
    ]
    assert not Entry.objects.exists()


def test_a_row_is_previewed(staff, encounter):
    form_data = page(HAND) | {"deal": "1"}
    page_text = text(staff.post(address(encounter, name="preview_typed_row"), form_data))
    assert re.findall(r'class="num"\s*>([^<]+)<', page_text) == ["+10", "+100"]


def test_stored_hands_are_listed(staff, encounter):
    play_hand(
        encounter,
        parse_report(finished(B1=with_exchanged_jokers((SERIES, 12), 2)) | {"task": "kut_3_seri_3"}),
    )
    page_text = text(staff.get(address(encounter)))
    stored = re.search(r'class="card t-stored".*?</table>', page_text, re.DOTALL)
    assert stored is not None
    cells = [" ".join(cell.split()) for cell in re.findall(r"<td[^>]*>([^<]*)</td>", stored[0])]
    assert cells == ["K3S3", "1", "", "30", "O 12 + 2 joker", "30", "+30", "+142"]
    assert re.findall(r'id="row-(\d+)"', page_text)[0] == "2"


@pytest.mark.parametrize(
    ("cells", "field", "code"),
    [
        ({"task": "k7"}, "task", UNCODED),
        ({"task": ""}, "task", "required"),
        ({"end": "7"}, "end", UNCODED),
        ({"end": ""}, "end", UNCODED),
        ({"B2-points": ""}, "B2-points", UNCODED),
        ({"B2-points": "401"}, "B2-points", "rack_out_of_range"),
        ({"B2-opened": "s"}, "B2-opened", UNCODED),
        ({"B2-jokers": "1"}, "B2-jokers", "joker_exchanged_without_opening"),
        ({"B1-jokers": "3"}, "B1-jokers", "too_many_jokers_exchanged"),
    ],
)
def test_problems_are_shown_on_their_boxes(staff, encounter, cells, field, code):
    response = staff.post(address(encounter), page(HAND, HAND | cells))
    assert (response.status_code, response.context["stopped_at"]) == (422, 2)
    assert Entry.objects.count() == 1
    assert problem_codes(response) == [(f"2-{field}", code)]
    assert f'id="2-{field}-said"' in text(response)


def test_warning_is_confirmed_in_its_row(staff, encounter):
    empty = HAND | {"B1-points": "0"}
    response = staff.post(address(encounter), page(empty))
    assert response.status_code == 422
    assert 'value="empty_rack_without_finish"' in text(response)
    form_data = page(empty) | {"1-accepted": "empty_rack_without_finish"}
    assert staff.post(address(encounter), form_data).status_code == 303
    assert Entry.objects.count() == 1


def test_resent_page_stores_nothing_again(staff, encounter):
    form_data = page(HAND, NOBODY)
    for _time in range(2):
        assert staff.post(address(encounter), form_data).status_code == 303
    assert Entry.objects.count() == 2


def test_double_entry_with_chosen_differences(owner, staff, encounter):
    club = owner.memberships.get().club
    other = MembershipFactory.create(club=club, role=Role.SCOREKEEPER, user__name="Kemal Öz").user
    compare = address(encounter, name="compare_double_entry")
    staff.post(address(encounter, name="require_double_entry"))
    staff.post(address(encounter), page(HAND, NOBODY, action="keep"))
    typings = (HAND | {"task": "K3K3", "B1-jokers": "2"}, NOBODY | {"task": "s5", "B1-opened": "–"})
    second_response = client_of(other).post(address(encounter), page(*typings, action="keep"))
    assert second_response.headers["Location"] == compare
    response = staff.get(compare)
    assert [difference.name for difference in response.context["differences"]] == [
        "pick-1-B1-jokers",
        "pick-2-task",
    ]
    assert "jokers exchanged" in text(response)
    picked = {"pick-1-B1-jokers": "second", "pick-2-task": "first"}
    assert staff.post(compare, dict(response.context["keys"]) | picked).status_code == 303
    first, second = (entry.report_data for entry in Entry.objects.order_by("pk"))
    assert (first["seats"]["B1"]["infractions"][0]["count"], second["task"]) == (2, "cift")


def test_each_of_four_singles_has_boxes(owner, staff):
    club = owner.memberships.get().club
    tournament = singles_tournament(club=club, players=4, rule_set_id="okey-task")
    encounter = encounters_of(tournament)[0]
    hand = {"task": "s5", "end": "3", "A1-points": "1", "B1-points": "2", "D1-points": "4"}
    page_text = text(staff.post(address(encounter), page(hand, action="check")))
    assert shown_figures(page_text, 1) == ["+1", "+2", "0", "+4"]
    assert staff.post(address(encounter), page(hand)).status_code == 303
    assert Entry.objects.get().report_data["finisher"] == "C1"


def test_strangers_are_refused(encounter):
    for client, get_status, sent in ((Client(), 302, 403), (client_of(UserFactory.create()), 404, 404)):
        for name in ("type_sheet", "preview_typed_row", "compare_double_entry", "require_double_entry"):
            assert client.get(address(encounter, name=name)).status_code == get_status
        assert client.post(address(encounter), page(HAND)).status_code == sent
    assert not Entry.objects.exists()


@pytest.mark.postgres
def test_queries_do_not_grow_with_stored_hands(staff, encounter):
    counts, hand = [], parse_report(finished())
    play_hand(encounter, hand)
    for _time in range(2):
        play_hand(encounter, hand)
        with CaptureQueriesContext(connection) as captured:
            staff.get(address(encounter))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_page_is_valid_html(staff, encounter):
    play_hand(encounter, parse_report(finished()))
    form_data = page(HAND, HAND | {"task": "k7"}, first=2)
    for response in (staff.get(address(encounter)), staff.post(address(encounter), form_data)):
        assert list(faults_of(read(text(response), whole=True), page=True)) == []
