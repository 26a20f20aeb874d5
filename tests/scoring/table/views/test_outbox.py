from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.ledger.refusals import HandBeforeMissing
from scoring.models import Entry, Hand
from tests.factories import NOW, MembershipFactory, drawn_tournament, play_encounter, play_hand, report
from tests.languages import LanguageClient, english
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import (
    address,
    encounter_at,
    hand,
    in_page_language,
    phone,
    table_of,
    text_at,
)
from tournaments.access import table_cookie_name
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table
from tournaments.tables.domain.tables import renew_link

pytestmark = pytest.mark.django_db
STRANGE = "00000000-0000-4000-8000-000000000000"


@module_fixture
def table() -> Table:
    return table_of(drawn_tournament(groups_best_of=3))


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def send(client: Client, table: Table, data: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    response = client.post(address("receive_hand", table), data, headers={"accept": "application/json"})
    return response.status_code, response.json()


def test_hand_is_stored_under_the_keepers_name(keeper, table, encounter):
    assert send(keeper, table, hand(encounter)) == (200, {"state": "stored", "repeated": False})
    entry = Entry.objects.get()
    assert entry.keeper is not None
    assert (entry.keeper.name, entry.keeper.table, entry.table_link) == ("Nermin", table, table.links.get())


@pytest.mark.postgres
def test_saving_from_a_phone_takes_a_fixed_number_of_queries(
    keeper, table, encounter, django_assert_num_queries
):
    send(keeper, table, hand(encounter))
    with django_assert_num_queries(19):
        assert send(keeper, table, hand(encounter, deal=2)) == (200, {"state": "stored", "repeated": False})


def test_hand_is_held_until_the_table_has_a_keeper(table, encounter):
    newcomer, data = phone(table, "en", keeper=""), hand(encounter)
    status, payload = send(newcomer, table, data)
    assert (status, payload["state"], payload["code"]) == (409, "held", "keeper_name_missing")
    assert newcomer.get(address("table", table)).context["shows"] == "keeper"
    newcomer.post(address("become_keeper", table), {"name": "Hasan"})
    assert send(newcomer, table, data) == (200, {"state": "stored", "repeated": False})
    entry = Entry.objects.get()
    assert entry.keeper is not None
    assert entry.keeper.name == "Hasan"


def test_resent_hand_is_stored_once(keeper, table, encounter):
    data = hand(encounter)
    send(keeper, table, data)
    assert send(keeper, table, data) == (200, {"state": "stored", "repeated": True})
    assert Entry.objects.count() == 1


def test_identical_hand_of_another_phone_counts_as_stored(keeper, table, encounter):
    first, second = hand(encounter), hand(encounter)
    send(keeper, table, first)
    other = phone(table, "en", keeper="Ayla")
    code, payload = send(other, table, second)
    assert (code, payload) == (200, {"state": "stored", "repeated": True, "stored": first["entry_key"]})
    assert send(other, table, hand(encounter, deal="", match="", after=first["entry_key"]))[0] == 200
    assert Entry.objects.count() == 2


def test_hands_sent_in_a_row_find_their_deals(keeper, table, encounter):
    first = hand(encounter)
    send(keeper, table, first)
    before = first["entry_key"]
    for _hand in range(3):
        data = hand(encounter, match="", deal="", after=before)
        assert send(keeper, table, data)[0] == 200
        before = data["entry_key"]
    places = Hand.objects.order_by("match__number", "deal").values_list("match__number", "deal")
    assert list(places) == [(1, 1), (1, 2), (1, 3), (2, 1)]


@pytest.mark.parametrize(
    "clock", ["1000000000000", "253402300799000", "99999999999999999999", "-1", "", "soon"]
)
def test_plausible_phone_time_is_stored_and_others_are_ignored(keeper, table, encounter, clock):
    status, _payload = send(keeper, table, hand(encounter, entered_at=clock))
    if clock == "soon":
        assert status == 409
        return
    assert status == 200
    entered = Entry.objects.get().entered_at
    assert (entered.year if entered else None) == {"1000000000000": 2001, "-1": 1969}.get(clock)


def test_invalid_hand_is_refused_with_all_reasons(keeper, table, encounter):
    status, payload = send(keeper, table, hand(encounter, B1__points="199", B2__opening="", B2__points=""))
    assert (status, payload["state"], payload["code"]) == (409, "refused", "hand_refused")
    assert len(payload["reasons"]) == 2
    assert any("155" in reason for reason in payload["reasons"])
    rules = english(reverse("scoring:rules", args=[table.tournament.public_id]))
    assert payload["book"] == [{"words": "Rule 4.1", "address": f"{rules}#m4-1"}]
    assert not Hand.objects.exists()


def test_warning_is_returned_until_confirmed(keeper, table, encounter):
    data = hand(encounter, B1__points="0")
    status, payload = send(keeper, table, data)
    assert (status, payload["code"]) == (409, "warnings_not_accepted")
    assert payload["reasons"]
    assert send(keeper, table, data | {"accepted": "empty_rack_without_finish"})[0] == 200


def test_taken_deal_returns_the_key_of_the_stored_hand(keeper, table, encounter):
    current_entry = play_hand(encounter, report(points=(1, 2))).entry
    status, payload = send(keeper, table, hand(encounter))
    assert (status, payload["code"], payload["stored"]) == (
        409,
        "hand_already_recorded",
        current_entry.entry_key,
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"match": "2"}, "match_not_open"),
        ({"deal": "3"}, "deal_skipped"),
        ({"deal": ""}, "form_incomplete"),
        ({"entry_key": "x"}, "form_incomplete"),
        ({"after": STRANGE, "match": "", "deal": ""}, "previous_hand_missing"),
        ({"encounter": STRANGE}, "not_played_here"),
    ],
)
def test_hand_without_a_valid_deal_is_refused(keeper, table, encounter, changes, code):
    status, payload = send(keeper, table, hand(encounter) | changes)
    assert (status, payload["state"], payload["code"]) == (409, "refused", code)
    assert payload["reasons"] != [""]
    assert not Hand.objects.exists()


def test_hand_with_unknown_predecessor_is_offered_as_the_next(keeper, table, encounter):
    play_hand(encounter, report(points=(1, 2)))
    data = hand(encounter, match="", deal="", after=STRANGE, B1__points=31)
    page = keeper.post(address("enter_hand", table), data)
    assert page.status_code == 409
    assert text_at(page, "as-next")
    assert page.context["screen"].match.next_number == 2
    assert [page.context["form"][name].value() for name in ("after", "match", "deal")] == ["", "1", "2"]
    assert 'value="31"' in page.content.decode()
    assert send(keeper, table, data | {"after": "", "match": "1", "deal": "2"})[1]["state"] == "stored"


def test_hand_of_a_decided_encounter_is_not_offered_as_the_next(keeper, table, encounter):
    play_encounter(encounter)
    page = keeper.post(address("enter_hand", table), hand(encounter, match="", deal="", after=STRANGE))
    assert page.context["message"] == in_page_language(page, HandBeforeMissing())
    assert b'<p class="js-only">' in page.content
    assert text_at(page, "as-next") == ""


def test_a_key_with_other_content_is_refused(keeper, table, encounter):
    data = hand(encounter)
    send(keeper, table, data)
    assert send(keeper, table, data | {"B1-points": "31"})[1]["code"] == "entry_key_reused"


def test_hand_after_the_end_of_the_encounter_is_refused(keeper, table, encounter):
    play_encounter(encounter)
    last = Entry.objects.order_by("-pk")[0].entry_key
    status, payload = send(keeper, table, hand(encounter, match="", deal="", after=last))
    assert (status, payload["code"]) == (409, "encounter_is_decided")


def test_renewed_code_answers_with_our_header(keeper, table, encounter):
    renew_link(table=table, by=CONSOLE, at=NOW)
    response = keeper.post(address("receive_hand", table), hand(encounter))
    assert (response.status_code, response.headers["X-Istaka"]) == (404, "code-not-valid")


def test_phone_without_cookie_or_session_sees_its_unsent_hands(keeper, table, encounter):
    staff = LanguageClient("en")
    staff.force_login(MembershipFactory.create(club=table.tournament.club, role=Role.SCOREKEEPER).user)
    assert staff.get(address("table", table)).headers["Cache-Control"] == "private, no-cache"
    del staff.cookies[settings.SESSION_COOKIE_NAME]
    for name in [name for name in keeper.cookies if name.startswith(table_cookie_name(table.public_id))]:
        del keeper.cookies[name]
    for client in (staff, keeper):
        response = client.post(address("receive_hand", table), hand(encounter))
        assert (response.status_code, response.headers["X-Istaka"]) == (404, "code-not-valid")
        page = client.get(address("table", table))
        assert (page.status_code, 'id="tray"' in page.content.decode()) == (404, True)
        assert page.context["forgotten"]


def test_strangers_get_404(table, encounter):
    response = Client().post(address("receive_hand", table), hand(encounter))
    assert response.status_code == 404
    # The phone may have lost its cookies: it is told to scan the code again.
    assert response.headers["X-Istaka"] == "code-not-valid"
    assert Client().get(address("receive_hand", table)).status_code == 405


def test_hand_typed_before_a_seat_swap_is_refused(keeper, table, encounter):
    form = keeper.get(address("enter_hand", table)).context["form"]
    data = hand(encounter, seating=form["seating"].value())
    keeper.post(address("swap_seats", table), {"side": "A"})
    assert send(keeper, table, data)[1]["code"] == "seating_changed"
    assert not Hand.objects.exists()
    keeper.post(address("swap_seats", table), {"side": "A"})
    assert send(keeper, table, data)[0] == 200
