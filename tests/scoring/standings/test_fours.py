from __future__ import annotations

from fractions import Fraction

import pytest

from rules.standings.statements import Code
from rules.standings.steps import NO_HANDS, average_per_hand, format_average
from scoring.ledger.seating import places_to_separate
from scoring.officials.domain import departures, ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.play import walkovers
from scoring.standings import standings_cache
from scoring.standings.ranking import rank_group
from scoring.standings.round_standings import ordered_entrants
from tests.factories import NOW, encounters_of, first_stage, play_hand, play_table, singles_report
from tests.module_fixtures import module_fixture
from tests.scoring.stage_flows import draw_next_round, ready_encounters, refresh_standings
from tests.scoring.tables_of_four import FOURS, THEN_TABLES, drawn_fours, play_round, play_to_the_end
from tournaments.draws.domain import rounds
from tournaments.draws.domain.redraw import redraw
from tournaments.enums import EncounterState, SideLetter, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Draw, GroupPlace, Stage, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def ten() -> Tournament:
    tournament = drawn_fours()
    play_round(tournament)
    return tournament


def stage_of(tournament: Tournament) -> Stage:
    return first_stage(tournament)


def test_fewest_points_a_hand_ranks_first_and_no_hands_last(ten):
    ranked = rank_group(stage_of(ten).groups.select_related("stage").get())
    averages = [
        Fraction(entrant.row.penalties, entrant.row.hands) if entrant.row.hands else None
        for entrant in ranked
    ]
    played = [average for average in averages if average is not None]
    assert played == sorted(played)
    assert averages[len(played) :] == [None, None]
    assert {entrant.row.hands for entrant in ranked} == {0, 3}


def test_reason_gives_points_a_hand(ten):
    (reason,) = rank_group(stage_of(ten).groups.select_related("stage").get())[0].reasons
    assert (reason.code, reason.step) == (Code.ABOVE, "penalties_a_hand")
    assert format_average(reason.figures[0], "en") == "−101.00"


@pytest.mark.parametrize(
    ("penalties", "hands", "turkish"), [(50, 4, "12,50"), (-101, 3, "−33,67"), (0, 7, "0,00"), (0, 0, "–")]
)
def test_average_has_two_decimals_and_a_dash_without_hands(penalties, hands, turkish):
    assert format_average(average_per_hand(penalties, hands), "tr") == turkish


def test_different_averages_never_compare_equal():
    assert average_per_hand(1000, 999) != average_per_hand(1001, 1000)
    assert average_per_hand(2, 4) == average_per_hand(3, 6)
    assert average_per_hand(2**31, 1) < NO_HANDS


def test_neighbours_in_standings_meet_and_byes_rotate(ten):
    stage = stage_of(ten)
    first_byes = set(stage.encounters.filter(decided_by="bye").values_list("sides__entrant", flat=True))
    ordered = [item.entrant.pk for item in ordered_entrants(stage)]
    draw_next_round(stage)
    second = stage.encounters.filter(round=2)
    tables = [set(item.sides.values_list("entrant", flat=True)) for item in second.exclude(decided_by="bye")]
    second_byes = set(second.filter(decided_by="bye").values_list("sides__entrant", flat=True)) - {None}
    assert not first_byes & second_byes
    assert len(tables) == 2
    assert ordered[0] in tables[0]


def test_round_can_be_redrawn_from_its_record(ten):
    draw_next_round(stage_of(ten))
    for record in Draw.objects.filter(stage=stage_of(ten)).select_related("stage__tournament"):
        assert redraw(record).differences == ()


def test_tie_at_a_table_blocks_nothing(ten):
    stage = stage_of(ten)
    draw_next_round(stage)
    encounter = ready_encounters(ten)[0]
    assert places_to_separate(encounter) == ()
    play_table(encounter, 20, 0, 20, 20)
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.DECIDED
    places = [side.place or 0 for side in encounter.sides.all()]
    assert sorted(places) == [1, 2, 2, 2]


def test_first_after_the_last_round_is_champion():
    tournament = drawn_fours(players=8)
    stage = play_to_the_end(tournament)
    tournament.refresh_from_db()
    assert rounds.round_to_draw(stage) is None
    assert tournament.state == TournamentState.FINISHED
    assert tournament.champion == GroupPlace.objects.get(group__stage=stage, rank=1).entrant


def test_best_eight_advance_to_tables_of_which_two_advance():
    tournament = drawn_fours(FOURS, THEN_TABLES, players=10)
    stage = play_to_the_end(tournament)
    refresh_standings(tournament)
    last = tournament.stages.get(position=2)
    assert last.drawn_at is not None
    drawn = set(last.encounters.values_list("sides__entrant", flat=True))
    best = GroupPlace.objects.filter(group__stage=stage, rank__lte=8).values_list("entrant", flat=True)
    assert drawn == set(best)
    assert {row.outlook for row in stage.standings.all()} == {"through", "out"}
    assert list(standings_cache.find_differences(stage)) == []


def test_everybody_can_still_advance_while_rounds_are_open():
    tournament = drawn_fours(FOURS, THEN_TABLES, players=10)
    play_round(tournament)
    refresh_standings(tournament)
    assert set(stage_of(tournament).standings.values_list("outlook", "exact")) == {("can_still", False)}


def test_awarded_places_do_not_count_for_the_average(ten):
    draw_next_round(stage_of(ten))
    before = {ranked.entrant: ranked.row.penalties for ranked in rank_group(stage_of(ten).groups.get())}
    walkovers.award_places(
        encounter=ready_encounters(ten)[0],
        order=[SideLetter(letter) for letter in "DCBA"],
        change=Change(CONSOLE, NOW),
    )
    assert {
        ranked.entrant: ranked.row.penalties for ranked in rank_group(stage_of(ten).groups.get())
    } == before


def test_withdrawn_entrant_is_not_drawn_and_opponents_keep_their_points(ten):
    stage = stage_of(ten)
    leaver = ordered_entrants(stage)[0].entrant
    paid = {ranked.entrant: ranked.row.hands for ranked in rank_group(stage.groups.get())}
    departures.withdraw(entrant=leaver, results=LeaverResults.ANNULLED, change=Change(CONSOLE, NOW))
    assert {ranked.entrant: ranked.row.hands for ranked in rank_group(stage.groups.get())} == paid
    draw_next_round(stage)
    assert not stage.encounters.filter(round=2, sides__entrant=leaver).exists()
    assert stage.encounters.filter(round=2, decided_by="bye").count() == 1


def test_withdrawal_ends_the_table_in_play(ten):
    draw_next_round(stage_of(ten))
    encounter = ready_encounters(ten)[0]
    play_hand(encounter, singles_report(0, 20, 20, 30))
    leaver = encounter.sides.get(letter="D").entrant
    assert leaver is not None
    departures.withdraw(entrant=leaver, results=LeaverResults.KEPT, change=Change(CONSOLE, NOW))
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.DECIDED
    assert encounter.sides.get(letter="D").place == 4


def test_tie_of_two_is_broken_by_a_lot_and_never_by_an_encounter():
    tournament = drawn_fours(players=4)
    stage = stage_of(tournament)
    for number in (1, 2, 3):
        if number > 1:
            draw_next_round(stage)
        [encounter] = ready_encounters(tournament)
        least = {side.letter: side.entrant.number for side in encounter.sides.all() if side.entrant}
        points = [0 if (least[letter] - number) % 4 == 0 else 20 for letter in "ABCD"]
        play_table(encounter, *points)
    ground = GroupTieScope(stage.groups.get())
    [level] = ties.open_ties(ground)
    with pytest.raises(ties.NotTwoLevel):
        ties.add_extra_encounter(group=ground.group, entrants=level[:2], change=Change(CONSOLE, NOW))
    ties.record_lot(scope=ground, order=level, change=Change(CONSOLE, NOW))
    tournament.refresh_from_db()
    assert tournament.champion is not None
    assert encounters_of(tournament)[-1].stage_id == stage.pk
