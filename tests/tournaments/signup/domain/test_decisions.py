from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW
from tests.tournaments.signup.domain.applicants import (
    application_data,
    apply,
    names_of,
    open_sign_up,
    set_terms,
)
from tournaments.draws.domain import draw
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.log.actor import CONSOLE
from tournaments.models import Application
from tournaments.signup.domain import applications, decisions, partner_pairing
from tournaments.signup.domain.duplicates import find_duplicates

pytestmark = pytest.mark.django_db


def accept_application(application: Application) -> str:
    return decisions.accept(application=application, by=CONSOLE, at=NOW).state


def state_of(application: Application) -> str:
    application.refresh_from_db()
    return application.state


def test_accepted_applicant_is_on_the_list():
    tournament = open_sign_up(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert accept_application(own) == "let_in"
    assert names_of(tournament) == ["Kaya – Demir"]
    with pytest.raises(decisions.DecidedMeanwhile):
        accept_application(own)


def test_accepted_applicant_without_a_place_waits_in_turn():
    tournament = open_sign_up(approval=True, capacity=1, pairs=1)
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    second = apply(tournament, "Su Ak", "Can Er", at=NOW + timedelta(minutes=1))
    assert [accept_application(second), accept_application(first)] == ["waiting", "waiting"]
    set_terms(tournament, approval=True, capacity=2)
    assert [state_of(first), state_of(second)] == ["let_in", "waiting"]


def test_namesake_can_be_accepted():
    tournament = open_sign_up(approval=True, singles=True)
    first, own = apply(tournament, "Ali Kaya"), apply(tournament, "Ali Kaya")
    assert list(find_duplicates(tournament)) == [own.pk]
    assert [accept_application(first), accept_application(own)] == ["let_in", "let_in"]
    assert names_of(tournament) == ["Ali Kaya", "Ali Kaya (2)"]
    assert tournament.club.players.filter(name="Ali Kaya").count() == 2
    assert find_duplicates(tournament) == {}


def test_duplicates_can_be_marked_as_different_people():
    tournament = open_sign_up(capacity=1)
    first = apply(tournament, "Ali Kaya", "Ece Demir")
    own = apply(tournament, "Su Ak", "Kaya Ali")
    (same,) = find_duplicates(tournament)[own.pk]
    assert (same.players, same.state, same.contact) == (("Ali Kaya", "Ece Demir"), "let_in", first.contact)
    for _twice in range(2):
        decisions.keep_duplicate(application=own, by=CONSOLE, at=NOW)
    assert find_duplicates(tournament) == {}
    assert tournament.log.filter(action="application_duplicate_dismissed", subject=own.public_id).count() == 1
    applications.change_application(application=own, data=application_data("Can Er", "Ali Kaya"), at=NOW)
    assert list(find_duplicates(tournament)) == [own.pk]
    applications.cancel_application(application=own, at=NOW)
    with pytest.raises(decisions.DecidedMeanwhile):
        decisions.keep_duplicate(application=own, by=CONSOLE, at=NOW)


def test_duplicate_names_what_both_entries_share():
    tournament = open_sign_up()
    apply(tournament, "Ali Kaya", "Ece Demir", contact="0532 111 22 33")
    apply(tournament, "Su Ak", "Can Er", contact="su@example.org")
    own = apply(tournament, "Kaya Ali", "Su Ak", contact="+90 (532) 1112233")
    found = find_duplicates(tournament)[own.pk]
    assert [(entry.name_parts, entry.has_same_contact) for entry in found] == [
        ([("Ali Kaya", True), ("Ece Demir", False)], True),
        ([("Su Ak", True), ("Can Er", False)], False),
    ]


def test_same_pair_is_one_duplicate_although_it_shares_two_names():
    tournament = open_sign_up()
    for _twice in range(2):
        own = apply(tournament, "Ali Kaya", "Ece Demir")
    assert len(find_duplicates(tournament)[own.pk]) == 1


def test_duplicate_is_removed_and_the_next_moves_up():
    tournament = open_sign_up(capacity=2)
    apply(tournament, "Ali Kaya", "Ece Demir")
    own, waiting = apply(tournament, "Ali Kaya", "Su Ak"), apply(tournament, "Can Er", "Nil Ay")
    decisions.remove_from_list(application=own, by=CONSOLE, at=NOW)
    assert [state_of(own), state_of(waiting)] == ["refused", "let_in"]
    assert find_duplicates(tournament) == {}
    with pytest.raises(decisions.DecidedMeanwhile):
        decisions.remove_from_list(application=own, by=CONSOLE, at=NOW)


def test_refused_applicant_can_sign_up_again():
    tournament = open_sign_up(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    decisions.refuse(application=own, by=CONSOLE, at=NOW)
    assert state_of(own) == "refused"
    with pytest.raises(applications.ApplicationOver):
        applications.cancel_application(application=own, at=NOW)
    assert apply(tournament, "Ali Kaya", "Ece Demir").state == "asked"


def test_payment_is_marked_and_unmarked():
    tournament = open_sign_up()
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    for paid in (True, True, False):
        decisions.mark_paid(application=own, paid=paid, by=CONSOLE, at=NOW)
        own.refresh_from_db()
        assert (own.paid_at is not None) == paid
    actions = list(
        tournament.log.filter(subject=own.public_id).order_by("pk").values_list("action", flat=True)
    )
    assert [action for action in actions if "paid" in action] == ["application_paid", "application_unpaid"]


def test_several_payments_have_one_time_and_leave_earlier_ones():
    tournament = open_sign_up()
    earlier, own, refused = (apply(tournament, f"Ali{letter} Kaya", f"Ece{letter} Demir") for letter in "abc")
    decisions.mark_paid(application=earlier, paid=True, by=CONSOLE, at=NOW)
    decisions.remove_from_list(application=refused, by=CONSOLE, at=NOW)
    at = NOW + timedelta(hours=1)
    everybody = [earlier, own, refused]
    marked = decisions.mark_several_paid(tournament=tournament, applications=everybody, by=CONSOLE, at=at)
    assert marked == [own, refused]
    assert list(tournament.applications.order_by("pk").values_list("paid_at", flat=True)) == [NOW, at, at]
    with pytest.raises(decisions.NobodySelected):
        decisions.mark_several_paid(tournament=tournament, applications=[], by=CONSOLE, at=at)


def test_joined_pair_has_the_earlier_turn():
    tournament = open_sign_up()
    first, second = (
        apply(tournament, "Ali Kaya"),
        apply(tournament, "Ece Demir", at=NOW + timedelta(minutes=1)),
    )
    pair = decisions.join_applications(first=second, second=first, by=CONSOLE, at=NOW)
    assert pair == first
    assert [state_of(first), state_of(second)] == ["let_in", "joined"]
    assert names_of(tournament) == ["Kaya – Demir"]


@pytest.mark.parametrize("who", ["first", "second"])
def test_partner_of_a_cancelled_applicant_looks_for_a_partner_again(who):
    tournament = open_sign_up()
    first, second = apply(tournament, "Ali Kaya"), apply(tournament, "Ece Demir")
    decisions.join_applications(first=first, second=second, by=CONSOLE, at=NOW)
    leaving, staying = (first, second) if who == "first" else (second, first)
    applications.cancel_application(application=leaving, at=NOW)
    assert [state_of(leaving), state_of(staying)] == ["cancelled", "seeking"]
    assert (first.player_2, second.joined_to) == ("", None)
    assert names_of(tournament) == []


def test_joining_needs_two_different_applicants_without_partner():
    tournament = open_sign_up()
    first, pair, cancelled = (
        apply(tournament, "Ali Kaya"),
        apply(tournament, "Su Ak", "Can Er"),
        apply(tournament, "Ece Demir"),
    )
    applications.cancel_application(application=cancelled, at=NOW)
    for other in (first, pair, cancelled):
        with pytest.raises(partner_pairing.NotTwoSeekers):
            decisions.join_applications(first=first, second=other, by=CONSOLE, at=NOW)


def test_refusing_a_joined_pair_refuses_both():
    tournament = open_sign_up(capacity=1, pairs=1)
    first, second = apply(tournament, "Ali Kaya"), apply(tournament, "Ece Demir")
    decisions.join_applications(first=first, second=second, by=CONSOLE, at=NOW)
    decisions.refuse(application=first, by=CONSOLE, at=NOW)
    assert [state_of(first), state_of(second)] == ["refused", "joined"]
    for application in (first, second):
        with pytest.raises(applications.ApplicationOver):
            applications.cancel_application(application=application, at=NOW)


def test_accepting_takes_back_a_refusal():
    tournament = open_sign_up(approval=True)
    own, alone = apply(tournament, "Ali Kaya", "Ece Demir"), apply(tournament, "Su Ak")
    for application in (own, alone):
        decisions.refuse(application=application, by=CONSOLE, at=NOW)
    assert [accept_application(own), accept_application(alone)] == ["let_in", "seeking"]


def test_old_refusal_of_a_listed_applicant_cannot_be_taken_back():
    tournament = open_sign_up(approval=True)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    decisions.refuse(application=own, by=CONSOLE, at=NOW)
    accept_application(apply(tournament, "Ali Kaya", "Ece Demir"))
    with pytest.raises(decisions.NameIsListed):
        accept_application(own)
    assert state_of(own) == "refused"


def test_draw_ends_all_decisions():
    tournament = open_sign_up(pairs=4, approval=True)
    own, first, other = (
        apply(tournament, "Ali Kaya", "Ece Demir"),
        apply(tournament, "Su Ak"),
        apply(tournament, "Can Er"),
    )
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    with pytest.raises(EntriesClosed):
        accept_application(own)
    with pytest.raises(EntriesClosed):
        decisions.refuse(application=own, by=CONSOLE, at=NOW)
    with pytest.raises(EntriesClosed):
        decisions.join_applications(first=first, second=other, by=CONSOLE, at=NOW)
