"""Listings are kept until an act of their tournament, or a hand of their own."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.queries.encounters import encounter_cache
from scoring.queries.encounters.encounter_cache import TOLD, Newest, Version, listings_of
from scoring.queries.encounters.encounter_list import EncounterListing
from tests.factories import encounters_of
from tests.games import OF_101
from tournaments.live import counters
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def newest(monkeypatch: pytest.MonkeyPatch) -> Newest:
    newest = Newest(100)
    monkeypatch.setattr(encounter_cache, "newest", newest)
    return newest


@pytest.fixture
def played() -> Encounter:
    encounter = encounters_of(OF_101.drawn())[0]
    OF_101.play(encounter)
    return encounter


def read(of: Encounter) -> tuple[dict[int, EncounterListing], int]:
    """The listings of its tournament, and in how many statements they were read."""
    tournament = Tournament.objects.get(pk=of.stage.tournament_id)
    told = list(Encounter.objects.filter(stage__tournament=tournament).values_list(*TOLD))
    with CaptureQueriesContext(connection) as asked:
        found = listings_of(tournament, told)
    return {one.encounter.pk: one for one in found}, len(asked)


def test_the_listing_of_a_hand_alone_is_read_anew(played: Encounter):
    before, statements = read(played)
    assert statements == 3
    assert read(played) == (before, 0)
    OF_101.play(played)
    after, statements = read(played)
    assert statements == 3
    assert {pk for pk in before if after[pk] is not before[pk]} == {played.pk}
    assert after[played.pk].current.played == before[played.pk].current.played + 1


def test_an_act_lets_all_be_read_anew(played: Encounter):
    before, _statements = read(played)
    counters.touch(played.stage.tournament)
    after, _statements = read(played)
    assert not any(after[pk] is before[pk] for pk in before)


def test_they_come_in_the_order_of_play(played: Encounter):
    found, _statements = read(played)
    in_order = Encounter.objects.filter(stage__tournament=played.stage.tournament).order_by(
        "stage__position", "round", "group__position", "position", "pk"
    )
    assert list(found) == [one.pk for one in in_order]


def test_what_was_asked_for_last_stays(played: Encounter):
    listings, _statements = read(played)
    one, other, third = list(listings.items())[:3]
    newest = Newest(2)
    versions = {pk: Version(played.public_id, 1, (pk, 0)) for pk, _listing in (one, other, third)}
    newest.keep({versions[one[0]]: one[1], versions[other[0]]: other[1]})
    assert newest.of([versions[one[0]]]) == {versions[one[0]]: one[1]}
    newest.keep({versions[third[0]]: third[1]})
    assert newest.of(versions.values()).keys() == {versions[one[0]], versions[third[0]]}
