from __future__ import annotations

import pytest

from scoring.officials.queries.unconfirmed_matches import UnconfirmedMatch, find_unconfirmed_matches
from scoring.queries.agreement_status import read_tournament_agreements
from scoring.queries.encounters.encounter_reader import read_listings
from tests.factories import drawn_tournament, encounters_of
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import (
    SOON,
    agree,
    begun_match,
    confirm,
    decided_match,
    protest,
    set_agreement,
)
from tournaments.enums import Agreement, TournamentState
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


def unconfirmed_matches(tournament: Tournament) -> list[UnconfirmedMatch]:
    return find_unconfirmed_matches(
        tournament, read_listings(tournament), read_tournament_agreements(tournament, at=SOON)
    )


def missing(tournament: Tournament) -> list[str]:
    return [
        "".join(side.letter for side in unconfirmed_match.missing_sides)
        for unconfirmed_match in unconfirmed_matches(tournament)
    ]


def test_a_decided_match_waits_for_the_sides_that_have_not_confirmed_it(tournament):
    first, second, third = encounters_of(tournament)[:3]
    begun_match(first)
    assert missing(tournament) == []
    unconfirmed_match = decided_match(second)
    assert missing(tournament) == ["AB"]
    confirm(unconfirmed_match, "A")
    assert missing(tournament) == ["B"]
    agree(decided_match(third))
    assert missing(tournament) == ["B"]
    assert unconfirmed_matches(tournament)[0].listing.encounter == second


def test_nothing_waits_once_the_tournament_is_over(tournament):
    decided_match(encounters_of(tournament)[0])
    assert missing(tournament) == ["AB"]
    tournament.state = TournamentState.FINISHED
    assert missing(tournament) == []


def test_protested_match_is_left_out(tournament):
    unconfirmed_match = decided_match(encounters_of(tournament)[0])
    confirm(unconfirmed_match, "A")
    protest(unconfirmed_match)
    assert missing(tournament) == []


def test_nothing_waits_without_confirmation(tournament):
    set_agreement(tournament, Agreement.NOTHING)
    decided_match(encounters_of(tournament)[0])
    assert unconfirmed_matches(tournament) == []
