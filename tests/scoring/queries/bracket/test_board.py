from __future__ import annotations

import pytest

from scoring.queries.bracket.board import Board, boards_of, last_rounds, section, section_with, sections_of
from scoring.queries.bracket.bracket_path import entrants_in, path_of
from scoring.queries.bracket.sections import bracket_view
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import play_encounter, play_hand
from tests.scoring.chains import DOUBLE, ELIMINATION, drawn_flow, play_ready, ready_encounters
from tournaments.enums import Part
from tournaments.models import Encounter, Tournament
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

WITH_THIRD = StageSettings("knockout", best_of=1, hands=3, third_place=True)


def bracket_of(tournament: Tournament) -> StageBracket:
    (bracket,) = drawn_brackets(read_tournament_context(tournament.public_id), read_listings(tournament))
    return bracket


def board_of(tournament: Tournament) -> Board:
    return boards_of(bracket_of(tournament))[0]


def sizes(board: Board) -> list[int]:
    return [len(column.places) for column in board.columns]


def test_two_places_lead_to_one_until_the_final():
    board = board_of(drawn_flow(ELIMINATION, pairs=8))
    assert sizes(board) == [4, 2, 1]
    assert [column.leads for column in board.columns] == ["fork", "fork", "apart"]
    assert all(place.leads for column in board.columns[:-1] for place in column.places)
    assert [place.fed for place in board.columns[0].places] == [False] * 4
    assert all(place.fed for column in board.columns[1:] for place in column.places)


def test_line_carries_the_number_of_the_winner():
    tournament = drawn_flow(ELIMINATION, pairs=4)
    first = ready_encounters(tournament)[0]
    play_encounter(first, "B")
    winner = first.sides.get(letter="B").entrant
    semi, final = board_of(tournament).columns
    assert winner is not None
    assert [place.sends for place in semi.places] == [winner.number, None]
    assert final.places[0].came == (winner.number,)


def test_a_bye_goes_along_its_line_too():
    semi = board_of(drawn_flow(ELIMINATION, pairs=5)).columns[1]
    assert sum(len(place.came) for place in semi.places) == 3


def test_the_place_of_an_annulled_encounter_stays_empty():
    tournament = drawn_flow(ELIMINATION, pairs=8)
    gone = ready_encounters(tournament)[1]
    Encounter.objects.filter(pk=gone.pk).update(annulled_at=tournament.created_at)
    first = board_of(tournament).columns[0]
    assert [place.tie is None for place in first.places] == [False, True, False, False]
    assert not first.places[1].leads


def test_third_place_is_below_the_final():
    board = board_of(drawn_flow(WITH_THIRD, pairs=8))
    assert board.third is not None
    assert board.third.name.part == Part.THIRD
    assert sizes(board) == [4, 2, 1]


def test_the_grand_final_follows_the_winners_and_losers_have_their_own_board():
    winners, losers = boards_of(bracket_of(drawn_flow(DOUBLE, pairs=8)))
    assert sizes(winners) == [4, 2, 1, 1]
    assert [column.leads for column in winners.columns] == ["fork", "fork", "straight", "apart"]
    assert sizes(losers) == [2, 2, 1, 1]
    assert [column.leads for column in losers.columns] == ["straight", "fork", "straight", "apart"]
    assert losers.final is None


def test_tie_of_two_empty_slots_is_left_out():
    """With five entrants in eight slots, three have byes, so one pair of losers' slots is empty."""
    _winners, losers = boards_of(bracket_of(drawn_flow(DOUBLE, pairs=5)))
    assert any(place.tie is None for place in losers.columns[0].places)


def test_final_has_the_winner():
    tournament = drawn_flow(ELIMINATION, pairs=2)
    assert (final := board_of(tournament).final) is not None
    assert final.winner is None
    play_ready(tournament)
    final = board_of(tournament).final
    assert final is not None
    assert final.winner is not None


def test_current_column_is_the_one_in_play():
    tournament = drawn_flow(ELIMINATION, pairs=8)
    assert board_of(tournament).now == 0
    play_ready(tournament)
    assert board_of(tournament).now == 1
    play_hand(ready_encounters(tournament)[0])
    assert board_of(tournament).now == 1
    while ready_encounters(tournament):
        play_ready(tournament)
        for encounter in Encounter.objects.filter(state="playing").select_related("stage__tournament"):
            play_encounter(encounter)
    assert board_of(tournament).now == 2


class TestSections:
    @pytest.fixture
    def tournament(self):
        return drawn_flow(WITH_THIRD, pairs=64)

    def test_small_bracket_has_no_sections(self):
        assert sections_of(board_of(drawn_flow(ELIMINATION, pairs=17))) == 0

    def test_quarters_of_a_large_one_end_with_one_tie(self, tournament):
        board = board_of(tournament)
        assert sections_of(board) == 4
        second = section(board, 2)
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
        assert not any(place.fed for place in last.columns[0].places)
        assert last.third is not None

    def test_section_of_an_entrant_is_found(self, tournament):
        board = board_of(tournament)
        tie = board.columns[0].places[-1].tie
        assert tie is not None
        entrant = tie.slots[0].entrant
        assert entrant is not None
        assert section_with(board, entrant) == 4

    def test_bracket_is_shown_whole_unless_a_section_is_requested(self, tournament):
        bracket = bracket_of(tournament)
        assert bracket_view(bracket).chosen == "all"
        assert bracket_view(bracket, requested="3").chosen == "3"
        assert bracket_view(bracket, requested="9").chosen == "all"
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
    assert opened.chosen in {"1", "2", "3", "4"}
    last = bracket.rounds[0].ties[-1].slots[0].entrant
    assert last is not None
    assert bracket_view(bracket, near_entrant=last).chosen == "4"


def test_a_trail_follows_a_loser_into_the_losers_bracket():
    tournament = drawn_flow(DOUBLE, pairs=4)
    play_ready(tournament)
    bracket = bracket_of(tournament)
    loser = next(slot.entrant for slot in bracket.rounds[0].ties[0].slots if slot.lost)
    assert loser is not None
    trail = path_of([bracket], loser.public_id)
    assert trail is not None
    assert [step.tie.name.round.part for step in trail.steps] == [Part.MAIN, Part.LOSERS]
    assert trail.steps[0].own.lost


def test_entrants_are_listed_by_the_turkish_alphabet():
    tournament = drawn_flow(ELIMINATION, pairs=4)
    named = zip(tournament.entrants.order_by("number"), ("Şen", "Çam", "Ilgaz", "İnan"), strict=True)
    for entrant, name in named:
        entrant.name = name
        entrant.save(update_fields=["name"])
    assert [entrant.name for entrant in entrants_in([bracket_of(tournament)])] == [
        "Çam",
        "Ilgaz",
        "İnan",
        "Şen",
    ]


def test_entrant_of_another_bracket_has_no_path():
    other = drawn_flow(ELIMINATION, pairs=4).entrants.get(number=1)
    assert path_of([bracket_of(drawn_flow(ELIMINATION, pairs=4))], other.public_id) is None
