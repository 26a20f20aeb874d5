from __future__ import annotations

import re

import pytest

from tests.factories import NOW, enter_named
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tests.tournaments.signup.views.conftest import address
from tournaments.enums import ApplicationState
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, SignUp
from tournaments.signup.domain import decisions
from tournaments.signup.domain.contact_emails import Contact
from tournaments.signup.views import application_list
from tournaments.signup.views.application_list import is_found, read_page

pytestmark = pytest.mark.django_db


def rows_of(tournament, *, has_fee=False, search=""):
    return read_page(tournament, has_fee=has_fee, search=search, number=None)[1]


def actions_of(tournament, state, *, has_fee=False):
    row = next(row for row in rows_of(tournament, has_fee=has_fee) if row.application.state == state)
    return row.turns_down, row.next_action, row.rare_actions


def page_of(client, tournament, **query):
    return client.get(address("sign_ups", tournament), query)


def shown(page):
    return page.content.decode()


def test_each_state_has_one_next_action_and_others_in_a_menu(tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Su Ak", "Can Er")
    apply(tournament, "Nil Tan")
    set_terms(tournament, capacity=1, approval=True)
    apply(tournament, "Ufuk Ay", "Oya Su")
    assert actions_of(tournament, ApplicationState.ASKED) == ("refuse", "let_in", [])
    assert actions_of(tournament, ApplicationState.SEEKING) == ("refuse", "", [])
    assert actions_of(tournament, ApplicationState.WAITING) == ("", "let_in_now", ["refuse"])
    assert actions_of(tournament, ApplicationState.LET_IN) == ("", "", ["remove_from_list"])
    assert actions_of(tournament, ApplicationState.LET_IN, has_fee=True) == ("", "paid", ["remove_from_list"])


def test_refused_applicant_who_has_paid_can_be_let_in_or_paid_back(tournament):
    set_terms(tournament, approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    decisions.refuse(application=own, by=CONSOLE, at=NOW)
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    assert actions_of(tournament, ApplicationState.REFUSED) == ("", "let_in", ["unpaid"])


def test_unconfirmed_applicant_is_accepted_first_and_let_in_early_by_the_menu(tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = apply(tournament, "Su Ak", "Can Er")
    Application.objects.filter(pk=waiting.pk).update(must_confirm=True)
    assert actions_of(tournament, ApplicationState.WAITING) == ("", "let_in", ["let_in_now", "refuse"])


def test_waiting_list_is_numbered_without_those_who_must_confirm(tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = [apply(tournament, f"Su Ak{letter}", f"Can Er{letter}") for letter in "abc"]
    Application.objects.filter(pk=waiting[1].pk).update(must_confirm=True)
    turns = {row.application.pk: row.turn for row in rows_of(tournament)}
    assert [turns[application.pk] for application in waiting] == [1, None, 2]
    assert [turn for turn in turns.values() if turn] == [1, 2]


def test_unconfirmed_applicants_stand_below_the_numbered_ones(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = [apply(tournament, f"Su Ak{letter}", f"Can Er{letter}") for letter in "abc"]
    Application.objects.filter(pk=waiting[0].pk).update(must_confirm=True)
    page = page_of(organizer_client, tournament)
    headings = [row.heading for row in page.context["other_rows"]]
    assert headings == ["waiting", "waiting", "let_in"]
    assert [row.application for row in page.context["unconfirmed_rows"]] == [waiting[0]]
    places = [shown(page).index(f'id="rows-{key}"') for key in ("waiting", "unconfirmed", "let_in")]
    assert places == sorted(places)
    Application.objects.filter(pk__in=[own.pk for own in waiting]).update(must_confirm=True)
    alone = page_of(organizer_client, tournament)
    assert [row.heading for row in alone.context["other_rows"]] == [*["unconfirmed"] * 3, "let_in"]
    assert shown(alone).count('id="rows-unconfirmed"') == 1


def test_application_under_review_has_the_place_it_would_get_on_the_waiting_list(
    organizer_client, tournament
):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    for letter in "abc":
        last = apply(tournament, f"Su Ak{letter}", f"Can Er{letter}")
    Application.objects.filter(pk=last.pk).update(must_confirm=True)
    set_terms(tournament, capacity=1, approval=True)
    apply(tournament, "Ufuk Ay", "Oya Su")
    page = page_of(organizer_client, tournament)
    assert [row.turn_if_accepted for row in page.context["rows_to_decide"]] == [3]
    assert shown(page).count('data-test="turn-if-accepted"') == 1
    SignUp.objects.filter(tournament=tournament).update(capacity=9)
    assert 'data-test="turn-if-accepted"' not in shown(page_of(organizer_client, tournament))


def solid_actions(page):
    return re.findall(r'class="btn go"\s+name="action"\s+value="(\w+)"', shown(page))


def test_only_decisions_and_number_1_with_a_free_place_are_solid(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    waiting = apply(tournament, "Su Ak", "Can Er")
    refused = apply(tournament, "Nil Ay", "Gül Su")
    decisions.refuse(application=refused, by=CONSOLE, at=NOW)
    assert solid_actions(page_of(organizer_client, tournament)) == []
    SignUp.objects.filter(tournament=tournament).update(capacity=2)
    assert solid_actions(page_of(organizer_client, tournament)) == ["let_in_now"]
    decisions.refuse(application=waiting, by=CONSOLE, at=NOW)
    set_terms(tournament, capacity=2, approval=True)
    apply(tournament, "Ufuk Ay", "Oya Su")
    assert solid_actions(page_of(organizer_client, tournament)) == ["let_in"]


def test_payments_are_counted_beside_the_list_of_entrants_if_there_is_a_fee(organizer_client, tournament):
    for letter in "abc":
        own = apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    assert 'data-test="payments"' not in shown(page_of(organizer_client, tournament))
    set_terms(tournament, fee="200 TL")
    page = page_of(organizer_client, tournament)
    assert page.context["payment_counts"] == {"paid": 1, "unpaid": 2}
    assert 'data-test="payments"' in shown(page)
    assert 'data-test="payments"' not in shown(page_of(organizer_client, tournament, name="ali"))


def test_payment_is_a_box_to_tick_with_the_names(organizer_client, tournament):
    set_terms(tournament, fee="200 TL")
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    box = re.compile(r'value="(\w+)"\s+role="checkbox"\s+aria-checked="(\w+)"')
    page = shown(page_of(organizer_client, tournament))
    assert box.findall(page) == [("paid", "false")]
    assert '<span class="sr" translate="no"> Ali Kaya – Ece Demir</span>' in page.split('role="checkbox"')[1]
    decisions.mark_paid(application=own, paid=True, by=CONSOLE, at=NOW)
    assert box.findall(shown(page_of(organizer_client, tournament))) == [("unpaid", "true")]


def test_own_entrants_follow_the_list_and_rejected_ones_are_last(organizer_client, tournament):
    enter_named(tournament, [("Ak – Er", ("Su Ak", "Can Er"))])
    apply(tournament, "Ali Kaya", "Ece Demir")
    decisions.refuse(application=apply(tournament, "Nil Tan"), by=CONSOLE, at=NOW)
    page = shown(page_of(organizer_client, tournament))
    places = [page.index(f'id="{key}"') for key in ("rows-let_in", "entered", "rows-refused")]
    assert places == sorted(places)


def test_strip_jumps_to_each_section(organizer_client, tournament):
    set_terms(tournament, capacity=1)
    apply(tournament, "Ali Kaya", "Ece Demir")
    apply(tournament, "Su Ak", "Can Er")
    unconfirmed = apply(tournament, "Ufuk Ay", "Oya Su")
    Application.objects.filter(pk=unconfirmed.pk).update(must_confirm=True)
    apply(tournament, "Nil Tan")
    page = shown(page_of(organizer_client, tournament))
    jumps = re.findall(r'href="#([\w-]+)" data-test="jump-to-', page)
    assert jumps == ["su-state", "rows-seeking", "rows-waiting", "rows-unconfirmed"]
    assert all(f'id="{target}"' in page for target in (*jumps, "share"))
    found = shown(page_of(organizer_client, tournament, name="nil"))
    assert re.findall(r'href="#([\w-]+)" data-test="jump-to-', found) == ["su-state"]


def test_names_break_only_between_players(tournament):
    apply(tournament, "Ali Can Kaya", "Ece Demir")
    assert [row.unbroken_names for row in rows_of(tournament)] == [
        "Ali\u00a0Can\u00a0Kaya\u00a0– Ece\u00a0Demir"
    ]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", True),
        ("isik", True),
        ("Ayşe IŞ", True),
        ("şık", False),
        ("532 111", True),
        ("+90 532 111", True),
        ("0533", False),
    ],
)
def test_search_finds_beginnings_of_names_and_digits_of_phone_numbers(search, found):
    contacts = [Contact("Ayşe Işık", "0532 111 22 33"), Contact("Can Öz", "can@example.org")]
    assert is_found(search, "Ayşe Işık – Can Öz", contacts) is found


def test_search_finds_people_on_every_page(organizer_client, tournament, monkeypatch):
    monkeypatch.setattr(application_list, "PAGE_SIZE", 2)
    for letter in "abcde":
        apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    page = page_of(organizer_client, tournament, name="alie")
    assert [row.names for row in page.context["other_rows"]] == ["Alie Kaya – Ecee Demir"]
    assert not page.context["is_whole"]


def test_entrants_entered_by_hand_are_counted_and_found(organizer_client, tournament):
    set_terms(tournament, capacity=3)
    enter_named(tournament, [("Ak – Er", ("Su Ak", "Can Er"))])
    for letter in "ab":
        apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir")
    page = page_of(organizer_client, tournament)
    assert page.context["entered"] == ["Su Ak – Can Er"]
    counts = [page.context[f"{counted}_count"] for counted in ("entrant", "accepted", "entered")]
    assert counts == [3, 2, 1]
    assert 'data-test="whence"' in shown(page)
    found = page_of(organizer_client, tournament, name="can er")
    assert (found.context["entered"], list(found.context["applications"])) == (["Su Ak – Can Er"], [])


def test_decision_returns_to_the_search(organizer_client, tournament):
    set_terms(tournament, approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    decide = address("decide_sign_up", tournament, own.public_id)
    assert f'action="{decide}?name=ali"' in shown(page_of(organizer_client, tournament, name="ali"))
    response = organizer_client.post(f"{decide}?name=ali&other=1", {"action": "let_in"})
    assert response.headers["Location"] == f"{address('sign_ups', tournament)}?name=ali"


def test_two_seekers_are_offered_as_a_pair_and_three_to_be_selected(organizer_client, tournament):
    ticks = re.compile(
        r'name="seeker"\s+value="([^"]+)"\s+id="tick-[^"]+"\s+form="pair-seekers"\s+(checked)?'
    )
    seekers = [apply(tournament, name) for name in ("Ali Kaya", "Su Ak")]
    page = shown(page_of(organizer_client, tournament))
    assert ('data-test="pair-both"' in page, ticks.findall(page)) == (True, [])
    seekers.append(apply(tournament, "Nil Tan"))
    page = shown(page_of(organizer_client, tournament))
    assert 'data-test="pair-both"' not in page
    assert ticks.findall(page) == [(str(seeker.public_id), "") for seeker in seekers]
    assert 'data-test="pair-both"' not in shown(page_of(organizer_client, tournament, name="a"))


def test_refused_pairing_keeps_what_was_selected(organizer_client, tournament):
    seekers = [apply(tournament, name) for name in ("Ali Kaya", "Su Ak", "Nil Tan")]
    selected = {"seeker": [str(seeker.public_id) for seeker in seekers]}
    response = organizer_client.post(address("pair_sign_ups", tournament), selected)
    assert (response.status_code, response.context["refusal"].code) == (422, "not_two_partner_seekers")
    assert shown(response).count("checked") == len(seekers)


def test_contact_that_cannot_be_reached_is_marked(organizer_client, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert 'data-test="faulty-contact"' not in shown(page_of(organizer_client, tournament))
    Application.objects.filter(pk=own.pk).update(contact="ali@çiçek.com")
    assert 'data-test="faulty-contact"' in shown(page_of(organizer_client, tournament))


def test_accepted_applicant_is_taken_off_the_list(organizer_client, tournament):
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    to = address("decide_sign_up", tournament, own.public_id)
    response = organizer_client.post(to, {"action": "remove_from_list"}, follow=True)
    own.refresh_from_db()
    assert (message_levels(response), own.state) == (["success"], ApplicationState.REFUSED)


@pytest.mark.parametrize("reaches", ["http://localhost:8000", "http://192.168.1.20:8080"])
def test_address_that_phones_cannot_open_is_explained(organizer_client, tournament, settings, reaches):
    settings.PUBLIC_ADDRESS = reaches
    is_explained = 'data-test="this-machine-only"' in shown(page_of(organizer_client, tournament))
    assert is_explained is ("localhost" in reaches)
