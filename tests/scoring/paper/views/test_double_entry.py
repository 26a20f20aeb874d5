from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Entry, TypedSheet
from scoring.paper import domain
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.paper.views.test_typed_sheet import HAND, address, client_of, text, typed
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.log.actor import Actor
from tournaments.models import Encounter, LogRow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

STATUS = 'data-test="typing-status"'


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER, user__name="Nermin Aksoy").user


@module_fixture
def encounter(owner) -> Encounter:
    """Return the first of matches of three hands."""
    return encounters_of(drawn_tournament(club=owner.memberships.get().club))[0]


@pytest.fixture
def first_typist(owner, encounter) -> Client:
    client = client_of(owner)
    assert client.post(address(encounter, name="require_double_entry")).status_code == 303
    return client


@pytest.fixture
def second_typist(owner) -> Client:
    return client_of(colleague(owner, "Kemal Öz"))


def colleague(owner: Any, name: str) -> Any:
    club = owner.memberships.get().club
    return MembershipFactory.create(club=club, role=Role.SCOREKEEPER, user__name=name).user


def compare(encounter: Encounter) -> str:
    return address(encounter, name="compare_double_entry")


def keep(client: Client, encounter: Encounter, *points: str, first: int = 1) -> Any:
    """Type a hand for each of B1's points."""
    for deal, left in enumerate(points, start=first):
        response = client.post(address(encounter), typed(encounter, deal, changes={"B1-points": left}))
        assert response.status_code == 303
    return response


def finish(client: Client, encounter: Encounter) -> Any:
    return client.post(address(encounter), {"typed_all": "yes"})


def type_by_both(first: Client, second: Client, encounter: Encounter, *points: tuple[str, str]) -> None:
    for client, own_points in zip((first, second), zip(*points, strict=True), strict=True):
        keep(client, encounter, *own_points)
        finish(client, encounter)


def stored_points() -> list[int]:
    return [entry.report_data["seats"]["B1"]["rack"]["points"] for entry in Entry.objects.order_by("pk")]


def test_typed_rows_are_kept_and_seen_by_their_typist_alone(first_typist, second_typist, encounter):
    keep(first_typist, encounter, "87", "12")
    own, other = (
        client.get(address(encounter)).context["typing"] for client in (first_typist, second_typist)
    )
    assert ([row.points_and_totals for row in own.rows], own.deal) == (
        [[(-101, -101), (127, 127)], [(-101, -202), (52, 179)]],
        3,
    )
    assert (other.rows, other.deal) == ([], 1)
    assert not Entry.objects.exists()


def test_own_row_is_changed(first_typist, encounter):
    keep(first_typist, encounter, "87", "12")
    page = first_typist.get(address(encounter) + "?row=1")
    assert page.context["form"].seats["B1"]["points"].value() == 87
    assert (page.context["screen"].match.next_number, len(page.context["typing"].rows)) == (1, 2)
    keep(first_typist, encounter, "78")
    page = first_typist.get(address(encounter))
    assert [row.points_and_totals[1] for row in page.context["typing"].rows] == [(118, 118), (52, 170)]


@pytest.mark.parametrize(("points", "status"), [("400", 422), ("", 422)], ids=["impossible", "unusual"])
def test_row_that_the_rules_refuse_is_not_kept(first_typist, encounter, points, status):
    response = first_typist.post(address(encounter), typed(encounter, changes={"B1-points": points}))
    assert response.status_code == status
    assert TypedSheet.objects.get().rows == {}


def test_row_after_a_gap_is_refused(first_typist, encounter):
    assert first_typist.post(address(encounter), typed(encounter, 2)).status_code == 409


def test_row_stored_meanwhile_is_compared(first_typist, encounter):
    play_hand(encounter)
    response = first_typist.post(address(encounter), typed(encounter, changes={"B1-points": "6"}))
    assert (response.status_code, response.context["stored"].hand.deal) == (409, 1)


def test_typing_ends_with_the_match(first_typist, second_typist, encounter):
    keep(first_typist, encounter, "1", "2", "3")
    assert TypedSheet.objects.get().finished
    assert second_typist.get(compare(encounter)).headers["Location"] == address(encounter)
    assert keep(second_typist, encounter, "1", "2", "3").headers["Location"] == compare(encounter)


def test_equal_typings_are_stored_at_once(first_typist, second_typist, encounter):
    type_by_both(first_typist, second_typist, encounter, ("30", "30"), ("20", "20"))
    page = second_typist.get(compare(encounter))
    assert (page.context["differences"], page.context["hands"]) == ([], 2)
    for _time in range(2):
        assert second_typist.post(compare(encounter)).status_code == 303
    assert stored_points() == [30, 20]
    assert not TypedSheet.objects.exists()


def test_each_different_hand_is_chosen(first_typist, second_typist, encounter):
    type_by_both(first_typist, second_typist, encounter, ("30", "80"), ("20", "20"), ("7", "8"))
    page = first_typist.get(compare(encounter))
    differences = page.context["differences"]
    assert [difference.deal for difference in differences] == [1, 3]
    assert [version.typist for version in differences[0].versions] == ["Nermin Aksoy", "Kemal Öz"]
    response = first_typist.post(compare(encounter), {"row-1": "second"})
    assert (response.status_code, Entry.objects.count()) == (422, 0)
    assert first_typist.post(compare(encounter), {"row-1": "second", "row-3": "first"}).status_code == 303
    assert stored_points() == [80, 20, 7]


def test_hand_typed_by_one_alone_is_a_difference(first_typist, second_typist, encounter):
    keep(first_typist, encounter, "30", "20")
    keep(second_typist, encounter, "30")
    for client in (first_typist, second_typist):
        finish(client, encounter)
    (difference,) = first_typist.get(compare(encounter)).context["differences"]
    assert (difference.deal, difference.versions[1].report) == (2, None)
    first_typist.post(compare(encounter), {"row-2": "second"})
    assert stored_points() == [30]


def test_row_typed_again_settles_a_difference(first_typist, second_typist, encounter, owner):
    type_by_both(first_typist, second_typist, encounter, ("30", "80"))
    third = client_of(colleague(owner, "Ece Su"))
    assert third.get(address(encounter) + "?row=1").context["form"].seats["B1"]["points"].value() == 30
    assert keep(third, encounter, "38").headers["Location"] == compare(encounter)
    assert third.get(compare(encounter)).context["differences"] == []
    third.post(compare(encounter))
    assert stored_points() == [38]


def test_refusal_keeps_what_is_not_stored(first_typist, second_typist, encounter, owner):
    type_by_both(first_typist, second_typist, encounter, ("30", "30"), ("20", "20"))
    for sheet in TypedSheet.objects.all():
        sheet.rows["2"] = report(points=(400, 0)).to_json()
        sheet.save()
    response = first_typist.post(compare(encounter))
    assert (response.status_code, response.context["refused_row"], stored_points()) == (409, 2, [30])
    keep(first_typist, encounter, "22", first=2)
    assert first_typist.post(compare(encounter)).status_code == 303
    assert stored_points() == [30, 22]


def test_rows_after_the_end_of_the_match_are_left_out(first_typist, second_typist, encounter):
    type_by_both(first_typist, second_typist, encounter, ("1", "1"), ("2", "2"), ("3", "3"))
    for sheet in TypedSheet.objects.all():
        sheet.rows["4"] = report().to_json()
        sheet.save()
    assert [row.deal for row in first_typist.get(address(encounter)).context["typing"].rows] == [1, 2, 3]
    first_typist.post(compare(encounter))
    assert (stored_points(), TypedSheet.objects.exists()) == ([1, 2, 3], False)


def test_finished_typing_goes_on_if_the_match_does(first_typist, encounter):
    keep(first_typist, encounter, "1", "2", "3")
    nobody = dict.fromkeys(HAND, "") | {"end": "all_opened_pairs"}
    assert first_typist.post(address(encounter), typed(encounter, 2, changes=nobody)).status_code == 303
    assert f'href="{address(encounter)}?row=4"' in text(first_typist.get(address(encounter)))
    assert keep(first_typist, encounter, "4", first=4).headers["Location"] == address(encounter)
    rows = first_typist.get(address(encounter)).context["typing"].rows
    assert [row.void for row in rows] == [False, True, False, False]


def test_hand_saved_from_a_phone_meanwhile_stays(first_typist, second_typist, encounter):
    type_by_both(first_typist, second_typist, encounter, ("7", "7"), ("20", "20"))
    play_hand(encounter, report(points=(30, 40)))
    assert first_typist.get(compare(encounter)).context["saved_otherwise"] == [1]
    first_typist.post(compare(encounter))
    assert stored_points() == [30, 20]


def test_hands_are_not_stored_before_two_have_finished(first_typist, encounter, owner):
    keep(first_typist, encounter, "30")
    with pytest.raises(domain.DoubleEntryIncomplete):
        domain.store_typed_hands(
            encounter=encounter, match=1, reports={1: report()}, by=Actor(user=owner), at=NOW
        )


def test_third_person_finishes_no_typing(first_typist, second_typist, encounter, owner):
    third = client_of(colleague(owner, "Ece Su"))
    keep(third, encounter, "30")
    type_by_both(first_typist, second_typist, encounter, ("30", "30"))
    with pytest.raises(domain.DoubleEntryComplete):
        domain.finish_typing(
            encounter=encounter,
            match=1,
            by=Actor(user=TypedSheet.objects.get(finished=False).user),
            at=NOW,
        )
    assert f'href="{compare(encounter)}"' in text(third.get(address(encounter)))


def test_empty_typing_is_not_finished(first_typist, encounter, owner):
    assert message_levels(finish(first_typist, encounter)) == ["error"]
    with pytest.raises(domain.DoubleEntryNotRequested):
        domain.keep_typed_row(
            encounter=encounters_of(encounter.stage.tournament)[1],
            match=1,
            deal=1,
            report=report(),
            by=Actor(user=owner),
            at=NOW,
        )


def test_organizer_drops_double_entry(first_typist, second_typist, encounter):
    require = address(encounter, name="require_double_entry")
    assert second_typist.post(require).status_code == 404
    first_typist.post(require)
    first_typist.post(require, {"drop": "yes"})
    assert not TypedSheet.objects.exists()
    assert keep(second_typist, encounter, "30").status_code == 303
    assert Entry.objects.count() == 1


def test_double_entry_is_logged(first_typist, encounter):
    keep(first_typist, encounter, "30", "20")
    finish(first_typist, encounter)
    first_typist.post(address(encounter, name="require_double_entry"), {"drop": "yes"})
    actions = LogRow.objects.order_by("-pk").values_list("action", flat=True)[:3]
    assert list(actions) == ["double_entry_discarded", "sheet_typed", "double_entry_requested"]


@pytest.mark.parametrize("name", ["require_double_entry", "compare_double_entry"])
def test_pages_without_two_typings_redirect_to_the_sheet(first_typist, encounter, name):
    assert first_typist.get(address(encounter, name=name)).headers["Location"] == address(encounter)
    assert first_typist.put(address(encounter, name=name)).status_code == 405


def paper_of(client: Client, encounter: Encounter) -> Any:
    return client.get(reverse("scoring:paper", args=[encounter.stage.tournament.public_id]))


def test_paper_page_shows_pending_typings(first_typist, second_typist, encounter):
    type_by_both(first_typist, second_typist, encounter, ("30", "30"))
    response = paper_of(first_typist, encounter)
    assert response.context["double_entries"][encounter.pk][1].is_complete
    assert f'href="{compare(encounter)}"' in text(response)
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
        keep(second_typist, other, "30")
    assert TypedSheet.objects.count() > 3
    assert queries() == few
