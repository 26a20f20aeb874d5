from __future__ import annotations

from typing import Any

import pytest

from rules.games.okey_points.reports import HandReport, parse_report
from scoring.enums import EntryKind
from scoring.integrity.integrity_checks import verify
from scoring.ledger import refusals
from scoring.models import Entry
from scoring.officials.domain.rulings import (
    AddedInfraction,
    FixedPoints,
    NoInfractions,
    Replay,
    points_of,
)
from tests.factories import (
    correct,
    drawn_tournament,
    encounters_of,
    play_hand,
    play_of,
    rule,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tests.scoring.play.test_open_length import LARGE, OPEN, SMALL, counting, stages, winner, won_hand
from tournaments.models import Encounter, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def fixed(**points: int) -> FixedPoints:
    return FixedPoints(points)


def current_entry(encounter: Encounter, deal: int = 1) -> Entry:
    return Entry.objects.get(current_of__match__encounter=encounter, current_of__deal=deal)


def test_each_side_gets_its_fixed_points_with_an_explanation(tournament, encounter):
    play_hand(encounter, SMALL)
    entry = rule(encounter, fixed(A=3, B=-1)).entry
    assert (entry.kind, points_of(entry)) == (EntryKind.RULING, {"A": 3, "B": -1})
    assert dict(entry.seats.values_list("seat", "points")) == {"A1": 3, "A2": 0, "B1": -1, "B2": 0}
    assert [(line.seat, line.points, line.rule) for line in entry.score_lines] == [
        ("A", 3, "ruling"),
        ("B", -1, "ruling"),
    ]
    assert verify(tournament).discrepancies == []


@pytest.mark.parametrize("points", [{"A": 1}, {"A1": 1, "B1": 2, "A2": 3, "B2": 4}])
def test_fixed_points_must_name_exactly_the_sides(encounter, points):
    play_hand(encounter, SMALL)
    with pytest.raises(refusals.WrongSeating):
        rule(encounter, FixedPoints(points))


def test_ruling_ends_a_match_and_its_correction_reopens_it(encounter):
    play_hand(encounter, SMALL)
    rule(encounter, fixed(A=0, B=20))
    assert winner(encounter) == "A"
    with pytest.raises(refusals.EncounterIsDecided):
        play_hand(encounter, SMALL)
    correct(encounter, SMALL, version=2)
    assert winner(encounter) is None
    assert play_of(encounter).current.next_deal == 2


def test_ruling_reopens_a_match_and_later_hands_count_again(encounter):
    play_hand(encounter, SMALL)
    play_hand(encounter, SMALL)
    rule(encounter, fixed(A=0, B=21))
    assert (winner(encounter), counting(encounter)) == ("A", [True, False])
    rule(encounter, fixed(A=1, B=1), version=2)
    assert (winner(encounter), counting(encounter)) == (None, [True, True])


def test_replayed_hand_reopens_a_match_and_costs_nothing(encounter):
    play_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey"))
    assert winner(encounter) == "A"
    entry = rule(encounter, Replay()).entry
    assert (entry.void, [line.seat for line in entry.score_lines]) == (True, ["A", "B"])
    assert winner(encounter) is None
    assert play_of(encounter).current.next_number == 1


def test_ruling_on_the_next_hand_can_end_a_match(encounter):
    play_hand(encounter, LARGE)
    rule(encounter, FixedPoints({"A": 0, "B": 4}, SMALL), deal=2, version=0)
    assert winner(encounter) == "A"


def test_later_hands_are_rescored_after_a_ruling_except_rulings(tournament, encounter):
    play_hand(encounter, SMALL)
    play_hand(encounter, SMALL)
    rule(encounter, fixed(A=0, B=1), deal=2)
    play_hand(encounter, won_hand("B1", indicator_shown_by="A2"))
    rule(encounter, fixed(A=0, B=17))
    assert current_entry(encounter, deal=2).version == 2
    last = current_entry(encounter, deal=3)
    assert [line.rule for line in last.score_lines if line.seat == "B"][-1] == "indicator_spared"
    assert verify(tournament).discrepancies == []


def test_adding_an_infraction_is_refused_where_none_costs_points(encounter):
    play_hand(encounter, SMALL)
    with pytest.raises(NoInfractions):
        rule(encounter, AddedInfraction("A1", "okey_discard"))


def test_repeated_key_records_one_ruling(encounter):
    play_hand(encounter, SMALL)
    first = rule(encounter, fixed(A=3, B=0), entry_key="k" * 32)
    again = rule(encounter, fixed(A=3, B=0), entry_key="k" * 32)
    assert (again.entry, again.repeated) == (first.entry, True)
    with pytest.raises(refusals.EntryKeyReused):
        rule(encounter, fixed(A=4, B=0), entry_key="k" * 32)


def singles_hand(finisher: str = "A1", **entry: Any) -> HandReport:
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "C1", "D1")}
    return parse_report({"outcome": "finished", "finisher": finisher, "finish": {}, "seats": seats} | entry)


def test_ruling_among_four_singles_fixes_points_each_and_two_advance():
    singles = singles_tournament(players=8, hands=None, rule_set_id="okey-standard")
    table = encounters_of(singles)[0]
    play_hand(table, singles_hand())
    rule(table, fixed(A=0, B=20, C=3, D=19))
    places = dict(table.sides.values_list("letter", "place"))
    assert {letter for letter, place in places.items() if place in (1, 2)} == {"A", "C"}
    rule(table, fixed(A=0, B=19, C=3, D=19), version=2)
    assert winner(table) is None
