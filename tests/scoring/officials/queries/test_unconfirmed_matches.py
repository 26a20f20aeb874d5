from __future__ import annotations

import pytest

from scoring.confirmation.domain.agreement_status import agreements_in
from scoring.officials.queries.unconfirmed_matches import Unconfirmed, unconfirmed
from scoring.queries.encounters.encounter_reader import read_listings
from tests.factories import drawn_tournament, encounters_of
from tests.kept import kept
from tests.scoring.confirmation.agreeing import (
    SOON,
    agree,
    begun_match,
    confirm,
    confirm_by,
    decided_match,
    protest,
)
from tournaments.enums import Agreement
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    return drawn_tournament()


def waiting(tournament: Tournament) -> list[Unconfirmed]:
    return unconfirmed(read_listings(tournament), agreements_in(tournament, at=SOON))


def missing(tournament: Tournament) -> list[str]:
    return [
        "".join(side.letter for side in unconfirmed_match.missing)
        for unconfirmed_match in waiting(tournament)
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
    assert waiting(tournament)[0].listing.encounter == second


def test_protested_match_is_left_out(tournament):
    unconfirmed_match = decided_match(encounters_of(tournament)[0])
    confirm(unconfirmed_match, "A")
    protest(unconfirmed_match)
    assert missing(tournament) == []


def test_nothing_waits_without_confirmation(tournament):
    confirm_by(tournament, Agreement.NOTHING)
    decided_match(encounters_of(tournament)[0])
    assert waiting(tournament) == []
