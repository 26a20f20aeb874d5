from __future__ import annotations

from functools import partial

import pytest

from tests.factories import NOW
from tests.faults.test_races import at_once
from tests.tournaments.signup.domain.applicants import apply, open_sign_up
from tournaments.enums import ApplicationState
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, PartnerRequest, Tournament
from tournaments.signup.domain import applications, decisions, partner_requests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


def seekers(tournament: Tournament, count: int) -> list[Application]:
    seeking = [apply(tournament, f"Ali Kaya{number}") for number in range(count)]
    for application in seeking:
        partner_requests.set_visible(application=application, visible=True, at=NOW)
    return seeking


def pairs(tournament: Tournament) -> list[tuple[str, str]]:
    with_partner = tournament.applications.exclude(player_2="")
    return sorted((application.player_1, application.player_2) for application in with_partner)


def test_two_concurrent_acceptances_of_one_seeker_make_one_pair():
    tournament = open_sign_up()
    popular, *others = seekers(tournament, 3)
    handle = partner_requests.handle_of(popular)
    for other in others:
        partner_requests.send_request(application=popular, handle=partner_requests.handle_of(other), at=NOW)
    outcomes = at_once(
        *(
            partial(partner_requests.accept_request, application=other, handle=handle, at=NOW)
            for other in others
        )
    )
    assert sum(isinstance(outcome, Application) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, partner_requests.SeekerUnavailable) for outcome in outcomes) == 1
    assert tournament.entrants.count() == 1
    assert tournament.applications.filter(state=ApplicationState.SEEKING).count() == 1
    assert PartnerRequest.objects.filter(state="accepted").count() == 1
    assert not PartnerRequest.objects.filter(state="open").exists()


def test_mutual_concurrent_requests_make_a_pair():
    tournament = open_sign_up()
    first, second = seekers(tournament, 2)
    outcomes = at_once(
        partial(
            partner_requests.send_request,
            application=first,
            handle=partner_requests.handle_of(second),
            at=NOW,
        ),
        partial(
            partner_requests.send_request,
            application=second,
            handle=partner_requests.handle_of(first),
            at=NOW,
        ),
    )
    assert sum(isinstance(outcome, Application) for outcome in outcomes) == 1
    assert pairs(tournament) == [("Ali Kaya0", "Ali Kaya1")]
    assert tournament.entrants.count() == 1


def test_pairing_by_organizers_during_an_acceptance_makes_one_pair():
    tournament = open_sign_up()
    first, second, third = seekers(tournament, 3)
    partner_requests.send_request(application=second, handle=partner_requests.handle_of(first), at=NOW)
    at_once(
        partial(
            partner_requests.accept_request,
            application=first,
            handle=partner_requests.handle_of(second),
            at=NOW,
        ),
        partial(decisions.join_applications, first=first, second=third, by=CONSOLE, at=NOW),
    )
    assert len(pairs(tournament)) == tournament.entrants.count() == 1
    assert pairs(tournament)[0] in [("Ali Kaya0", "Ali Kaya1"), ("Ali Kaya0", "Ali Kaya2")]


def test_request_withdrawn_during_its_acceptance_makes_a_pair_or_none():
    tournament = open_sign_up()
    first, second, third, fourth = seekers(tournament, 4)
    partner_requests.send_request(application=first, handle=partner_requests.handle_of(second), at=NOW)
    partner_requests.send_request(application=third, handle=partner_requests.handle_of(fourth), at=NOW)
    taken_back, *_more = at_once(
        partial(
            partner_requests.withdraw_request,
            application=first,
            handle=partner_requests.handle_of(second),
            at=NOW,
        ),
        partial(
            partner_requests.accept_request,
            application=second,
            handle=partner_requests.handle_of(first),
            at=NOW,
        ),
        partial(applications.cancel_application, application=third, at=NOW),
        partial(
            partner_requests.accept_request,
            application=fourth,
            handle=partner_requests.handle_of(third),
            at=NOW,
        ),
    )
    assert tournament.entrants.count() == (0 if taken_back is None else 1)
    assert Application.objects.get(pk=third.pk).state == ApplicationState.CANCELLED
    assert Application.objects.get(pk=fourth.pk).state == ApplicationState.SEEKING
