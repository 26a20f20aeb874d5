from datetime import timedelta
from functools import partial

import pytest

from scoring.public.queries.hand_history import read_history
from scoring.public.queries.version_comparison import compare_versions
from scoring.queries.encounter_page import read_encounter
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.match_sheets import read_sheet
from scoring.table.queries import consequences_of
from tests.factories import (
    NOW,
    correct,
    encounters_of,
    play_hand,
    play_table,
    singles_report,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import SOON, agreement, confirm, match_of, phone_of, protest
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return singles_tournament()


@pytest.fixture
def table_encounter(tournament) -> Encounter:
    return encounters_of(tournament)[0]


def test_a_sheet_has_a_block_for_each_of_four(table_encounter):
    play_hand(table_encounter, singles_report(30, 0, 20, 10))
    play_hand(table_encounter, singles_report(0, 5, 6, 7))
    sheet = read_sheet(table_encounter, 1)
    blocks = sheet.hands[1].hand_sides
    assert [(block.letter, block.points, block.total) for block in blocks] == [
        ("A", -101, -71),
        ("B", 5, -96),
        ("C", 6, 26),
        ("D", 7, 17),
    ]
    assert [cell.seat for block in blocks for cell in block.cells] == ["A1", "B1", "C1", "D1"]
    assert sheet.running_totals["C"] == [20, 26]
    assert [side_sum.total for side_sum in sheet.sums] == [-71, -96, 26, 17]


def test_an_encounter_of_four_has_places_and_no_score(tournament, table_encounter):
    play_table(table_encounter, 30, 0, 20, 10)
    listing = next(
        candidate for candidate in read_listings(tournament) if candidate.encounter == table_encounter
    )
    assert (listing.of_four, listing.score, listing.winners_score) == (True, None, None)
    assert [side.letter for side in listing.sides_by_place] == ["B", "D", "C", "A"]
    assert listing.matches[0].totals == {"A": 90, "B": -303, "C": 60, "D": 30}
    assert listing.shown_match == listing.matches[0]


def test_side_with_the_fewest_points_leads(tournament, table_encounter):
    play_hand(table_encounter, singles_report(30, 0, 20, 10))
    listing = next(
        candidate for candidate in read_listings(tournament) if candidate.encounter == table_encounter
    )
    assert listing.current.leader == "B"


def test_encounter_knows_how_many_qualify(table_encounter):
    assert read_encounter(table_encounter.public_id).advancing_count == 2
    last = encounters_of(singles_tournament(players=4))[0]
    assert read_encounter(last.public_id).advancing_count is None


def test_a_match_of_four_is_agreed_once_all_four_confirmed(table_encounter):
    play_table(table_encounter, 30, 0, 20, 10)
    match = match_of(table_encounter)
    for letter in "ABC":
        confirm(match, letter)
    assert (agreement(match).agreed, agreement(match).deals_agreed) == (False, 0)
    confirm(match, "D")
    assert (agreement(match).agreed, agreement(match).deals_agreed) == (True, 3)
    assert not agreement(match).confirmed_on_one_device


def test_confirmations_of_four_on_one_device_are_detected(table_encounter):
    play_table(table_encounter, 30, 0, 20, 10)
    match = match_of(table_encounter)
    for letter in "ABCD":
        assert not agreement(match).confirmed_on_one_device
        confirm(match, letter, by=phone_of("A"))
    assert agreement(match).confirmed_on_one_device


def test_the_last_of_four_protests_and_keeps_the_match_open(table_encounter):
    play_table(table_encounter, 30, 0, 20, 10)
    match = match_of(table_encounter)
    protest(match, "D")
    late = agreement(match, SOON + timedelta(hours=1))
    assert (late.provisional, late.closes_at) == (True, None)


def test_correction_shows_moved_places_if_the_winner_stays(table_encounter):
    play_table(table_encounter, 30, 0, 20, 10)
    consequences = consequences_of(
        encounter=table_encounter,
        write=partial(correct, table_encounter, singles_report(30, 0, 20, 60)),
        change=Change(CONSOLE, NOW),
    )
    moved = {place.entrant: (place.before, place.after) for place in consequences.effects.places}
    third, second = (table_encounter.sides.get(letter=letter).entrant for letter in "CD")
    assert moved == {third: (3, 2), second: (2, 3)}
    assert consequences.decides
    assert consequences.effects.encounters == []


def test_two_versions_of_a_hand_of_four_are_compared(table_encounter):
    play_hand(table_encounter, singles_report(30, 0, 20, 10))
    correct(table_encounter, singles_report(30, 0, 25, 10))
    history = read_history(table_encounter, 1, 1)
    assert history is not None
    charged = compare_versions(history, history.versions[0], history.versions[1]).charge_comparisons
    assert [(charged.code, charged.differs) for charged in charged] == [
        ("A1", False),
        ("B1", False),
        ("C1", True),
        ("D1", False),
    ]
