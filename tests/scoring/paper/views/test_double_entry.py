"""Typed twice blind: the second sees nothing of the first, and each box that differs is chosen."""

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
from tests.kept import kept
from tests.scoring.paper.views.test_typed_sheet import HAND, address, client_of, page, text
from tournaments.enums import Role
from tournaments.models import Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.english]


@kept
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER, user__name="Nermin Aksoy").user


@kept
def encounter(owner) -> Encounter:
    return encounters_of(drawn_tournament(club=owner.memberships.get().club))[0]


@pytest.fixture
def first(owner, encounter) -> Client:
    client = client_of(owner)
    assert client.post(address(encounter, name="type_twice")).status_code == 303
    return client


@pytest.fixture
def second(owner) -> Client:
    club = owner.memberships.get().club
    return client_of(MembershipFactory.create(club=club, role=Role.SCOREKEEPER, user__name="Kemal Öz").user)


def compare(encounter: Encounter) -> str:
    return address(encounter, name="compare_typed")


def keys(client: Client, encounter: Encounter) -> dict[str, str]:
    return dict(client.get(compare(encounter)).context["keys"])


def test_nothing_is_stored_before_the_second_has_typed(first, encounter):
    response = first.post(address(encounter), page(HAND))
    assert response.status_code == 409
    assert "is to be typed by two people" in text(response)
    assert 'value="30"' in text(response)
    assert not Entry.objects.exists()


def test_the_second_sees_nothing_of_the_first(first, second, encounter):
    assert first.post(address(encounter), page(HAND | {"B1-points": "87"}, action="keep")).status_code == 303
    response = second.get(address(encounter))
    shown = text(response)
    assert 'value="87"' not in shown
    assert all(row.row.empty for row in response.context["rows"])
    assert "One has finished; you are the second." in shown
    assert second.get(compare(encounter)).headers["Location"] == address(encounter)


def test_the_first_sees_his_own_again(first, encounter):
    first.post(address(encounter), page(HAND | {"B1-points": "87"}, action="keep"))
    shown = text(first.get(address(encounter)))
    assert 'name="1-B1-points" value="87"' in shown
    assert "What you typed is kept." in shown


def test_equal_typings_are_stored_with_one_tap(first, second, encounter):
    first.post(address(encounter), page(HAND, action="keep"))
    response = second.post(
        address(encounter), page(HAND | {"B2-opening": "n", "B1-points": "030"}, action="keep")
    )
    assert response.headers["Location"] == compare(encounter)
    assert "Both typed the same: 1 hand." in text(second.get(compare(encounter)))
    sent = keys(second, encounter)
    for _time in range(2):
        assert second.post(compare(encounter), sent).status_code == 303
    assert Entry.objects.count() == 1
    assert not TypedSheet.objects.exists()


def test_each_difference_is_chosen(first, second, encounter):
    first.post(address(encounter), page(HAND, HAND, action="keep"))
    second.post(address(encounter), page(HAND | {"B1-points": "80"}, HAND | {"end": "2"}, action="keep"))
    shown = first.get(compare(encounter))
    assert [one.name for one in shown.context["differences"]] == ["pick-1-B1-points", "pick-2-end"]
    assert "Nermin Aksoy" in text(shown)
    assert "Kemal Öz" in text(shown)
    sent = keys(first, encounter) | {"pick-1-B1-points": "second"}
    assert first.post(compare(encounter), sent).status_code == 422
    assert not Entry.objects.exists()
    assert first.post(compare(encounter), sent | {"pick-2-end": "first"}).status_code == 303
    reports = [entry.report_data for entry in Entry.objects.order_by("pk")]
    assert reports[0]["seats"]["B1"]["rack"]["points"] == 80
    assert reports[1]["finisher"] == "A1"


def test_a_hand_that_only_one_typed_differs_too(first, second, encounter):
    first.post(address(encounter), page(HAND, action="keep"))
    second.post(address(encounter), page(HAND, HAND, action="keep"))
    names = [one.name for one in second.get(compare(encounter)).context["differences"]]
    assert names == ["pick-2-end", "pick-2-B1-opening", "pick-2-B1-points", "pick-2-B2-opening"]
    sent = keys(second, encounter) | dict.fromkeys(names, "first")
    assert second.post(compare(encounter), sent).status_code == 303
    assert Entry.objects.count() == 1


def test_what_the_rules_refuse_comes_back_as_a_grid_that_can_be_stored(first, second, encounter):
    wrong = HAND | {"B1-points": "400"}
    first.post(address(encounter), page(HAND, wrong, action="keep"))
    second.post(address(encounter), page(HAND, wrong, action="keep"))
    response = second.post(compare(encounter), keys(second, encounter))
    assert response.status_code == 422
    assert 'name="2-B1-points" value="400"' in text(response)
    assert Entry.objects.count() == 1
    assert second.post(address(encounter), page(HAND, first=2)).status_code == 303
    assert Entry.objects.count() == 2


def test_what_can_not_be_read_is_not_kept(first, encounter):
    assert first.post(address(encounter), page(HAND | {"end": "9"}, action="keep")).status_code == 422
    assert not TypedSheet.objects.filter(finished=True).exists()


def test_an_empty_sheet_is_not_kept(first, encounter):
    assert first.post(address(encounter), page({}, action="keep")).status_code == 422


def test_nothing_is_kept_unasked(second, encounter):
    response = second.post(address(encounter), page(HAND, action="keep"))
    assert response.status_code == 409
    assert not TypedSheet.objects.exists()


def test_a_third_is_led_to_the_comparison(first, second, encounter, owner):
    first.post(address(encounter), page(HAND, action="keep"))
    second.post(address(encounter), page(HAND, action="keep"))
    third = client_of(MembershipFactory.create(club=owner.memberships.get().club, role=Role.REFEREE).user)
    assert compare(encounter) in text(third.get(address(encounter)))
    assert third.post(address(encounter), page(HAND, action="keep")).status_code == 409


def test_the_organizer_may_think_better_of_it(first, second, encounter):
    first.post(address(encounter), page(HAND, action="keep"))
    first.post(address(encounter, name="type_twice"), {"drop": "yes"})
    assert not TypedSheet.objects.exists()
    assert second.post(address(encounter), page(HAND)).status_code == 303


def test_only_who_manages_asks_for_it(second, encounter):
    assert second.post(address(encounter, name="type_twice")).status_code == 404
    assert not TypedSheet.objects.exists()


def test_asking_that_is_loaded_again_leads_back(first, encounter):
    response = first.get(address(encounter, name="type_twice"))
    assert response.headers["Location"] == address(encounter)


def test_a_draw_that_was_taken_back_is_said(first, encounter):
    public_id = encounter.public_id
    tournament = encounter.stage.tournament
    TypedSheet.objects.all().delete()
    first.post(reverse("tournaments:undo_draw", args=[tournament.public_id, 1]))
    assert first.post(reverse("scoring:type_twice", args=[public_id, 1])).status_code == 404


def test_other_methods_are_refused(first, encounter):
    assert first.put(compare(encounter)).status_code == 405
    assert first.delete(address(encounter, name="type_twice")).status_code == 405


def test_a_gap_between_hands_loses_none(first, second, encounter):
    for client in (first, second):
        client.post(address(encounter), page(HAND, {}, HAND | {"B1-points": "44"}, action="keep"))
    assert 'name="3-B1-points" value="44"' in text(first.post(compare(encounter), keys(first, encounter)))
    assert Entry.objects.count() == 1


def test_own_rows_come_back_with_their_gaps(first, encounter):
    first.post(address(encounter), page(HAND, {}, HAND | {"B1-points": "44"}, action="keep"))
    shown = text(first.get(address(encounter)))
    assert re.findall(r'id="row-(\d+)"', shown)[:3] == ["1", "2", "3"]
    assert 'name="3-B1-points" value="44"' in shown


def test_the_log_tells_it(first, encounter):
    first.post(address(encounter), page(HAND, HAND, action="keep"))
    shown = text(first.get(reverse("scoring:log", args=[encounter.stage.tournament.public_id])))
    assert "Sheet to be typed by two people" in shown
    assert "match 1, hands: 2" in shown


# The page of paper


def paper_of(client: Client, encounter: Encounter) -> Any:
    return client.get(reverse("scoring:paper", args=[encounter.stage.tournament.public_id]))


def test_the_page_of_paper_says_what_is_awaited(first, second, encounter):
    assert "two people are to type it, nobody has yet" in text(paper_of(first, encounter))
    first.post(address(encounter), page(HAND, action="keep"))
    shown = text(paper_of(first, encounter))
    assert shown.count("typed once, a second person is awaited") == 1
    assert compare(encounter) not in shown
    second.post(address(encounter), page(HAND, action="keep"))
    shown = text(paper_of(first, encounter))
    assert "a second person is awaited" not in shown
    assert f'href="{compare(encounter)}"' in shown


def test_of_what_is_decided_nothing_is_awaited(first, encounter):
    play_encounter(encounter)
    assert "to type it" not in text(paper_of(first, encounter))


@pytest.mark.both_databases
def test_the_page_of_paper_takes_no_more_queries_for_more_typings(first, second, encounter):
    def queries() -> int:
        with CaptureQueriesContext(connection) as taken:
            assert paper_of(first, encounter).status_code == 200
        return len(taken)

    few = queries()
    for other in encounters_of(encounter.stage.tournament)[1:]:
        first.post(address(other, name="type_twice"))
        second.post(address(other), page(HAND, action="keep"))
    assert TypedSheet.objects.count() > 3
    assert queries() == few
