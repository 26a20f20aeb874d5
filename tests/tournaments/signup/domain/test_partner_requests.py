from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.factories import NOW
from tests.module_fixtures import module_fixture
from tests.tournaments.signup.domain.applicants import (
    application_data,
    apply,
    names_of,
    open_sign_up,
    set_terms,
)
from tournaments.draws.domain import draw
from tournaments.entrants.domain.entry_list import EntriesClosed, add_entrants
from tournaments.enums import ApplicationState, NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Club, Tournament
from tournaments.models.partner import ANSWER_PERIOD
from tournaments.people.domain import public_names
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.signup.domain import applications, decisions, partner_pairing, partner_requests
from tournaments.signup.domain.partner_requests import (
    HasDeclined,
    NotVisible,
    RequestState,
    RequestUnavailable,
    SeekerUnavailable,
    TooManyRequests,
)

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return open_sign_up()


def seeker(tournament: Tournament, name: str, *, later: int = 0, seen: bool = True) -> Application:
    own = apply(tournament, name, at=NOW + timedelta(minutes=later))
    if seen:
        partner_requests.set_visible(application=own, visible=True, at=NOW)
    return reload(own)


@pytest.fixture
def ali(tournament: Tournament) -> Application:
    return seeker(tournament, "Ali Kaya")


@pytest.fixture
def ece(tournament: Tournament) -> Application:
    return seeker(tournament, "Ece Demir", later=1)


def reload(application: Application) -> Application:
    return Application.objects.select_related("tournament__club", "joined_to").get(pk=application.pk)


def act(action: Callable[..., Any], own: Application, other: Application, *, minutes: int = 0) -> Any:
    at = NOW + timedelta(minutes=minutes)
    return action(application=reload(own), handle=partner_requests.handle_of(other), at=at)


def request_states(own: Application, *, at: Any = NOW) -> dict[str, RequestState]:
    return {
        seeking.name: seeking.request_state for seeking in partner_requests.list_seekers(reload(own), at=at)
    }


def test_only_visible_applicants_are_listed(tournament, ali, ece):
    quiet = seeker(tournament, "Su Ak", seen=False)
    apply(tournament, "Can Er", "Nil Ay")
    assert request_states(ali) == {"Ece Demir": RequestState.NOTHING}
    assert request_states(quiet) == {"Ali Kaya": RequestState.NOTHING, "Ece Demir": RequestState.NOTHING}
    partner_requests.set_visible(application=reload(quiet), visible=True, at=NOW)
    assert list(request_states(ali)) == ["Su Ak", "Ece Demir"]


def test_agreed_pair_has_the_earlier_turn(tournament, ali, ece):
    set_terms(tournament, capacity=1)
    between = apply(tournament, "Can Er", "Nil Ay", at=NOW)
    late = apply(tournament, "Gül Su", "Cem Tan", at=NOW + timedelta(seconds=30))
    act(partner_requests.send_request, ece, ali)
    assert request_states(ali) == {"Ece Demir": RequestState.ASKS}
    assert request_states(ece) == {"Ali Kaya": RequestState.ASKED}
    pair = act(partner_requests.accept_request, ali, ece)
    assert (pair.pk, pair.players, pair.state) == (ali.pk, ("Ali Kaya", "Ece Demir"), "waiting")
    assert reload(ece).pair_application.pk == ali.pk
    applications.cancel_application(application=reload(between), at=NOW)
    assert names_of(tournament) == ["Kaya – Demir"]
    assert reload(late).state == ApplicationState.WAITING


def test_agreed_partners_see_contacts_until_one_leaves(ali, ece):
    act(partner_requests.send_request, ali, ece)
    assert partner_requests.agreed_partner(ali) is None
    act(partner_requests.accept_request, ece, ali)
    assert (partner_requests.agreed_partner(ali), partner_requests.agreed_partner(ece)) == (ece, ali)
    applications.cancel_application(application=reload(ece), at=NOW)
    assert partner_requests.agreed_partner(reload(ali)) is None
    assert reload(ali).state == ApplicationState.SEEKING


def test_partners_joined_by_organizers_see_no_contacts(ali, ece):
    act(partner_requests.send_request, ali, ece)
    decisions.join_applications(first=reload(ali), second=reload(ece), by=CONSOLE, at=NOW)
    assert partner_requests.agreed_partner(ali) is None


def test_mutual_request_is_an_acceptance(ali, ece):
    assert act(partner_requests.send_request, ali, ece) is None
    pair = act(partner_requests.send_request, ece, ali)
    assert (pair.pk, pair.state) == (ali.pk, "let_in")


def test_acceptance_lapses_all_other_requests(tournament, ali, ece):
    third = seeker(tournament, "Su Ak", later=2)
    act(partner_requests.send_request, third, ali)
    act(partner_requests.send_request, ece, third)
    act(partner_requests.send_request, ali, ece)
    act(partner_requests.accept_request, ece, ali)
    assert request_states(third) == {}
    with pytest.raises(SeekerUnavailable):
        act(partner_requests.accept_request, third, ece)
    applications.cancel_application(application=reload(ece), at=NOW)
    assert request_states(third) == {"Ali Kaya": RequestState.NOTHING}


def test_request_is_withdrawn_and_repeated(ali, ece):
    act(partner_requests.send_request, ali, ece)
    act(partner_requests.withdraw_request, ali, ece)
    assert request_states(ece) == {"Ali Kaya": RequestState.NOTHING}
    with pytest.raises(RequestUnavailable):
        act(partner_requests.accept_request, ece, ali)
    with pytest.raises(RequestUnavailable):
        act(partner_requests.withdraw_request, ali, ece)
    act(partner_requests.send_request, ali, ece)
    assert request_states(ece) == {"Ali Kaya": RequestState.ASKS}


def test_declined_applicant_cannot_ask_again_but_can_be_asked(ali, ece):
    act(partner_requests.send_request, ali, ece)
    act(partner_requests.decline_request, ece, ali)
    assert request_states(ali) == {"Ece Demir": RequestState.DECLINED}
    with pytest.raises(HasDeclined):
        act(partner_requests.send_request, ali, ece)
    act(partner_requests.send_request, ece, ali)
    assert act(partner_requests.accept_request, ali, ece).state == ApplicationState.LET_IN


def test_request_lapses_after_two_days(ali, ece):
    act(partner_requests.send_request, ali, ece)
    later = int(ANSWER_PERIOD.total_seconds() // 60)
    assert request_states(ece, at=NOW + ANSWER_PERIOD - timedelta(minutes=1)) == {
        "Ali Kaya": RequestState.ASKS
    }
    assert request_states(ece, at=NOW + ANSWER_PERIOD) == {"Ali Kaya": RequestState.NOTHING}
    with pytest.raises(RequestUnavailable):
        act(partner_requests.accept_request, ece, ali, minutes=later)
    act(partner_requests.send_request, ali, ece, minutes=later)
    assert act(partner_requests.accept_request, ece, ali, minutes=later + 1).state == ApplicationState.LET_IN


def test_three_requests_can_be_open(tournament, ali):
    other_seekers = [seeker(tournament, f"Su Ak{letter}") for letter in "abcd"]
    for other in other_seekers[:3]:
        act(partner_requests.send_request, ali, other)
    act(partner_requests.send_request, ali, other_seekers[0])
    with pytest.raises(TooManyRequests):
        act(partner_requests.send_request, ali, other_seekers[3])
    act(partner_requests.decline_request, other_seekers[0], ali)
    act(partner_requests.send_request, ali, other_seekers[3])
    assert request_states(other_seekers[3])["Ali Kaya"] == RequestState.ASKS


def test_hidden_applicant_cannot_ask_and_hiding_lapses_requests(ali, ece):
    act(partner_requests.send_request, ali, ece)
    partner_requests.set_visible(application=reload(ali), visible=False, at=NOW)
    partner_requests.set_visible(application=reload(ali), visible=False, at=NOW)
    assert request_states(ece) == {}
    with pytest.raises(NotVisible):
        act(partner_requests.send_request, ali, ece)
    partner_requests.set_visible(application=reload(ali), visible=True, at=NOW)
    assert request_states(ece) == {"Ali Kaya": RequestState.NOTHING}


def test_applicant_with_partner_cancelled_or_refused_cannot_be_asked(tournament, ali, ece):
    third = seeker(tournament, "Su Ak", later=2)
    for other in (ali, third):
        act(partner_requests.send_request, ece, other)
    applications.change_application(
        application=reload(ali), data=application_data("Ali Kaya", "Nil Ay"), at=NOW
    )
    decisions.refuse(application=reload(third), by=CONSOLE, at=NOW)
    assert set(ece.asks.values_list("state", flat=True)) == {"fallen"}
    with pytest.raises(SeekerUnavailable):
        act(partner_requests.send_request, ece, third)
    with pytest.raises(SeekerUnavailable):
        partner_requests.set_visible(application=reload(ali), visible=True, at=NOW)


def test_agreed_pair_is_reviewed_if_organizers_review_entries(tournament, ali, ece):
    set_terms(tournament, approval=True)
    act(partner_requests.send_request, ali, ece)
    assert act(partner_requests.accept_request, ece, ali).state == ApplicationState.ASKED
    assert names_of(tournament) == []
    assert decisions.accept(application=reload(ali), by=CONSOLE, at=NOW).state == ApplicationState.LET_IN


def test_applicants_are_shown_by_the_clubs_kind_of_name(tournament, ali, ece):
    Club.objects.filter(pk=tournament.club_id).update(names_shown=NameDisplay.INITIAL)
    seeker(tournament, "Ece Demirci", later=3)
    assert list(request_states(ali)) == ["Ece D.", "Ece D. (2)"]
    assert partner_requests.seeker_name(reload(ali)) == "Ali K."


def test_list_does_not_reveal_a_hidden_name(tournament, ali):
    (entrant,) = add_entrants(
        tournament=tournament, entries=[ListedEntrant("X", ("Nil Ay", "Can Er"))], by=CONSOLE, at=NOW
    )
    player = entrant.players.get(name="Nil Ay")
    other = open_sign_up()
    Tournament.objects.filter(pk=other.pk).update(club=tournament.club)
    other.refresh_from_db()
    hidden, seen = seeker(other, "Nil Ay", seen=False), seeker(other, "Su Ak")
    partner_requests.set_visible(application=reload(hidden), visible=True, at=NOW)
    assert list(request_states(seen)) == ["Nil Ay"]
    choices = {player: NameDisplay.HIDDEN}
    public_names.choose_public_names(tournament=tournament, choices=choices, by=CONSOLE, at=NOW)
    assert request_states(seen) == {"Nil A.": RequestState.NOTHING}
    assert (partner_requests.seeker_name(reload(hidden)), partner_requests.seeker_name(reload(seen))) == (
        "Nil A.",
        "Su A.",
    )


def test_namesakes_cannot_be_a_pair(tournament, ali):
    other = apply(tournament, "Ali Kaya")
    partner_requests.set_visible(application=other, visible=True, at=NOW)
    act(partner_requests.send_request, ali, other)
    with pytest.raises(partner_pairing.NotTwoSeekers):
        act(partner_requests.accept_request, other, ali)


def test_draw_ends_requests(tournament, ali, ece):
    add_entrants(
        tournament=tournament,
        entries=[ListedEntrant(f"T{n}", (f"Su Ak{n}", f"Can Er{n}")) for n in range(4)],
        by=CONSOLE,
        at=NOW,
    )
    act(partner_requests.send_request, ali, ece)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    for action in (
        partner_requests.send_request,
        partner_requests.accept_request,
        partner_requests.decline_request,
        partner_requests.withdraw_request,
    ):
        with pytest.raises(EntriesClosed):
            act(action, ece, ali)


@pytest.mark.parametrize("others", [1, 20])
def test_number_of_queries_does_not_grow_with_applicants(tournament, ali, others, django_assert_num_queries):
    for number in range(others):
        seeker(tournament, f"Su Ak{number}")
    own = reload(ali)
    with django_assert_num_queries(6):
        assert len(partner_requests.list_seekers(own, at=NOW)) == others


def test_request_with_a_future_time_is_lapsed(ali, ece):
    act(partner_requests.send_request, ali, ece, minutes=365 * 24 * 60)
    assert request_states(ece) == {"Ali Kaya": RequestState.NOTHING}
    act(partner_requests.send_request, ali, ece)
    assert request_states(ece) == {"Ali Kaya": RequestState.ASKS}
