from __future__ import annotations

import pytest
from django.utils import translation

from scoring.queries.bracket.projected_bracket import projected_brackets
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.play_labels import candidates_label, slot_source_label
from scoring.queries.qualification import read_group_places
from scoring.queries.round_names import round_title, tie_name
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import drawn_tournament, play_table, singles_tournament
from tests.scoring.stage_flows import (
    BEST_THIRDS,
    DOUBLE,
    ELIMINATION,
    GROUPS,
    SWISS,
    drawn_flow,
    play_ready,
    ready_encounters,
)
from tournaments.models import Tournament
from tournaments.stages.stage_settings import FeedSettings, StageSettings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_activate_english")]


@pytest.fixture
def _activate_english():
    with translation.override("en"):
        yield


def drawn_brackets_of(tournament: Tournament) -> list[StageBracket]:
    return drawn_brackets(read_tournament_context(tournament.public_id), read_listings(tournament))


def foreseen_of(tournament: Tournament) -> list[StageBracket]:
    return projected_brackets(read_tournament_context(tournament.public_id), read_group_places(tournament))


def titles(bracket: StageBracket) -> list[str]:
    return [round_title(round_.name) for round_ in bracket.rounds]


def third_place(**changes) -> StageSettings:
    return StageSettings("knockout", best_of=1, hands=3, third_place=True, **changes)


def test_five_are_seeded_into_a_bracket_of_eight_with_three_byes():
    (bracket,) = drawn_brackets_of(drawn_flow(ELIMINATION, pairs=5))
    first = bracket.rounds[0]
    assert titles(bracket) == ["Quarter-finals", "Semi-finals", "Final"]
    assert [tie.bye for tie in first.ties].count(True) == 3
    assert all(tie.slots[0].won for tie in first.ties if tie.bye)
    assert first.decided == 3


def test_names_show_their_seeds():
    (bracket,) = drawn_brackets_of(drawn_flow(ELIMINATION, pairs=4))
    assert sorted(slot.code for tie in bracket.rounds[0].ties for slot in tie.slots) == ["1", "2", "3", "4"]
    assert not bracket.uses_group_codes


def test_the_losers_of_the_semi_finals_play_for_third_place():
    (bracket,) = drawn_brackets_of(drawn_flow(third_place(), pairs=4))
    assert [part.part for part in bracket.parts] == ["main", "third"]
    (tie,) = bracket.parts[1].rounds[0].ties
    assert tie_name(tie.name) == "Match for third place"
    assert [slot_source_label(slot) for slot in tie.slots] == ["Loser of SF 1", "Loser of SF 2"]
    assert candidates_label(tie.slots[0]).count("Takım") == 2


def test_a_double_elimination_has_three_parts():
    tournament = drawn_flow(DOUBLE, pairs=4)
    (bracket,) = drawn_brackets_of(tournament)
    assert [part.part for part in bracket.parts] == ["main", "losers", "final"]
    assert titles(bracket) == [
        "Winners’ round 1",
        "Winners’ final",
        "Losers’ round 1",
        "Losers’ final",
        "Grand final",
    ]
    losers = bracket.parts[1].rounds[0].ties[0]
    assert [slot_source_label(slot) for slot in losers.slots] == ["Loser of W 1-1", "Loser of W 1-2"]


def test_first_loss_leads_to_the_losers_bracket():
    tournament = drawn_flow(DOUBLE, pairs=4)
    play_ready(tournament)
    (bracket,) = drawn_brackets_of(tournament)
    (tie,) = bracket.parts[1].rounds[0].ties
    assert not tie.waiting
    assert [slot.entrant for slot in tie.slots] == [
        slot.entrant for lost_tie in bracket.rounds[0].ties for slot in lost_tie.slots if slot.lost
    ]


def test_tables_of_four_list_the_qualified():
    tournament = singles_tournament(players=9)
    play_table(ready_encounters(tournament)[0], 40, 0, 20, 60)
    (bracket,) = drawn_brackets_of(tournament)
    assert bracket.of_four
    assert titles(bracket) == ["Round 1"]
    decided = next(
        tie for tie in bracket.rounds[0].ties if tie.listing and tie.listing.decided and not tie.bye
    )
    assert [slot.place for slot in decided.slots_by_place] == [1, 2, 3, 4]
    assert [slot.advances for slot in decided.slots_by_place] == [True, True, False, False]
    assert [slot.letter for slot in decided.slots_by_place] == ["B", "C", "A", "D"]
    assert [tie.bye for tie in bracket.rounds[0].ties].count(True) == 1


def test_four_play_the_final_table():
    (bracket,) = drawn_brackets_of(singles_tournament(players=4))
    assert titles(bracket) == ["Final table"]
    assert bracket.rounds[0].final


def test_projected_bracket_shows_places_of_undecided_groups():
    tournament = drawn_tournament(pairs=9, groups=3)
    (bracket,) = foreseen_of(tournament)
    assert bracket.projected
    labels = {slot_source_label(slot) for tie in bracket.rounds[0].ties for slot in tie.slots}
    assert {"Winner of group A", "Runner-up of group C", "Nobody: bye"} <= labels
    assert titles(bracket) == ["Quarter-finals", "Semi-finals", "Final"]
    assert {"A1", "C2"} <= {slot.code for tie in bracket.rounds[0].ties for slot in tie.slots}


def test_projected_bye_is_shown_in_the_next_round():
    (bracket,) = foreseen_of(drawn_tournament(pairs=9, groups=3))
    semis = [slot_source_label(slot) for tie in bracket.rounds[1].ties for slot in tie.slots]
    assert sum(label.startswith(("Winner of group", "Runner-up")) for label in semis) == 2


def test_projected_bracket_shows_places_of_a_swiss_stage():
    tournament = drawn_flow(SWISS, third_place(feeds=(FeedSettings(1, 1, 4),)), pairs=8)
    (bracket,) = foreseen_of(tournament)
    labels = [slot_source_label(slot) for tie in bracket.rounds[0].ties for slot in tie.slots]
    assert sorted(labels) == [f"Place {place} of the previous stage" for place in (1, 2, 3, 4)]


def test_stage_with_best_placed_thirds_is_not_projected():
    assert foreseen_of(drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)) == []


def test_stage_drawn_by_the_organizer_is_not_projected():
    by_hand = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 2),), draws_itself=False)
    assert foreseen_of(drawn_tournament(pairs=8, groups=2, stages=(GROUPS, by_hand))) == []


def test_annulled_encounter_is_not_in_the_bracket():
    tournament = drawn_flow(ELIMINATION, pairs=4)
    encounter = ready_encounters(tournament)[0]
    encounter.annulled_at = tournament.created_at
    encounter.save()
    (bracket,) = drawn_brackets_of(tournament)
    assert len(bracket.rounds[0].ties) == 1
