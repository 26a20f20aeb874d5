import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.queries.encounters import encounter_reader
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import VERSION_FIELDS, read_cached_listings
from tests.factories import encounters_of
from tests.played_games import OF_101
from tests.processes import LONGEST_WAIT
from tournaments.live import counters
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _enable_cached_listings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounter_reader, "LISTING_SECONDS", LONGEST_WAIT)


@pytest.fixture
def played_encounter() -> Encounter:
    encounter = encounters_of(OF_101.draw_tournament())[0]
    OF_101.play(encounter)
    return encounter


def read(of: Encounter) -> tuple[dict[int, EncounterListing], int]:
    tournament = Tournament.objects.get(pk=of.stage.tournament_id)
    versions = list(Encounter.objects.filter(stage__tournament=tournament).values_list(*VERSION_FIELDS))
    with CaptureQueriesContext(connection) as queries:
        listings = read_cached_listings(tournament, versions)
    return {listing.encounter.pk: listing for listing in listings}, len(queries)


def test_hand_reloads_only_the_listing_of_its_encounter(played_encounter: Encounter):
    before, statements = read(played_encounter)
    assert statements == 3
    assert read(played_encounter) == (before, 0)
    OF_101.play(played_encounter)
    after, statements = read(played_encounter)
    assert statements == 3
    assert {pk for pk in before if after[pk] is not before[pk]} == {played_encounter.pk}
    assert after[played_encounter.pk].current.played == before[played_encounter.pk].current.played + 1


def test_change_of_the_tournament_reloads_all_listings(played_encounter: Encounter):
    before, _statements = read(played_encounter)
    counters.notify(played_encounter.stage.tournament)
    after, _statements = read(played_encounter)
    assert not any(after[pk] is before[pk] for pk in before)


def test_listings_are_in_order_of_play(played_encounter: Encounter):
    listings, _statements = read(played_encounter)
    in_order = Encounter.objects.filter(stage__tournament=played_encounter.stage.tournament).order_by(
        "stage__position", "round", "group__position", "position", "pk"
    )
    assert list(listings) == [encounter.pk for encounter in in_order]
