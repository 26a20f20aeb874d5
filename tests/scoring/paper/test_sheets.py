from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from rules.games.okey101.reports import parse_report
from scoring.models import Entry
from scoring.officials.domain import rulings
from scoring.paper.games.okey101_hands import DealOf101
from scoring.paper.pdf.sheet_labels import sheet_round_label
from scoring.paper.queries.resume_pack import read_resume_pack
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from tests.factories import (
    LEAGUE,
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, EntrantPlayer, Stage
from tournaments.schedule.change import Change
from tournaments.tables.domain.tables import call_next_encounter

pytestmark = pytest.mark.django_db


def sheet_of(encounter: Encounter) -> PaperSheet:
    return read_sheets(Encounter.objects.filter(pk=encounter.pk))[0]


def deals_of(encounter: Encounter) -> list[DealOf101]:
    return [deal for deal in sheet_of(encounter).matches[0].deals if isinstance(deal, DealOf101)]


def queries_of(read: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


def test_the_only_group_of_a_league_has_no_letter():
    league, several = drawn_tournament(pairs=4, groups=1, stages=LEAGUE), drawn_tournament()
    with translation.override("en"):
        assert [sheet_round_label(sheet_of(encounters_of(each)[0])) for each in (league, several)] == [
            "Round 1",
            "Group A, round 1",
        ]


def test_an_unplayed_encounter_has_empty_rows_and_spare_ones():
    encounter = encounters_of(drawn_tournament())[0]
    (match,) = sheet_of(encounter).matches
    assert [(row.number, row.spare, row.deal) for row in match.rows] == [
        (1, False, None),
        (2, False, None),
        (3, False, None),
        (4, True, None),
        (5, True, None),
    ]


def test_recorded_hands_fill_the_boxes():
    encounter = encounters_of(drawn_tournament())[0]
    hand_data = {
        "outcome": "finished",
        "finisher": "B1",
        "finish": {"last_tile": "okey", "direct": False},
        "seats": {
            "A1": {"opening": "none", "infractions": [{"code": "okey_discard", "count": 2}]},
            "A2": {"opening": "series", "rack": {"points": 30, "okeys": 1}},
            "B1": {"opening": "pairs"},
            "B2": {},
        },
    }
    play_hand(encounter, parse_report(hand_data))
    deal = deals_of(encounter)[0]
    assert (deal.end, deal.finish, deal.scored_by_rules, deal.void) == ("3", "po", True, False)
    boxes = [(cell.opening, cell.points, cell.okeys, cell.fouls) for cell in deal.cells]
    assert boxes == [("-", "", "", "b2"), ("s", "30", "1", ""), ("p", "", "", ""), ("", "", "", "")]
    stored = {seat.seat: seat.points for seat in Entry.objects.get().seats.all()}
    assert {cell.seat: cell.score for cell in deal.cells} == stored
    assert deal.side_cost("A") + deal.side_cost("B") == sum(stored.values())


def test_racks_entered_by_tiles_are_counted():
    encounter = encounters_of(drawn_tournament())[0]
    seats = {"A1": {"opening": "series"}, "B1": {"opening": "series", "rack": {"tiles": ["k7", "*", "b6"]}}}
    hand_data = {
        "outcome": "finished",
        "finisher": "A1",
        "indicator": "b5",
        "seats": seats | {"A2": {}, "B2": {"opening": "none"}},
    }
    play_hand(encounter, parse_report(hand_data))
    cell = deals_of(encounter)[0].seats["B1"]
    assert (cell.points, cell.okeys) == ("13", "1")


def test_void_hand_takes_a_row_and_a_correction_replaces_its_hand():
    encounter = encounters_of(drawn_tournament())[0]
    play_hand(encounter, void_report())
    play_hand(encounter)
    correct(encounter, report(finisher="B2"), deal=2)
    deals = deals_of(encounter)
    assert [(deal.void, deal.end) for deal in deals] == [(True, "p"), (False, "4")]


def test_extended_match_has_as_many_rows_as_it_took():
    encounter = encounters_of(drawn_tournament())[0]
    for _time in range(5):
        play_hand(encounter, void_report())
    rows = sheet_of(encounter).matches[0].rows
    assert [row.deal is not None for row in rows] == [True] * 5 + [False]


def test_totals_are_shown_once_the_match_is_won():
    encounter = encounters_of(drawn_tournament())[0]
    play_hand(encounter)
    assert sheet_of(encounter).matches[0].total_a is None
    play_encounter(encounter)
    match = sheet_of(encounter).matches[0]
    assert (match.winner, match.total_a, match.total_b) == ("A", -303, 210)


def test_players_are_listed_by_seat():
    encounter = encounters_of(drawn_tournament())[0]
    encounter.sides.filter(letter="A").update(swapped=True)
    sheet = sheet_of(encounter)
    side = encounter.sides.get(letter="A")
    entered = EntrantPlayer.objects.filter(entrant=side.entrant_id).order_by("place")
    assert [sheet.players["A2"], sheet.players["A1"]] == [row.player for row in entered]


@pytest.mark.parametrize(
    ("best_of", "hands", "across"), [(3, 11, False), (5, 11, True), (5, 5, False), (1, 11, False)]
)
def test_only_sheets_with_many_rows_are_landscape(best_of, hands, across):
    encounter = encounters_of(drawn_tournament())[0]
    Stage.objects.filter(pk=encounter.stage_id).update(best_of=best_of, hands_per_match=hands)
    sheet = sheet_of(encounter)
    assert len(sheet.matches) == best_of
    assert sheet.is_landscape is across


@pytest.mark.postgres
def test_queries_do_not_grow_with_sheets():
    tournament = drawn_tournament(pairs=16, groups=4)
    encounters = encounters_of(tournament)
    for encounter in encounters[:6]:
        play_hand(encounter)
    queries = queries_of(lambda: read_sheets(Encounter.objects.filter(pk=encounters[0].pk)))
    assert queries_of(lambda: read_sheets(Encounter.objects.filter(stage__tournament=tournament))) == queries


@pytest.mark.postgres
def test_queries_of_the_resume_pack_do_not_grow_with_tables():
    counts = []
    for pairs, groups, tables in ((8, 2, 3), (16, 4, 7)):
        tournament = drawn_tournament(pairs=pairs, groups=groups, tables=tables)
        for encounter in encounters_of(tournament)[:tables]:
            play_hand(encounter)
        counts.append(queries_of(partial(read_resume_pack, tournament.public_id)))
    assert counts[0] == counts[1]


def test_resume_pack_has_current_and_next_encounter_of_each_table():
    tournament = drawn_tournament(tables=3)
    first, *next_encounters = encounters_of(tournament)
    play_encounter(first)
    call_next_encounter(encounter=first, by=CONSOLE, at=NOW)
    play_hand(next_encounters[0])
    pack = read_resume_pack(tournament.public_id)
    assert len(pack.tables) == 3
    playing = [place.sheet for place in pack.tables if place.sheet]
    assert [sheet.encounter.pk for sheet in playing] == [next_encounters[0].pk]
    assert len(playing[0].matches[0].deals) == 1
    assert sum(len(place.table_status.queue) for place in pack.tables) == len(next_encounters) - 1
    assert pack.ledger_version > 0
    assert {group.group.name for group in pack.groups} == {"A", "B"}


def sheet_with_ruling(encounter: Encounter, ruling: rulings.Ruling) -> DealOf101:
    play_hand(encounter)
    referee = MembershipFactory.create(club=encounter.stage.tournament.club, role=Role.REFEREE)
    rulings.rule_hand(
        encounter=encounter,
        match=1,
        deal=1,
        version=1,
        ruling=ruling,
        reason="Masa öyle oynamış",
        entry_key=str(uuid.uuid4()),
        change=Change(Actor(user=referee.user), NOW),
    )
    return deals_of(encounter)[0]


def test_fixed_points_are_shown_without_boxes():
    encounter = encounters_of(drawn_tournament())[0]
    points = {"A1": 10, "A2": 20, "B1": -5, "B2": 0}
    deal = sheet_with_ruling(encounter, rulings.FixedPoints(points))
    assert (deal.scored_by_rules, deal.ruling, deal.side_cost("A"), deal.side_cost("B")) == (
        False,
        True,
        30,
        -5,
    )


def test_added_infraction_is_shown_in_its_box():
    encounter = encounters_of(drawn_tournament())[0]
    deal = sheet_with_ruling(encounter, rulings.AddedInfraction("B1", "okey_discard"))
    assert (deal.scored_by_rules, deal.seats["B1"].fouls) == (True, "b")


def test_replayed_hand_is_void():
    encounter = encounters_of(drawn_tournament())[0]
    assert sheet_with_ruling(encounter, rulings.Replay()).void
