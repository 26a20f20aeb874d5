"""Who looks for a partner is asked, answers and is joined all at once, on real locks: nobody plays twice."""

from __future__ import annotations

from functools import partial

import pytest

from tests.factories import NOW
from tests.faults.test_races import at_once
from tests.tournaments.domain.sign_up.applicants import apply, open_to_all
from tournaments.domain.actor import CONSOLE
from tournaments.domain.sign_up import applying, deciding, partners
from tournaments.enums import ApplicationState
from tournaments.models import Application, PartnerRequest, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def seekers(tournament: Tournament, count: int) -> list[Application]:
    made = [apply(tournament, f"Ali Kaya{number}") for number in range(count)]
    for one in made:
        partners.be_seen(application=one, seen=True, at=NOW)
    return made


def pairs(tournament: Tournament) -> list[tuple[str, str]]:
    """Who plays with whom, each pair once."""
    applications = tournament.applications.exclude(player_2="")
    return sorted((one.player_1, one.player_2) for one in applications)


def test_of_two_who_accept_the_same_one_at_once_one_has_him():
    tournament = open_to_all()
    wanted, *others = seekers(tournament, 3)
    handle = partners.handle_of(wanted)
    for other in others:
        partners.ask(application=wanted, handle=partners.handle_of(other), at=NOW)
    outcomes = at_once(
        *(partial(partners.accept, application=other, handle=handle, at=NOW) for other in others)
    )
    assert sum(isinstance(one, Application) for one in outcomes) == 1
    assert sum(isinstance(one, partners.SeekerIsGone) for one in outcomes) == 1
    assert tournament.entrants.count() == 1
    assert tournament.applications.filter(state=ApplicationState.SEEKING).count() == 1
    assert PartnerRequest.objects.filter(state="accepted").count() == 1
    assert not PartnerRequest.objects.filter(state="open").exists()


def test_two_who_ask_each_other_at_once_are_a_pair():
    tournament = open_to_all()
    one, other = seekers(tournament, 2)
    outcomes = at_once(
        partial(partners.ask, application=one, handle=partners.handle_of(other), at=NOW),
        partial(partners.ask, application=other, handle=partners.handle_of(one), at=NOW),
    )
    assert sum(isinstance(outcome, Application) for outcome in outcomes) == 1
    assert pairs(tournament) == [("Ali Kaya0", "Ali Kaya1")]
    assert tournament.entrants.count() == 1


def test_who_is_joined_by_the_organizers_while_he_accepts_plays_with_one_of_the_two():
    tournament = open_to_all()
    one, other, third = seekers(tournament, 3)
    partners.ask(application=other, handle=partners.handle_of(one), at=NOW)
    at_once(
        partial(partners.accept, application=one, handle=partners.handle_of(other), at=NOW),
        partial(deciding.join, first=one, second=third, by=CONSOLE, at=NOW),
    )
    assert len(pairs(tournament)) == tournament.entrants.count() == 1
    assert pairs(tournament)[0] in [("Ali Kaya0", "Ali Kaya1"), ("Ali Kaya0", "Ali Kaya2")]


def test_a_question_that_is_taken_back_or_whose_asker_goes_while_it_is_accepted_makes_a_pair_or_none():
    tournament = open_to_all()
    one, other, third, fourth = seekers(tournament, 4)
    partners.ask(application=one, handle=partners.handle_of(other), at=NOW)
    partners.ask(application=third, handle=partners.handle_of(fourth), at=NOW)
    taken_back, *_more = at_once(
        partial(partners.withdraw, application=one, handle=partners.handle_of(other), at=NOW),
        partial(partners.accept, application=other, handle=partners.handle_of(one), at=NOW),
        partial(applying.cancel, application=third, at=NOW),
        partial(partners.accept, application=fourth, handle=partners.handle_of(third), at=NOW),
    )
    assert tournament.entrants.count() == (0 if taken_back is None else 1)
    assert Application.objects.get(pk=third.pk).state == ApplicationState.CANCELLED
    assert Application.objects.get(pk=fourth.pk).state == ApplicationState.SEEKING
