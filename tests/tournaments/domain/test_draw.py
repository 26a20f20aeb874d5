"""The draw: repeatable by its seed, or by hand; and taken back while nothing was played."""

from __future__ import annotations

import json

import pytest
from django.utils.translation import override

from scoring.domain.walkovers import record_walkover, take_walkover_back
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    enter_pairs,
    open_tournament,
    play_encounter,
    play_hand,
)
from tournaments.domain import draw, entries, group_checks, setup, tables
from tournaments.domain.actor import CONSOLE
from tournaments.enums import DrawMethod, EncounterState, SideLetter, StageKind, TournamentState
from tournaments.models import Encounter, Entrant, Group, LogRow, Stage, Tournament

pytestmark = pytest.mark.django_db


def draw_groups(tournament: Tournament, groups: int = 2, seed: str = "101") -> None:
    draw.draw_groups(tournament=tournament, groups=groups, seed=seed, by=CONSOLE, at=NOW)


def place(tournament: Tournament, groups: list[list[Entrant]]) -> None:
    named = list(zip("ABCDEFGH", groups, strict=False))
    draw.place_by_hand(tournament=tournament, groups=named, by=CONSOLE, at=NOW)


def undo(tournament: Tournament) -> None:
    draw.undo_draw(tournament=tournament, by=CONSOLE, at=NOW)


def groups_of(tournament: Tournament) -> dict[str, list[str]]:
    groups = Group.objects.filter(stage__tournament=tournament).order_by("position")
    return {
        group.name: list(group.places.order_by("position").values_list("entrant__name", flat=True))
        for group in groups
    }


def groups_stage(tournament: Tournament) -> Stage:
    return tournament.stages.get(kind=StageKind.GROUPS)


def test_a_draw_makes_groups_and_their_encounters():
    tournament = drawn_tournament(pairs=14, groups=4)
    assert {name: len(names) for name, names in groups_of(tournament).items()} == {
        "A": 4,
        "B": 4,
        "C": 3,
        "D": 3,
    }
    for group in Group.objects.filter(stage__tournament=tournament):
        meetings = {
            frozenset(side.entrant_id for side in encounter.sides.all())
            for encounter in group.encounters.prefetch_related("sides")
        }
        size = group.places.count()
        assert len(meetings) == group.encounters.count() == size * (size - 1) // 2
    assert {encounter.state for encounter in encounters_of(tournament)} == {EncounterState.READY}
    assert tournament.state == TournamentState.PLAYING


def test_nobody_has_two_encounters_in_one_round():
    tournament = drawn_tournament(pairs=14, groups=4)
    seen = set()
    for encounter in encounters_of(tournament):
        for side in encounter.sides.all():
            assert (encounter.round, side.entrant_id) not in seen
            seen.add((encounter.round, side.entrant_id))


def test_the_seed_the_method_and_the_groups_are_on_record():
    tournament = drawn_tournament()
    stage = groups_stage(tournament)
    assert (stage.seed, stage.draw_method, stage.drawn_at) == ("101", DrawMethod.SEEDED, NOW)
    recorded = json.loads(LogRow.objects.get(action="groups_drawn").after)
    names = dict(tournament.entrants.values_list("public_id", "name"))
    by_name = {str(public_id): name for public_id, name in names.items()}
    assert recorded["seed"] == "101"
    drawn = {name: [by_name[member] for member in members] for name, members in recorded["groups"].items()}
    assert drawn == groups_of(tournament)


def test_a_seed_repeats_its_groups_in_whatever_order_the_pairs_were_entered():
    first, second = open_tournament(pairs=12), open_tournament()
    backwards = [
        (entrant.name, ("Ayşe Işık", f"Can {entrant.number}"))
        for entrant in first.entrants.order_by("-number")
    ]
    entries.add_entrants(tournament=second, pairs=backwards, by=CONSOLE, at=NOW)
    draw_groups(first)
    draw_groups(second)
    assert groups_of(first) == groups_of(second)


def test_a_recorded_seed_gives_the_same_groups_for_ever():
    assert groups_of(drawn_tournament(pairs=6, groups=2)) == {
        "A": ["Takım 3", "Takım 1", "Takım 6"],
        "B": ["Takım 5", "Takım 2", "Takım 4"],
    }


def test_another_seed_gives_other_groups():
    drawn = set()
    for seed in ("1", "2", "3"):
        tournament = open_tournament(pairs=12)
        draw_groups(tournament, seed=seed)
        drawn.add(json.dumps(groups_of(tournament)))
    assert len(drawn) == 3


def test_the_suggested_seed_follows_from_the_list_and_can_be_written_down():
    tournament = open_tournament(pairs=6)
    pairs = list(tournament.entrants.all())
    seed = draw.suggested_seed(tournament, pairs)
    assert len(seed) == 8
    assert draw.suggested_seed(tournament, pairs[::-1]) == seed
    assert draw.suggested_seed(tournament, pairs[:5]) != seed
    assert draw.suggested_seed(open_tournament(), pairs) != seed


def test_pairs_are_placed_by_hand_as_they_came_out_of_the_bag():
    tournament = open_tournament(pairs=7)
    pairs = list(tournament.entrants.order_by("-number"))
    place(tournament, [pairs[:3], pairs[3:]])
    assert groups_of(tournament) == {
        "A": ["Takım 7", "Takım 6", "Takım 5"],
        "B": ["Takım 4", "Takım 3", "Takım 2", "Takım 1"],
    }
    stage = groups_stage(tournament)
    assert (stage.draw_method, stage.seed) == (DrawMethod.BY_HAND, "")


def test_by_hand_everybody_is_placed_exactly_once():
    tournament = open_tournament(pairs=8)
    pairs = list(tournament.entrants.order_by("number"))
    with pytest.raises(group_checks.NotEverybodyPlaced) as refusal:
        place(tournament, [pairs[:4], pairs[4:7]])
    assert refusal.value.details["names"] == "Takım 8"
    with pytest.raises(group_checks.NotEverybodyPlaced) as refusal:
        place(tournament, [pairs[:4], [*pairs[4:], pairs[1]]])
    assert refusal.value.details["names"] == "Takım 2"
    with pytest.raises(group_checks.NotEverybodyPlaced):
        place(tournament, [])
    assert not Group.objects.exists()


def test_pairs_of_another_tournament_cannot_be_placed():
    tournament = open_tournament(pairs=6)
    (stranger,) = enter_pairs(open_tournament(), 1)
    pairs = list(tournament.entrants.order_by("number"))
    with pytest.raises(group_checks.NotEverybodyPlaced):
        place(tournament, [pairs[:3], [*pairs[3:], stranger]])


def test_a_draw_needs_four_pairs():
    tournament = open_tournament(pairs=3)
    with pytest.raises(group_checks.TooFewEntrants) as refusal:
        draw_groups(tournament, groups=1)
    assert refusal.value.details == {"fewest": 4, "entered": 3}
    with pytest.raises(group_checks.TooFewEntrants):
        draw_groups(open_tournament(), groups=2)


@pytest.mark.parametrize(
    ("groups", "nearest"),
    [(0, "2 (6, 6)."), (1, "2 (6, 6)."), (5, "4 (3, 3, 3, 3)."), (99, "4 (3, 3, 3, 3).")],
)
def test_groups_that_are_too_small_or_too_large_are_refused_with_the_nearest_that_are_not(groups, nearest):
    tournament = open_tournament(pairs=12)
    with pytest.raises(group_checks.GroupsOutOfRange) as refusal:
        draw_groups(tournament, groups)
    with override("en"):
        assert refusal.value.message.endswith(f"Possible number of groups: {nearest}")
    assert Tournament.objects.get(pk=tournament.pk).state == TournamentState.OPEN
    assert not Group.objects.exists()


def test_qualifiers_that_fill_no_bracket_are_refused_with_the_nearest_that_do():
    tournament = open_tournament(pairs=12)
    with pytest.raises(group_checks.GroupsDontFillBracket) as refusal:
        draw_groups(tournament, 3)
    assert (refusal.value.details["groups"], refusal.value.details["qualifiers"]) == (3, 6)
    with override("en"):
        assert "groups: 2 (6, 6). Possible number of groups: 4 (3, 3, 3, 3)." in refusal.value.message
    with override("tr"):
        assert "Possible" not in refusal.value.message


def test_groups_by_hand_are_held_to_the_same_sizes():
    tournament = open_tournament(pairs=8)
    pairs = list(tournament.entrants.order_by("number"))
    with pytest.raises(group_checks.GroupTooSmallOrLarge) as refusal:
        place(tournament, [pairs[:1], pairs[1:]])
    assert refusal.value.details["groups"] == "A (1), B (7)"
    place(tournament, [pairs[:5], pairs[5:]])


def test_a_drawn_tournament_is_not_drawn_again():
    tournament = drawn_tournament()
    before = groups_of(tournament)
    with pytest.raises(setup.AlreadyDrawn):
        draw_groups(tournament, seed="other")
    with pytest.raises(setup.AlreadyDrawn):
        place(tournament, [list(tournament.entrants.all())])
    assert groups_of(tournament) == before


def test_one_group_has_no_knockout():
    tournament = drawn_tournament(pairs=5, groups=1)
    for left, encounter in enumerate(encounters_of(tournament), start=1):
        play_encounter(encounter, points=(left, 40))
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert len(encounters_of(tournament)) == 10


def test_undoing_opens_the_list_again_and_leaves_nothing_behind():
    tournament = drawn_tournament()
    counter = tournament.counter
    undo(tournament)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.counter) == (TournamentState.OPEN, counter + 1)
    assert encounters_of(tournament) == []
    assert groups_of(tournament) == {}
    stage = groups_stage(tournament)
    assert (stage.draw_method, stage.seed, stage.drawn_at) == ("", "", None)
    late = entries.add_entrant(
        tournament=tournament, name="Sonradan", players=("Ece", "Efe"), by=CONSOLE, at=NOW
    )
    assert late.number == 9


def test_the_log_keeps_the_draw_that_was_undone():
    tournament = drawn_tournament()
    before = groups_of(tournament)
    undo(tournament)
    assert json.loads(LogRow.objects.get(action="draw_undone").before) == before


def test_undoing_twice_changes_nothing_more():
    tournament = drawn_tournament()
    undo(tournament)
    undo(tournament)
    assert LogRow.objects.filter(action="draw_undone").count() == 1


def test_after_the_first_hand_a_draw_stays():
    tournament = drawn_tournament()
    play_hand(encounters_of(tournament)[0])
    with pytest.raises(draw.HandsWerePlayed):
        undo(tournament)
    assert len(encounters_of(tournament)) == 12


def test_a_walkover_keeps_the_draw_until_it_is_taken_back():
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    record_walkover(encounter=encounter, winner=SideLetter.A, by=CONSOLE, at=NOW)
    with pytest.raises(draw.HandsWerePlayed):
        undo(tournament)
    take_walkover_back(encounter=encounter, by=CONSOLE, at=NOW)
    undo(tournament)
    assert encounters_of(tournament) == []


def test_swapped_seats_do_not_keep_a_draw():
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    tables.swap_partners(encounter=encounter, letter=SideLetter.B, by=CONSOLE, at=NOW)
    undo(tournament)
    assert not Encounter.objects.exists()


def test_a_draw_can_be_repeated_after_it_was_undone():
    tournament = drawn_tournament()
    before = groups_of(tournament)
    undo(tournament)
    draw_groups(tournament)
    assert groups_of(tournament) == before
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    assert tournament.stages.get(kind=StageKind.KNOCKOUT).encounters.count() == 3


def test_from_one_group_back_to_two_the_knockout_is_as_it_was_set():
    knockout = setup.StageSettings(best_of=5, hands=7)
    tournament = drawn_tournament(pairs=6, groups=1, knockout=knockout, advance=1)
    undo(tournament)
    assert setup.settings_of(tournament).knockout == knockout
    draw_groups(tournament, groups=2)
    stage = tournament.stages.get(kind=StageKind.KNOCKOUT)
    assert (stage.position, stage.best_of, stage.hands_per_match, stage.advance) == (2, 5, 7, 1)


def test_one_group_can_be_drawn_undone_and_drawn_many_times():
    tournament = open_tournament(pairs=6)
    for groups in (1, 2, 1, 1, 2):
        draw_groups(tournament, groups=groups)
        assert len(groups_of(tournament)) == groups
        undo(tournament)


def test_placing_by_hand_after_an_undone_draw_leaves_no_seed_of_it():
    tournament = drawn_tournament()
    undo(tournament)
    pairs = list(tournament.entrants.order_by("number"))
    place(tournament, [pairs[:4], pairs[4:]])
    stage = groups_stage(tournament)
    assert (stage.draw_method, stage.seed) == (DrawMethod.BY_HAND, "")
