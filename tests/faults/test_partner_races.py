"""Who looks for a partner is asked, answers and is joined all at once, on real locks: nobody plays twice."""

from __future__ import annotations

from functools import partial

import pytest

from tests.factories import NOW
from tests.faults.test_races import at_once
from tests.tournaments.signup.domain.applicants import apply, open_sign_up
from tournaments.enums import ApplicationState
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, PartnerRequest, Tournament
from tournaments.signup.domain import applications as applying
from tournaments.signup.domain import decisions, partner_requests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def seekers(tournament: Tournament, count: int) -> list[Application]:
    made = [apply(tournament, f"Ali Kaya{number}") for number in range(count)]
    for one in made:
        partner_requests.set_visible(application=one, seen=True, at=NOW)
    return made


def pairs(tournament: Tournament) -> list[tuple[str, str]]:
    """Who plays with whom, each pair once."""
    applications = tournament.applications.exclude(player_2="")
    return sorted((one.player_1, one.player_2) for one in applications)


def test_of_two_who_accept_the_same_one_at_once_one_has_him():
    tournament = open_sign_up()
    wanted, *others = seekers(tournament, 3)
    handle = partner_requests.handle_of(wanted)
    for other in others:
        partner_requests.ask(application=wanted, handle=partner_requests.handle_of(other), at=NOW)
    outcomes = at_once(
        *(partial(partner_requests.accept, application=other, handle=handle, at=NOW) for other in others)
    )
    assert sum(isinstance(one, Application) for one in outcomes) == 1
    assert sum(isinstance(one, partner_requests.SeekerIsGone) for one in outcomes) == 1
    assert tournament.entrants.count() == 1
    assert tournament.applications.filter(state=ApplicationState.SEEKING).count() == 1
    assert PartnerRequest.objects.filter(state="accepted").count() == 1
    assert not PartnerRequest.objects.filter(state="open").exists()


def test_two_who_ask_each_other_at_once_are_a_pair():
    tournament = open_sign_up()
    one, other = seekers(tournament, 2)
    outcomes = at_once(
        partial(partner_requests.ask, application=one, handle=partner_requests.handle_of(other), at=NOW),
        partial(partner_requests.ask, application=other, handle=partner_requests.handle_of(one), at=NOW),
    )
    assert sum(isinstance(outcome, Application) for outcome in outcomes) == 1
    assert pairs(tournament) == [("Ali Kaya0", "Ali Kaya1")]
    assert tournament.entrants.count() == 1


def test_who_is_joined_by_the_organizers_while_he_accepts_plays_with_one_of_the_two():
    tournament = open_sign_up()
    one, other, third = seekers(tournament, 3)
    partner_requests.ask(application=other, handle=partner_requests.handle_of(one), at=NOW)
    at_once(
        partial(partner_requests.accept, application=one, handle=partner_requests.handle_of(other), at=NOW),
        partial(decisions.join, first=one, second=third, by=CONSOLE, at=NOW),
    )
    assert len(pairs(tournament)) == tournament.entrants.count() == 1
    assert pairs(tournament)[0] in [("Ali Kaya0", "Ali Kaya1"), ("Ali Kaya0", "Ali Kaya2")]


def test_a_question_that_is_taken_back_or_whose_asker_goes_while_it_is_accepted_makes_a_pair_or_none():
    tournament = open_sign_up()
    one, other, third, fourth = seekers(tournament, 4)
    partner_requests.ask(application=one, handle=partner_requests.handle_of(other), at=NOW)
    partner_requests.ask(application=third, handle=partner_requests.handle_of(fourth), at=NOW)
    taken_back, *_more = at_once(
        partial(partner_requests.withdraw, application=one, handle=partner_requests.handle_of(other), at=NOW),
        partial(partner_requests.accept, application=other, handle=partner_requests.handle_of(one), at=NOW),
        partial(applying.cancel, application=third, at=NOW),
        partial(
            partner_requests.accept, application=fourth, handle=partner_requests.handle_of(third), at=NOW
        ),
    )
    assert tournament.entrants.count() == (0 if taken_back is None else 1)
    assert Application.objects.get(pk=third.pk).state == ApplicationState.CANCELLED
    assert Application.objects.get(pk=fourth.pk).state == ApplicationState.SEEKING
