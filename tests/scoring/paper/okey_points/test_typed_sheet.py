from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.integrity.integrity_checks import verify
from scoring.models import Entry
from scoring.paper.queries.sheet_matches import ROWS_OF_OPEN_MATCH
from tests.factories import (
    MembershipFactory,
    UserFactory,
    drawn_tournament,
    encounters_of,
    play_hand,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tests.scoring.paper.views.test_typed_sheet import (
    UNCODED,
    address,
    client_of,
    first_problem,
    page,
    problem_codes,
    text,
)
from tests.scoring.play.test_open_length import LARGE, SMALL, stages
from tournaments.enums import Role
from tournaments.models import Encounter
from tournaments.stages.stage_settings import Length

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

PLAIN = {"end": "1"}
PAIRS = {"shown": "4", "end": "1", "finish": "p"}
RUN = {"end": "1", "finish": "r"}


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER, user__name="Nermin Aksoy").user


@module_fixture
def encounter(owner: Any) -> Encounter:
    length = stages(Length(best_of=3, hands=None))
    club = owner.memberships.get().club
    return encounters_of(drawn_tournament(club=club, rule_set_id="okey-countdown", groups=2, stages=length))[
        0
    ]


@pytest.fixture
def staff(owner: Any) -> Client:
    return client_of(owner)


def shown_points_left(shown: str, deal: int) -> list[str]:
    (part,) = re.findall(rf'id="row-feedback-{deal}".*?</fieldset>', shown, re.DOTALL)
    return re.findall(r'class="num"\s*>([^<]+)<', part)


def test_row_has_the_boxes_of_the_game(staff, encounter):
    page_text = text(staff.get(address(encounter)))
    assert re.findall(r'name="1-(\w+)"', page_text) == ["key", "shown", "end", "finish"]
    assert len(re.findall(r'id="row-(\d+)"', page_text)) == ROWS_OF_OPEN_MATCH


def test_rows_are_stored_like_hands_from_the_table(staff, encounter):
    assert staff.post(address(encounter), page(PAIRS, {"end": "d"}, {})).status_code == 303
    first, second = (entry.report_data for entry in Entry.objects.order_by("pk"))
    assert (first["finisher"], first["indicator_shown_by"]) == ("A1", "B2")
    assert first["finish"] == {"hand": "pairs", "last_tile": "plain"}
    assert (second["outcome"], second.get("finisher")) == ("deck_exhausted", None)
    assert verify(encounter.stage.tournament).discrepancies == []


def test_stored_hands_are_listed_with_remaining_points(staff, encounter):
    play_hand(encounter, LARGE)
    page_text = text(staff.get(address(encounter)))
    stored = re.search(r'class="card t-stored".*?</table>', page_text, re.DOTALL)
    assert stored is not None
    assert re.findall(r"<td[^>]*>\s*([\w−]*)\s*</td>", stored[0]) == ["", "1", "R", "20", "4"]
    assert re.findall(r'id="row-(\d+)"', page_text)[0] == "2"


def test_check_counts_down_row_by_row(staff, encounter):
    play_hand(encounter, SMALL)
    response = staff.post(address(encounter), page(PAIRS, {"end": "3"}, {}, first=2, action="check"))
    assert response.status_code == 200
    assert [shown_points_left(text(response), deal) for deal in (2, 3, 4)] == [["19", "10"], ["17", "10"], []]
    assert Entry.objects.count() == 1


def test_side_with_few_points_left_pays_no_indicator(staff, encounter):
    rows = (RUN, PLAIN, {"shown": "1", "end": "3"})
    page_text = text(staff.post(address(encounter), page(*rows, action="check")))
    assert [shown_points_left(page_text, deal) for deal in (1, 2, 3)] == [
        ["20", "4"],
        ["20", "2"],
        ["18", "2"],
    ]


def test_row_preview_depends_on_the_rows_before(staff, encounter):
    form_data = page(RUN, PLAIN) | {"deal": "2"}
    response = staff.post(address(encounter, name="preview_typed_row"), form_data)
    assert re.findall(r'class="num"\s*>([^<]+)<', text(response)) == ["20", "2"]
    assert not response.context["row"].ends_match


def test_row_that_ends_the_match_says_so(staff, encounter):
    response = staff.post(address(encounter), page(RUN, RUN, PLAIN, action="check"))
    assert shown_points_left(text(response), 2) == ["20", "−12"]
    assert [row.ends_match for row in response.context["rows"]] == [False, True, False]
    assert text(response).count('data-test="ends-match"') == 1
    assert [row.deal for row in response.context["rows"] if row.problems] == [3]


def test_rows_after_the_end_are_refused_with_input_kept(staff, encounter):
    response = staff.post(address(encounter), page(RUN, RUN, PAIRS))
    assert (response.status_code, response.context["stopped_at"]) == (422, 3)
    assert Entry.objects.count() == 2
    assert response.context["stored"]
    assert first_problem(response).endswith("row 2.")
    assert 'name="3-finish" value="p"' in " ".join(text(response).split())


def test_saving_continues_with_the_next_match_then_the_encounter(staff, encounter):
    assert staff.post(address(encounter), page(RUN, RUN)).headers["Location"] == address(encounter, 2)
    response = staff.post(address(encounter, 2), page(RUN, RUN))
    assert response.headers["Location"] == reverse("scoring:encounter", args=[encounter.public_id])
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_limit_of_hands_ends_the_match(staff, encounter):
    encounter.stage.__class__.objects.filter(pk=encounter.stage_id).update(hands_per_match=2)
    response = staff.post(address(encounter), page(PLAIN, {"end": "3"}, PLAIN, {}, action="check"))
    assert [row.ends_match for row in response.context["rows"]] == [False, False, True, False]
    assert shown_points_left(text(response), 3) == ["18", "16"]


@pytest.mark.parametrize(
    ("row", "field", "code"),
    [
        ({"end": "1", "finish": "q"}, "finish", UNCODED),
        ({"end": "7"}, "end", UNCODED),
        ({"end": "1", "shown": "x"}, "shown", UNCODED),
        ({"end": "d", "finish": "o"}, "finish", UNCODED),
        ({"finish": "o"}, "end", UNCODED),
        ({"end": "1", "finish": "t"}, "finish", UNCODED),
    ],
)
def test_problems_are_shown_on_their_boxes(staff, encounter, row, field, code):
    response = staff.post(address(encounter), page(PLAIN, row))
    assert (response.status_code, response.context["stopped_at"]) == (422, 2)
    assert Entry.objects.count() == 1
    assert problem_codes(response) == [(f"2-{field}", code)]
    assert f'id="2-{field}-said"' in text(response)


def test_resent_page_stores_nothing_again(staff, encounter):
    form_data = page(PLAIN, PAIRS)
    for _time in range(2):
        assert staff.post(address(encounter), form_data).status_code == 303
    assert Entry.objects.count() == 2


def test_double_entry_with_chosen_differences(owner, staff, encounter):
    club = owner.memberships.get().club
    other = MembershipFactory.create(club=club, role=Role.SCOREKEEPER, user__name="Kemal Öz").user
    second = client_of(other)
    compare = address(encounter, name="compare_double_entry")
    staff.post(address(encounter, name="require_double_entry"))
    staff.post(address(encounter), page(PAIRS, PLAIN, action="keep"))
    second_response = second.post(
        address(encounter), page(PAIRS | {"finish": "Ç"}, {"end": "a1", "shown": "2"}, action="keep")
    )
    assert second_response.headers["Location"] == compare
    response = staff.get(compare)
    assert [difference.name for difference in response.context["differences"]] == ["pick-2-shown"]
    assert "who showed the indicator" in text(response)
    form_data = dict(response.context["keys"]) | {"pick-2-shown": "second"}
    assert staff.post(compare, form_data).status_code == 303
    assert [entry.report_data.get("indicator_shown_by") for entry in Entry.objects.order_by("pk")] == [
        "B2",
        "A2",
    ]


def test_each_of_four_singles_is_counted_down(owner, staff):
    club = owner.memberships.get().club
    tournament = singles_tournament(club=club, players=4, hands=None, rule_set_id="okey-countdown")
    encounter = encounters_of(tournament)[0]
    rows = ({"end": "3"}, {"shown": "2", "end": "4", "finish": "s"})
    page_text = text(staff.post(address(encounter), page(*rows, action="check")))
    assert [shown_points_left(page_text, deal) for deal in (1, 2)] == [
        ["18", "18", "20", "18"],
        ["1", "2", "3", "17"],
    ]
    assert staff.post(address(encounter), page(*rows)).status_code == 303
    assert [entry.report_data["finisher"] for entry in Entry.objects.order_by("pk")] == ["C1", "D1"]


def test_strangers_are_refused(encounter):
    for client, get_status, sent in ((Client(), 302, 403), (client_of(UserFactory.create()), 404, 404)):
        for name in ("type_sheet", "preview_typed_row", "compare_double_entry", "require_double_entry"):
            assert client.get(address(encounter, name=name)).status_code == get_status
        assert client.post(address(encounter), page(PLAIN)).status_code == sent
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "sent", [{}, {"first": "x", "rows": "y"}, {"first": "1", "rows": "5", "1-end": "\x00"}]
)
def test_a_mangled_page_stores_nothing(staff, encounter, sent):
    assert staff.post(address(encounter), sent).status_code == 422
    assert not Entry.objects.exists()


@pytest.mark.postgres
def test_queries_do_not_grow_with_stored_hands(staff, encounter):
    counts = []
    play_hand(encounter, SMALL)
    for _time in range(2):
        play_hand(encounter, SMALL)
        with CaptureQueriesContext(connection) as captured:
            staff.get(address(encounter))
        counts.append(len(captured))
    assert counts[0] == counts[1]
