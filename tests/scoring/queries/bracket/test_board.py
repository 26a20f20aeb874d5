from __future__ import annotations

import pytest

from scoring.queries.bracket.board import (
    Board,
    board_section,
    build_boards,
    count_sections,
    find_section_of,
    last_rounds,
)
from scoring.queries.bracket.bracket_path import bracket_entrants, find_bracket_path
from scoring.queries.bracket.sections import bracket_view
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import play_encounter, play_hand
from tests.scoring.stage_flows import DOUBLE, ELIMINATION, drawn_flow, play_ready, ready_encounters
from tournaments.enums import Part
from tournaments.models import Encounter, Tournament
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

WITH_THIRD = StageSettings("knockout", best_of=1, hands=3, third_place=True)


def bracket_of(tournament: Tournament) -> StageBracket:
    (bracket,) = drawn_brackets(read_tournament_context(tournament.public_id), read_listings(tournament))
    return bracket


def board_of(tournament: Tournament) -> Board:
    return build_boards(bracket_of(tournament))[0]


def sizes(board: Board) -> list[int]:
    return [len(column.places) for column in board.columns]


def test_two_places_lead_to_one_until_the_final():
    board = board_of(drawn_flow(ELIMINATION, pairs=8))
    assert sizes(board) == [4, 2, 1]
    assert [column.link_style for column in board.columns] == ["fork", "fork", "apart"]
    assert all(place.has_next_line for column in board.columns[:-1] for place in column.places)
    assert [place.has_feeders for place in board.columns[0].places] == [False] * 4
    assert all(place.has_feeders for column in board.columns[1:] for place in column.places)


def test_line_carries_the_number_of_the_winner():
    tournament = drawn_flow(ELIMINATION, pairs=4)
    first = ready_encounters(tournament)[0]
    play_encounter(first, "B")
    winner = first.sides.get(letter="B").entrant
    semi, final = board_of(tournament).columns
    assert winner is not None
    assert [place.advancing_number for place in semi.places] == [winner.number, None]
    assert final.places[0].arrived_numbers == (winner.number,)


def test_bye_keeps_its_line_into_the_next_round():
    semi = board_of(drawn_flow(ELIMINATION, pairs=5)).columns[1]
    assert sum(len(place.arrived_numbers) for place in semi.places) == 3


def test_the_place_of_an_annulled_encounter_stays_empty():
    tournament = drawn_flow(ELIMINATION, pairs=8)
    annulled = ready_encounters(tournament)[1]
    Encounter.objects.filter(pk=annulled.pk).update(annulled_at=tournament.created_at)
    first = board_of(tournament).columns[0]
    assert [place.tie is None for place in first.places] == [False, True, False, False]
    assert not first.places[1].has_next_line


def test_third_place_is_below_the_final():
    board = board_of(drawn_flow(WITH_THIRD, pairs=8))
    assert board.third_place_round is not None
    assert board.third_place_round.name.part == Part.THIRD
    assert sizes(board) == [4, 2, 1]


def test_the_grand_final_follows_the_winners_and_losers_have_their_own_board():
    winners, losers = build_boards(bracket_of(drawn_flow(DOUBLE, pairs=8)))
    assert sizes(winners) == [4, 2, 1, 1]
    assert [column.link_style for column in winners.columns] == ["fork", "fork", "straight", "apart"]
    assert sizes(losers) == [2, 2, 1, 1]
    assert [column.link_style for column in losers.columns] == ["straight", "fork", "straight", "apart"]
    assert losers.final is None


def test_tie_of_two_empty_slots_is_left_out():
    """With five entrants in eight slots, three have byes, so one pair of losers' slots is empty."""
    _winners, losers = build_boards(bracket_of(drawn_flow(DOUBLE, pairs=5)))
    assert any(place.tie is None for place in losers.columns[0].places)


def test_final_has_the_winner():
    tournament = drawn_flow(ELIMINATION, pairs=2)
    assert (final := board_of(tournament).final) is not None
    assert final.winner is None
    play_ready(tournament)
    final = board_of(tournament).final
    assert final is not None
    assert final.winner is not None


@pytest.mark.release
def test_current_column_is_the_one_in_play():
    tournament = drawn_flow(ELIMINATION, pairs=8)
    assert board_of(tournament).current_column == 0
    play_ready(tournament)
    assert board_of(tournament).current_column == 1
    play_hand(ready_encounters(tournament)[0])
    assert board_of(tournament).current_column == 1
    while ready_encounters(tournament):
        play_ready(tournament)
        for encounter in Encounter.objects.filter(state="playing").select_related("stage__tournament"):
            play_encounter(encounter)
    assert board_of(tournament).current_column == 2


class TestSections:
    @pytest.fixture
    def tournament(self):
        return drawn_flow(WITH_THIRD, pairs=64)

    def test_small_bracket_has_no_sections(self):
        assert count_sections(board_of(drawn_flow(ELIMINATION, pairs=17))) == 0

    def test_quarter_sections_of_a_large_bracket_end_with_one_tie(self, tournament):
        board = board_of(tournament)
        assert count_sections(board) == 4
        second = board_section(board, 2)
        assert sizes(second) == [8, 4, 2, 1]
        assert [place.tie and place.tie.name.number for place in second.columns[0].places] == list(
            range(9, 17)
        )
        assert second.columns[-1].round.name.ties == 4
        assert second.final is None
        assert second.columns[0].round.size == 8

    def test_the_last_rounds_begin_where_the_sections_end(self, tournament):
        last = last_rounds(board_of(tournament))
        assert sizes(last) == [4, 2, 1]
        assert not any(place.has_feeders for place in last.columns[0].places)
        assert last.third_place_round is not None

    def test_section_of_an_entrant_is_found(self, tournament):
        board = board_of(tournament)
        tie = board.columns[0].places[-1].tie
        assert tie is not None
        entrant = tie.slots[0].entrant
        assert entrant is not None
        assert find_section_of(board, entrant) == 4

    def test_bracket_is_shown_whole_unless_a_section_is_requested(self, tournament):
        bracket = bracket_of(tournament)
        assert bracket_view(bracket).chosen_address == "all"
        assert bracket_view(bracket, requested="3").chosen_address == "3"
        assert bracket_view(bracket, requested="9").chosen_address == "all"
        assert [section_.address for section_ in bracket_view(bracket).sections] == [
            "1",
            "2",
            "3",
            "4",
            "last",
        ]


def test_large_bracket_opens_on_a_section():
    tournament = drawn_flow(ELIMINATION, pairs=65)
    bracket = bracket_of(tournament)
    opened = bracket_view(bracket)
    assert opened.chosen_address in {"1", "2", "3", "4"}
    last = bracket.rounds[0].ties[-1].slots[0].entrant
    assert last is not None
    assert bracket_view(bracket, near_entrant=last).chosen_address == "4"


def test_a_trail_follows_a_loser_into_the_losers_bracket():
    tournament = drawn_flow(DOUBLE, pairs=4)
    play_ready(tournament)
    bracket = bracket_of(tournament)
    loser = next(slot.entrant for slot in bracket.rounds[0].ties[0].slots if slot.lost)
    assert loser is not None
    trail = find_bracket_path([bracket], loser.public_id)
    assert trail is not None
    assert [step.tie.name.round.part for step in trail.steps] == [Part.MAIN, Part.LOSERS]
    assert trail.steps[0].own_slot.lost


def test_entrants_are_listed_by_the_turkish_alphabet():
    tournament = drawn_flow(ELIMINATION, pairs=4)
    named = zip(tournament.entrants.order_by("number"), ("Şen", "Çam", "Ilgaz", "İnan"), strict=True)
    for entrant, name in named:
        entrant.name = name
        entrant.save(update_fields=["name"])
    assert [entrant.name for entrant in bracket_entrants([bracket_of(tournament)])] == [
        "Çam",
        "Ilgaz",
        "İnan",
        "Şen",
    ]


def test_entrant_of_another_bracket_has_no_path():
    other = drawn_flow(ELIMINATION, pairs=4).entrants.get(number=1)
    assert find_bracket_path([bracket_of(drawn_flow(ELIMINATION, pairs=4))], other.public_id) is None
