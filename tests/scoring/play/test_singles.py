from dataclasses import replace

import pytest

from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.switches import LevelMatch, PartnerCancels
from scoring.ledger import refusals
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import advancing_from_table, places_to_separate
from scoring.models import EntrySeat, Match
from scoring.officials.domain import amendments, rulings
from scoring.play import recording
from tests.factories import (
    NOW,
    SINGLES,
    correct,
    encounters_of,
    fixed,
    open_tournament,
    play_hand,
    play_of,
    play_table,
    report,
    rule,
    seat_next_round,
    settings,
    singles_report,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tournaments.enums import EncounterState, EntrantKind, StageKind, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, EncounterSide, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.setup.domain import tournament_settings
from tournaments.setup.domain.tournament_settings import store_rule_book
from tournaments.stages.stage_settings import StageSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    return singles_tournament()


@pytest.fixture
def table_encounter(tournament) -> Encounter:
    return encounters_of(tournament)[0]


def places(encounter: Encounter) -> dict[str, int | None]:
    return dict(encounter.sides.order_by("letter").values_list("letter", "place"))


def names(encounter: Encounter) -> list[str]:
    return [side.entrant.name if side.entrant else "" for side in encounter.sides.order_by("letter")]


def tables_in_play(tournament: Tournament, number: int) -> list[Encounter]:
    return [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.round == number and not encounter.decided_by
    ]


def play_round(tournament: Tournament, number: int, *points: int) -> None:
    for encounter in tables_in_play(tournament, number):
        play_table(encounter, *points)


def test_twelve_players_reach_one_champion(tournament):
    play_round(tournament, 1, 30, 0, 20, 10)
    seat_next_round(tournament)
    play_round(tournament, 2, 0, 10, 20, 30)
    seat_next_round(tournament)
    [last] = tables_in_play(tournament, 3)
    tournament.refresh_from_db()
    assert (tournament.champion, tournament.state) == (None, TournamentState.PLAYING)
    play_table(last, 20, 0, 10, 30)
    tournament.refresh_from_db()
    assert tournament.champion == last.sides.get(letter="B").entrant
    assert tournament.state == TournamentState.FINISHED


def test_table_of_four_is_one_match_with_a_place_for_each_player(table_encounter):
    play_table(table_encounter, 30, 0, 20, 10)
    assert (table_encounter.state, table_encounter.winner) == (EncounterState.DECIDED, "B")
    assert places(table_encounter) == {"A": 4, "B": 1, "C": 3, "D": 2}
    assert Match.objects.get(encounter=table_encounter).winner == "B"


def test_first_two_of_each_table_advance(tournament):
    play_round(tournament, 1, 30, 0, 20, 10)
    first = encounters_of(tournament)[0]
    through, out = (
        {dict(zip("ABCD", names(first), strict=True))[letter] for letter in two} for two in ("BD", "AC")
    )
    seat_next_round(tournament)
    second_round = {
        name for encounter in encounters_of(tournament) if encounter.round == 2 for name in names(encounter)
    }
    assert through <= second_round
    assert not out & second_round


def test_every_player_pays_alone(table_encounter):
    recorded = play_hand(table_encounter, singles_report(30, 0, 20, 10))
    rows = EntrySeat.objects.filter(entry=recorded.entry).order_by("seat")
    assert [(row.seat, row.side) for row in rows] == [("A1", "A"), ("B1", "B"), ("C1", "C"), ("D1", "D")]
    assert [row.player.name for row in rows] == names(table_encounter)
    assert play_of(table_encounter).current.result.totals == {"A": 30, "B": -101, "C": 20, "D": 10}


@pytest.mark.parametrize("rule_set_id", ["101-rounds", "101-pairs", "101-rising"])
def test_finish_of_another_player_spares_nobody(rule_set_id):
    table = encounters_of(singles_tournament(players=4, rule_set_id=rule_set_id))[0]
    play_hand(table, singles_report(30, 0, 20, 10))
    totals = play_of(table).current.result.totals
    assert (totals["A"], totals["C"], totals["D"]) == (30, 20, 10)


def test_rule_book_of_singles_refuses_partner_rules():
    tournament = singles_tournament(players=4, rule_set_id="101-pairs")
    spared = replace(rules_of(tournament.rule_book), partner_cancels=PartnerCancels.HAND)
    assert rules_of(tournament.rule_book).partner_cancels is PartnerCancels.NOTHING
    with pytest.raises(refusals.NoPartnersInSingles):
        amendments.change_rules(tournament=tournament, rules=spared, by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    assert rules_of(tournament.rule_book).partner_cancels is PartnerCancels.NOTHING


def test_change_between_pairs_and_singles_adapts_the_rules():
    tournament = open_tournament()
    stages = (StageSettings(StageKind.TABLES.value, best_of=1, hands=3),)
    singles = settings(kind=EntrantKind.SINGLES.value, stages=stages)
    for changed, spared in ((singles, PartnerCancels.NOTHING), (settings(), PartnerCancels.HAND)):
        tournament_settings.change_tournament(tournament=tournament, settings=changed, by=CONSOLE, at=NOW)
        tournament.refresh_from_db()
        assert rules_of(tournament.rule_book).partner_cancels is spared


def test_pairs_can_not_sit_at_a_table_of_four(table_encounter):
    with pytest.raises(refusals.WrongSeating) as refused:
        play_hand(table_encounter, report())
    assert "A1, B1, C1, D1" in refused.value.message


@pytest.mark.parametrize("extra", [1, 2])
def test_tie_at_the_cut_needs_extra_hands_until_it_is_broken(table_encounter, extra):
    for _hand in range(3):
        play_hand(table_encounter, singles_report(20, 0, 20, 30))
    table_encounter.refresh_from_db()
    assert (table_encounter.state, play_of(table_encounter).current.result.level) == (
        EncounterState.PLAYING,
        True,
    )
    for _hand in range(extra - 1):
        play_hand(table_encounter, singles_report(5, 0, 5, 5))
    assert play_of(table_encounter).current.next_number == 3 + extra
    play_hand(table_encounter, singles_report(9, 0, 8, 7))
    table_encounter.refresh_from_db()
    assert places(table_encounter) == {"A": 3, "B": 1, "C": 2, "D": 4}
    assert play_of(table_encounter).matches[0].result.extra_hands == extra


def test_extra_hand_counts_for_all_four(table_encounter):
    for points in ((0, 50, 50, 150), (50, 0, 50, 150), (50, 50, 0, 150)):
        play_hand(table_encounter, singles_report(*points))
    correct(table_encounter, singles_report(0, 51, 51, 150))
    assert play_of(table_encounter).current.result.totals == {"A": -1, "B": 0, "C": 0, "D": 450}
    play_hand(table_encounter, singles_report(140, 0, 10, 5))
    table_encounter.refresh_from_db()
    assert places(table_encounter) == {"A": 3, "B": 1, "C": 2, "D": 4}


def test_tie_outside_the_cut_shares_a_place(table_encounter):
    play_table(table_encounter, 20, 0, 30, 30)
    assert places(table_encounter) == {"A": 2, "B": 1, "C": 3, "D": 3}


def test_both_who_advance_may_be_level(table_encounter):
    for points in ((0, 20, 150, 150), (20, 0, 150, 150), (150, 150, 0, 150)):
        play_hand(table_encounter, singles_report(*points))
    table_encounter.refresh_from_db()
    assert places(table_encounter) == {"A": 1, "B": 1, "C": 3, "D": 4}
    assert table_encounter.winner == "A"


def test_both_level_first_places_get_a_seat_in_the_next_round(tournament):
    for encounter in tables_in_play(tournament, 1):
        for points in ((0, 20, 150, 150), (20, 0, 150, 150), (150, 150, 0, 150)):
            play_hand(encounter, singles_report(*points))
    seated = {name for encounter in seat_next_round(tournament) for name in names(encounter)}
    firsts = {
        name
        for encounter in encounters_of(tournament)
        if encounter.round == 1
        for name in names(encounter)[:2]
    }
    assert seated - {""} == firsts


def test_correction_replaces_one_of_two_level_winners_and_back(tournament):
    for encounter in tables_in_play(tournament, 1):
        for points in ((0, 20, 150, 150), (20, 0, 150, 150), (150, 150, 0, 150)):
            play_hand(encounter, singles_report(*points))
    first = encounters_of(tournament)[0]
    seat_next_round(tournament)
    seats = EncounterSide.objects.filter(encounter__round=2, from_encounter=first)
    chairs = dict(seats.values_list("entrant__name", "pk"))
    a, b, c, _d = names(first)
    assert chairs.keys() == {a, b}
    correct(first, singles_report(140, 0, 5, 150), deal=2)
    assert dict(seats.values_list("entrant__name", "pk")) == {c: chairs[a], b: chairs[b]}
    correct(first, singles_report(20, 0, 150, 150), deal=2, version=2)
    assert dict(seats.values_list("entrant__name", "pk")) == chairs


def test_three_advance_from_a_single_table_with_a_bye():
    tournament = singles_tournament(players=5)
    table = tables_in_play(tournament, 1)[0]
    assert (places_to_separate(table), advancing_from_table(table)) == ((3,), 3)
    play_table(table, 20, 0, 20, 30)
    assert places(table) == {"A": 2, "B": 1, "C": 2, "D": 4}


def test_champion_must_be_alone_in_first_place():
    tournament = singles_tournament(players=4)
    [table] = tables_in_play(tournament, 1)
    assert (places_to_separate(table), advancing_from_table(table)) == ((1,), None)
    for points in ((0, 20, 50, 50), (20, 0, 50, 50), (30, 30, 0, 150)):
        play_hand(table, singles_report(*points))
    table.refresh_from_db()
    assert table.state == EncounterState.PLAYING
    play_hand(table, singles_report(1, 0, 50, 5))
    tournament.refresh_from_db()
    assert tournament.champion == table.sides.get(letter="B").entrant


def test_fewer_unopened_hands_decide_level_totals_where_the_rules_say_so(tournament, table_encounter):
    rules = replace(rule_set("101-rounds"), level_match=LevelMatch.FEWEST_UNOPENED)
    tournament.rule_book = store_rule_book(rules, at=NOW)
    tournament.save(update_fields=["rule_book"])
    table_encounter = encounters_of(tournament)[0]
    unopened = parse_report(
        {
            "outcome": "finished",
            "finisher": "B1",
            "seats": {
                "A1": {"opening": "none"},
                "B1": {"opening": "series"},
                "C1": {"opening": "series", "rack": {"points": 102}},
                "D1": {"opening": "series", "rack": {"points": 150}},
            },
        }
    )
    for hand_report in (unopened, singles_report(10, 0, 110, 100), singles_report(10, 0, 10, 100)):
        play_hand(table_encounter, hand_report)
    table_encounter.refresh_from_db()
    assert places(table_encounter) == {"A": 3, "B": 1, "C": 2, "D": 4}
    assert play_of(table_encounter).matches[0].result.unopened == {"A": 1, "C": 0}


def test_correction_changes_who_advances_and_refills_the_next_round(tournament):
    play_round(tournament, 1, 30, 0, 20, 10)
    first = encounters_of(tournament)[0]
    loser, second = (first.sides.get(letter=letter).entrant for letter in "AD")
    seat_next_round(tournament)
    seated = EncounterSide.objects.filter(encounter__round=2)
    slot, stays = seated.get(entrant=second), seated.get(entrant=first.sides.get(letter="B").entrant)
    correct(first, singles_report(0, 30, 20, 150))
    correct(first, singles_report(0, 30, 20, 150), deal=2)
    first.refresh_from_db()
    assert places(first) == {"A": 1, "B": 2, "C": 3, "D": 4}
    slot.refresh_from_db()
    assert slot.entrant == loser
    assert seated.get(entrant=stays.entrant) == stays


def test_correction_can_move_the_second_without_the_first(tournament):
    play_round(tournament, 1, 30, 0, 20, 10)
    first = encounters_of(tournament)[0]
    assert (first.winner, places(first)) == ("B", {"A": 4, "B": 1, "C": 3, "D": 2})
    correct(first, singles_report(30, 0, 20, 60))
    first.refresh_from_db()
    assert (first.winner, places(first)) == ("B", {"A": 4, "B": 1, "C": 2, "D": 3})


def test_correction_needs_a_decision_once_the_next_round_has_begun(tournament):
    play_round(tournament, 1, 30, 0, 20, 10)
    seat_next_round(tournament)
    for encounter in tables_in_play(tournament, 2):
        play_hand(encounter, singles_report(30, 0, 20, 10))
    seated = tables_in_play(tournament, 2)[0]
    side = seated.sides.filter(from_place=2).first()
    before = Encounter.objects.select_related("stage__tournament").get(feeds=side)
    with pytest.raises(LaterPlayAffected):
        correct(before, singles_report(30, 0, 20, 150))


def test_correction_that_makes_a_table_level_reopens_it(table_encounter):
    play_table(table_encounter, 30, 0, 20, 10)
    correct(table_encounter, singles_report(30, 0, 20, 40))
    table_encounter.refresh_from_db()
    assert table_encounter.state == EncounterState.PLAYING
    assert set(places(table_encounter).values()) == {None}


def test_referee_fixes_the_points_of_four(table_encounter):
    play_hand(table_encounter, singles_report(30, 0, 20, 10))
    rule(table_encounter, rulings.FixedPoints(dict(zip(SINGLES, (5, 6, 7, 8), strict=True))))
    assert play_of(table_encounter).current.result.totals == {"A": 5, "B": 6, "C": 7, "D": 8}
    with pytest.raises(refusals.WrongSeating):
        rule(table_encounter, fixed(1, 2, 3, 4), version=2)


def test_referee_adds_an_infraction_to_one_of_four(table_encounter):
    play_hand(table_encounter, singles_report(30, 0, 20, 10))
    code = next(iter(rule_set("101-rounds").infractions))
    rule(table_encounter, rulings.AddedInfraction("C1", code))
    assert play_of(table_encounter).current.result.totals["C"] > 20
    with pytest.raises(refusals.WrongSeating):
        rule(table_encounter, rulings.AddedInfraction("A2", code), version=2)


def test_hand_with_another_seating_is_refused(table_encounter):
    seating = ",".join(
        str(side.entrant.roster.get().player.public_id) for side in table_encounter.sides.order_by("letter")
    )
    current = play_of(table_encounter).current
    fields = {
        "encounter": table_encounter,
        "match": current.number,
        "by": CONSOLE,
        "at": NOW,
        "report": singles_report(1, 0, 2, 3),
    }
    recording.record_hand(deal=1, entry_key="one", seating=seating, **fields)
    with pytest.raises(refusals.SeatingChanged):
        recording.record_hand(deal=2, entry_key="two", seating=seating[::-1], **fields)


def test_reading_a_table_takes_a_constant_number_of_queries(table_encounter, django_assert_num_queries):
    loaded = Encounter.objects.select_related("stage__tournament__rule_book").get(pk=table_encounter.pk)
    for _hand in range(2):
        play_hand(table_encounter, singles_report(30, 0, 20, 10))
        with django_assert_num_queries(2):
            play_of(loaded)
