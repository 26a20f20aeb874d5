from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Entry, TypedSheet
from tests.factories import MembershipFactory, drawn_tournament, encounters_of, play_encounter
from tests.module_fixtures import module_fixture
from tests.scoring.paper.views.test_typed_sheet import HAND, address, client_of, page, text
from tournaments.enums import Role
from tournaments.models import Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER, user__name="Nermin Aksoy").user


@module_fixture
def encounter(owner) -> Encounter:
    return encounters_of(drawn_tournament(club=owner.memberships.get().club))[0]


@pytest.fixture
def first_typist(owner, encounter) -> Client:
    client = client_of(owner)
    assert client.post(address(encounter, name="require_double_entry")).status_code == 303
    return client


@pytest.fixture
def second_typist(owner) -> Client:
    club = owner.memberships.get().club
    return client_of(MembershipFactory.create(club=club, role=Role.SCOREKEEPER, user__name="Kemal Öz").user)


STATUS = 'data-test="typing-status"'


def compare(encounter: Encounter) -> str:
    return address(encounter, name="compare_double_entry")


def keys(client: Client, encounter: Encounter) -> dict[str, str]:
    return dict(client.get(compare(encounter)).context["keys"])


def test_nothing_is_stored_before_the_second_typing(first_typist, encounter):
    response = first_typist.post(address(encounter), page(HAND))
    assert (response.status_code, response.context["refusal"].code) == (409, "double_entry_incomplete")
    assert 'value="30"' in text(response)
    assert not Entry.objects.exists()


def test_second_person_does_not_see_the_first_typing(first_typist, second_typist, encounter):
    assert (
        first_typist.post(address(encounter), page(HAND | {"B1-points": "87"}, action="keep")).status_code
        == 303
    )
    response = second_typist.get(address(encounter))
    assert 'value="87"' not in text(response)
    assert all(row.row.empty for row in response.context["rows"])
    assert len(response.context["double_entry"].finished_sheets) == 1
    assert response.context["own_sheet"] is None
    assert second_typist.get(compare(encounter)).headers["Location"] == address(encounter)


def test_first_person_sees_their_typing_again(first_typist, encounter):
    first_typist.post(address(encounter), page(HAND | {"B1-points": "87"}, action="keep"))
    response = first_typist.get(address(encounter))
    assert 'name="1-B1-points" value="87"' in text(response)
    assert response.context["own_sheet"].finished


def test_equal_typings_are_stored_at_once(first_typist, second_typist, encounter):
    first_typist.post(address(encounter), page(HAND, action="keep"))
    response = second_typist.post(
        address(encounter), page(HAND | {"B2-opening": "n", "B1-points": "030"}, action="keep")
    )
    assert response.headers["Location"] == compare(encounter)
    compared = second_typist.get(compare(encounter)).context
    assert (compared["differences"], compared["hands"]) == ([], 1)
    form_data = keys(second_typist, encounter)
    for _time in range(2):
        assert second_typist.post(compare(encounter), form_data).status_code == 303
    assert Entry.objects.count() == 1
    assert not TypedSheet.objects.exists()


def test_each_difference_must_be_chosen(first_typist, second_typist, encounter):
    first_typist.post(address(encounter), page(HAND, HAND, action="keep"))
    second_typist.post(
        address(encounter), page(HAND | {"B1-points": "80"}, HAND | {"end": "2"}, action="keep")
    )
    response = first_typist.get(compare(encounter))
    assert [difference.name for difference in response.context["differences"]] == [
        "pick-1-B1-points",
        "pick-2-end",
    ]
    assert "Nermin Aksoy" in text(response)
    assert "Kemal Öz" in text(response)
    form_data = keys(first_typist, encounter) | {"pick-1-B1-points": "second"}
    assert first_typist.post(compare(encounter), form_data).status_code == 422
    assert not Entry.objects.exists()
    assert first_typist.post(compare(encounter), form_data | {"pick-2-end": "first"}).status_code == 303
    reports = [entry.report_data for entry in Entry.objects.order_by("pk")]
    assert reports[0]["seats"]["B1"]["rack"]["points"] == 80
    assert reports[1]["finisher"] == "A1"


def test_hand_typed_once_counts_as_a_difference(first_typist, second_typist, encounter):
    first_typist.post(address(encounter), page(HAND, action="keep"))
    second_typist.post(address(encounter), page(HAND, HAND, action="keep"))
    names = [difference.name for difference in second_typist.get(compare(encounter)).context["differences"]]
    assert names == ["pick-2-end", "pick-2-B1-opening", "pick-2-B1-points", "pick-2-B2-opening"]
    form_data = keys(second_typist, encounter) | dict.fromkeys(names, "first")
    assert second_typist.post(compare(encounter), form_data).status_code == 303
    assert Entry.objects.count() == 1


def test_refused_rows_return_as_an_editable_grid(first_typist, second_typist, encounter):
    wrong = HAND | {"B1-points": "400"}
    first_typist.post(address(encounter), page(HAND, wrong, action="keep"))
    second_typist.post(address(encounter), page(HAND, wrong, action="keep"))
    response = second_typist.post(compare(encounter), keys(second_typist, encounter))
    assert response.status_code == 422
    assert 'name="2-B1-points" value="400"' in text(response)
    assert Entry.objects.count() == 1
    assert second_typist.post(address(encounter), page(HAND, first=2)).status_code == 303
    assert Entry.objects.count() == 2


def test_unreadable_typing_is_not_kept(first_typist, encounter):
    assert first_typist.post(address(encounter), page(HAND | {"end": "9"}, action="keep")).status_code == 422
    assert not TypedSheet.objects.filter(finished=True).exists()


def test_an_empty_sheet_is_not_kept(first_typist, encounter):
    assert first_typist.post(address(encounter), page({}, action="keep")).status_code == 422


def test_typing_is_not_kept_without_double_entry(second_typist, encounter):
    response = second_typist.post(address(encounter), page(HAND, action="keep"))
    assert response.status_code == 409
    assert not TypedSheet.objects.exists()


def test_third_person_is_redirected_to_the_comparison(first_typist, second_typist, encounter, owner):
    first_typist.post(address(encounter), page(HAND, action="keep"))
    second_typist.post(address(encounter), page(HAND, action="keep"))
    third = client_of(MembershipFactory.create(club=owner.memberships.get().club, role=Role.REFEREE).user)
    assert compare(encounter) in text(third.get(address(encounter)))
    assert third.post(address(encounter), page(HAND, action="keep")).status_code == 409


def test_organizer_can_drop_double_entry(first_typist, second_typist, encounter):
    first_typist.post(address(encounter), page(HAND, action="keep"))
    first_typist.post(address(encounter, name="require_double_entry"), {"drop": "yes"})
    assert not TypedSheet.objects.exists()
    assert second_typist.post(address(encounter), page(HAND)).status_code == 303


def test_only_managers_can_require_double_entry(second_typist, encounter):
    assert second_typist.post(address(encounter, name="require_double_entry")).status_code == 404
    assert not TypedSheet.objects.exists()


def test_get_redirects_back(first_typist, encounter):
    response = first_typist.get(address(encounter, name="require_double_entry"))
    assert response.headers["Location"] == address(encounter)


def test_double_entry_after_an_undone_draw_is_404(first_typist, encounter):
    public_id = encounter.public_id
    tournament = encounter.stage.tournament
    TypedSheet.objects.all().delete()
    first_typist.post(reverse("tournaments:undo_draw", args=[tournament.public_id, 1]))
    assert first_typist.post(reverse("scoring:require_double_entry", args=[public_id, 1])).status_code == 404


def test_other_methods_are_refused(first_typist, encounter):
    assert first_typist.put(compare(encounter)).status_code == 405
    assert first_typist.delete(address(encounter, name="require_double_entry")).status_code == 405


def test_gap_between_hands_keeps_all_rows(first_typist, second_typist, encounter):
    for client in (first_typist, second_typist):
        client.post(address(encounter), page(HAND, {}, HAND | {"B1-points": "44"}, action="keep"))
    assert 'name="3-B1-points" value="44"' in text(
        first_typist.post(compare(encounter), keys(first_typist, encounter))
    )
    assert Entry.objects.count() == 1


def test_kept_rows_return_with_their_gaps(first_typist, encounter):
    first_typist.post(address(encounter), page(HAND, {}, HAND | {"B1-points": "44"}, action="keep"))
    page_text = text(first_typist.get(address(encounter)))
    assert re.findall(r'id="row-(\d+)"', page_text)[:3] == ["1", "2", "3"]
    assert 'name="3-B1-points" value="44"' in page_text


def test_double_entry_is_logged(first_typist, encounter):
    first_typist.post(address(encounter), page(HAND, HAND, action="keep"))
    page_text = text(first_typist.get(reverse("scoring:log", args=[encounter.stage.tournament.public_id])))
    assert "Double entry of a sheet requested" in page_text
    assert "match 1; Number of hands: 2" in page_text


# The page of paper


def paper_of(client: Client, encounter: Encounter) -> Any:
    return client.get(reverse("scoring:paper", args=[encounter.stage.tournament.public_id]))


def test_paper_page_shows_pending_typings(first_typist, second_typist, encounter):

    def finished_typings() -> list[int]:
        response = paper_of(first_typist, encounter)
        entries = response.context["double_entries"]
        assert list(entries) == [encounter.pk]
        assert text(response).count(STATUS) == 1
        assert (f'href="{compare(encounter)}"' in text(response)) is entries[encounter.pk][1].is_complete
        return [len(entry.finished_sheets) for entry in entries[encounter.pk].values()]

    assert finished_typings() == [0]
    first_typist.post(address(encounter), page(HAND, action="keep"))
    assert finished_typings() == [1]
    second_typist.post(address(encounter), page(HAND, action="keep"))
    assert finished_typings() == [2]


def test_decided_encounter_has_no_pending_typings(first_typist, encounter):
    assert STATUS in text(paper_of(first_typist, encounter))
    play_encounter(encounter)
    assert STATUS not in text(paper_of(first_typist, encounter))


@pytest.mark.postgres
def test_queries_do_not_grow_with_typings(first_typist, second_typist, encounter):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert paper_of(first_typist, encounter).status_code == 200
        return len(captured)

    few = queries()
    for other in encounters_of(encounter.stage.tournament)[1:]:
        first_typist.post(address(other, name="require_double_entry"))
        second_typist.post(address(other), page(HAND, action="keep"))
    assert TypedSheet.objects.count() > 3
    assert queries() == few
