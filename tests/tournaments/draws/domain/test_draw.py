from __future__ import annotations

import json

import pytest
from django.utils.translation import override

from scoring.play.walkovers import record_walkover, take_walkover_back
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    enter_pairs,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.module_fixtures import module_fixture
from tests.scoring.stage_flows import earlier_entered_side
from tournaments.draws.domain import dependents, draw
from tournaments.entrants.domain import entry_list
from tournaments.enums import DrawMethod, EncounterState, SideLetter, StageKind, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Draw, Encounter, Entrant, Group, LogRow, Stage, Tournament
from tournaments.schedule.change import Change
from tournaments.setup.domain import tournament_settings
from tournaments.stages import draw_checks
from tournaments.stages.stage_settings import FeedSettings, Length, StageSettings
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db


def draw_groups(tournament: Tournament, groups: int = 2, seed: str = "101") -> None:
    draw.draw_groups(tournament=tournament, groups=groups, seed=seed, by=CONSOLE, at=NOW)


def place(tournament: Tournament, groups: list[list[Entrant]]) -> None:
    named = list(zip("ABCDEFGH", groups, strict=False))
    draw.place_first_stage(tournament=tournament, groups=named, by=CONSOLE, at=NOW)


def undo(tournament: Tournament) -> None:
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)


def groups_of(tournament: Tournament) -> dict[str, list[str]]:
    groups = Group.objects.filter(stage__tournament=tournament).order_by("position")
    return {
        group.name: list(group.places.order_by("position").values_list("entrant__name", flat=True))
        for group in groups
    }


def groups_stage(tournament: Tournament) -> Stage:
    return tournament.stages.get(kind=StageKind.GROUPS)


def knockout_of(tournament: Tournament) -> Stage:
    return tournament.stages.select_related("tournament").get(kind=StageKind.KNOCKOUT)


def decided_groups(*, pairs: int = 8, groups: int = 2, **changes: object) -> Tournament:
    tournament = drawn_tournament(pairs=pairs, groups=groups, **changes)
    decide_groups(tournament)
    return tournament


def decide_groups(tournament: Tournament) -> None:
    *others, last = encounters_of(tournament)
    for encounter in others:
        walk_over(encounter, earlier_entered_side(encounter))
    play_encounter(last, earlier_entered_side(last))


def walk_over(encounter: Encounter, winner: str) -> None:
    record_walkover(encounter=encounter, winner=SideLetter(winner), change=Change(CONSOLE, NOW))


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@module_fixture
def fourteen() -> Tournament:
    return drawn_tournament(pairs=14, groups=4)


@module_fixture
def decided() -> Tournament:
    return decided_groups()


def test_draw_creates_groups_and_their_encounters(fourteen):
    assert {name: len(names) for name, names in groups_of(fourteen).items()} == {
        "A": 4,
        "B": 4,
        "C": 3,
        "D": 3,
    }
    for group in Group.objects.filter(stage__tournament=fourteen):
        meetings = {
            frozenset(side.entrant_id for side in encounter.sides.all())
            for encounter in group.encounters.prefetch_related("sides")
        }
        size = group.places.count()
        assert len(meetings) == group.encounters.count() == size * (size - 1) // 2
    assert {encounter.state for encounter in encounters_of(fourteen)} == {EncounterState.READY}
    assert fourteen.state == TournamentState.PLAYING


def test_nobody_has_two_encounters_in_a_round(fourteen):
    seen = set()
    for encounter in encounters_of(fourteen):
        for side in encounter.sides.all():
            assert (encounter.round, side.entrant_id) not in seen
            seen.add((encounter.round, side.entrant_id))


def test_seed_method_and_groups_are_recorded(tournament):
    stage = groups_stage(tournament)
    row = Draw.objects.get(stage=stage)
    assert (row.seed, row.method, row.kind, row.round) == ("101", DrawMethod.RANDOM, StageKind.GROUPS, 0)
    assert (row.drawn_at, stage.drawn_at, row.undone_at) == (NOW, NOW, None)
    names = {str(key): name for key, name in tournament.entrants.values_list("public_id", "name")}
    for summary in (
        json.loads(row.drawn),
        json.loads(tournament.log.get(action="stage_drawn").after)["drawn"],
    ):
        drawn = [[names[member] for member in members] for members in summary["groups"]]
        assert drawn == list(groups_of(tournament).values())


def test_record_contains_no_names(tournament):
    row = Draw.objects.get(stage=groups_stage(tournament))
    assert "Takım" not in row.inputs + row.drawn


def test_seed_repeats_its_groups():
    tournament = drawn_tournament(pairs=12, groups=3)
    before = groups_of(tournament)
    undo(tournament)
    draw_groups(tournament, groups=3)
    assert groups_of(tournament) == before


def test_another_seed_gives_other_groups():
    drawn = set()
    for seed in ("1", "2", "3"):
        tournament = open_tournament(pairs=12)
        draw_groups(tournament, seed=seed)
        drawn.add(json.dumps(groups_of(tournament)))
    assert len(drawn) == 3


def test_pairs_are_placed_by_hand_from_a_bag():
    tournament = open_tournament(pairs=7)
    pairs = list(tournament.entrants.order_by("-number"))
    place(tournament, [pairs[:3], pairs[3:]])
    assert groups_of(tournament) == {
        "A": ["Takım 7", "Takım 6", "Takım 5"],
        "B": ["Takım 4", "Takım 3", "Takım 2", "Takım 1"],
    }
    row = Draw.objects.get(stage=groups_stage(tournament))
    assert (row.method, row.seed, row.inputs) == (DrawMethod.BY_HAND, "", "")


def test_manual_placement_needs_everyone_exactly_once():
    tournament = open_tournament(pairs=8)
    pairs = list(tournament.entrants.order_by("number"))
    with pytest.raises(draw_checks.EntrantsMisplaced) as refusal:
        place(tournament, [pairs[:4], pairs[4:7]])
    assert refusal.value.details["names"] == "Takım 8"
    with pytest.raises(draw_checks.EntrantsMisplaced) as refusal:
        place(tournament, [pairs[:4], [*pairs[4:], pairs[1]]])
    assert refusal.value.details["names"] == "Takım 2"
    with pytest.raises(draw_checks.EntrantsMisplaced):
        place(tournament, [])
    assert groups_of(tournament) == {}


def test_pairs_of_another_tournament_cannot_be_placed():
    tournament = open_tournament(pairs=6)
    (stranger,) = enter_pairs(open_tournament(), 1)
    pairs = list(tournament.entrants.order_by("number"))
    with pytest.raises(draw_checks.EntrantsMisplaced):
        place(tournament, [pairs[:3], [*pairs[3:], stranger]])


def test_draw_needs_enough_for_one_group():
    tournament = open_tournament(pairs=2)
    with pytest.raises(draw_checks.TooFewEntrants) as refusal:
        draw_groups(tournament, groups=1)
    assert refusal.value.details == {"fewest": 3, "entered": 2}
    with pytest.raises(draw_checks.TooFewEntrants):
        draw_groups(open_tournament(), groups=2)


@pytest.mark.parametrize(
    ("groups", "nearest"),
    [(0, "2 (6, 6)."), (1, "2 (6, 6)."), (5, "4 (3, 3, 3, 3)."), (12, "4 (3, 3, 3, 3).")],
)
def test_invalid_group_sizes_are_refused_with_the_nearest_valid_ones(groups, nearest):
    tournament = open_tournament(pairs=12)
    with pytest.raises(draw_checks.GroupsOutOfRange) as refusal:
        draw_groups(tournament, groups)
    with override("en"):
        assert str(refusal.value.details["nearest"]).endswith(f": {nearest}")
    assert Tournament.objects.get(pk=tournament.pk).state == TournamentState.OPEN
    assert groups_of(tournament) == {}


def test_any_number_of_qualifiers_fills_a_bracket_with_byes():
    knockout = knockout_of(decided_groups(pairs=9, groups=3))
    assert knockout.encounters.filter(round=1, decided_by="bye").count() == 2


def test_single_qualifier_is_refused():
    tournament = open_tournament(pairs=5, advance=1)
    with pytest.raises(draw_checks.TooFewAdvance) as refusal, override("en"):
        draw_groups(tournament, groups=1)
    with override("en"):
        assert refusal.value.details == {"stage": "Elimination", "coming": 1, "fewest": 2}
    pairs = list(tournament.entrants.all())
    with pytest.raises(draw_checks.TooFewAdvance):
        place(tournament, [pairs])
    assert groups_of(tournament) == {}


def test_league_is_one_group_of_any_size():
    tournament = open_tournament(pairs=9, stages=LEAGUE)
    with pytest.raises(draw_checks.OneGroupOnly):
        draw_groups(tournament, groups=3)
    draw_groups(tournament, groups=1)
    assert len(encounters_of(tournament)) == 36


def test_manual_groups_have_the_same_size_limits():
    tournament = open_tournament(pairs=8)
    pairs = list(tournament.entrants.order_by("number"))
    with pytest.raises(draw_checks.GroupTooSmallOrLarge) as refusal:
        place(tournament, [pairs[:1], pairs[1:]])
    assert refusal.value.details["groups"] == "A (1), B (7)"
    place(tournament, [pairs[:5], pairs[5:]])


def test_drawn_tournament_is_not_drawn_again(tournament):
    before = groups_of(tournament)
    with pytest.raises(tournament_settings.AlreadyDrawn):
        draw_groups(tournament, seed="other")
    with pytest.raises(tournament_settings.AlreadyDrawn):
        place(tournament, [list(tournament.entrants.all())])
    assert groups_of(tournament) == before


def test_single_group_feeds_its_next_stage():
    assert knockout_of(decided_groups(pairs=5, groups=1)).encounters.count() == 1


def test_revoked_draw_reopens_entries_and_leaves_nothing(tournament):
    counter = tournament.counter
    undo(tournament)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.counter) == (TournamentState.OPEN, counter + 1)
    assert encounters_of(tournament) == []
    assert groups_of(tournament) == {}
    assert groups_stage(tournament).drawn_at is None
    late = entry_list.add_entrant(
        tournament=tournament, name="Sonradan", players=("Ece", "Efe"), by=CONSOLE, at=NOW
    )
    assert late.number == 9


def test_revoked_draw_stays_recorded(tournament):
    original = Draw.objects.get(stage__tournament=tournament)
    undo(tournament)
    left = Draw.objects.get(stage__tournament=tournament)
    assert (left.inputs, left.drawn, left.undone_at) == (original.inputs, original.drawn, NOW)
    (summary,) = json.loads(tournament.log.get(action="draw_undone").before)["draws"]
    assert summary["drawn"] == json.loads(original.drawn)


def test_second_revocation_changes_nothing(tournament):
    undo(tournament)
    undo(tournament)
    assert LogRow.objects.filter(action="draw_undone").count() == 1


def test_draw_stays_after_the_first_hand(tournament):
    play_hand(encounters_of(tournament)[0])
    with pytest.raises(draw.DrawHasBegun):
        undo(tournament)
    assert len(encounters_of(tournament)) == 12


def test_walkover_keeps_the_draw_until_it_is_revoked(tournament):
    encounter = encounters_of(tournament)[0]
    walk_over(encounter, SideLetter.A)
    with pytest.raises(draw.DrawHasBegun):
        undo(tournament)
    take_walkover_back(encounter=encounter, change=Change(CONSOLE, NOW))
    undo(tournament)
    assert encounters_of(tournament) == []


def test_swapped_seats_do_not_keep_a_draw(tournament):
    encounter = encounters_of(tournament)[0]
    tables.swap_partners(encounter=encounter, letter=SideLetter.B, by=CONSOLE, at=NOW)
    undo(tournament)
    assert encounters_of(tournament) == []


def test_revoked_draw_can_be_repeated(tournament):
    before = groups_of(tournament)
    undo(tournament)
    draw_groups(tournament)
    assert groups_of(tournament) == before
    decide_groups(tournament)
    assert knockout_of(tournament).encounters.count() == 3


def test_settings_of_the_knockout_survive_a_draw_of_one_group():
    knockout = Length(best_of=5, hands=7)
    tournament = drawn_tournament(pairs=6, groups=1, knockout=knockout)
    undo(tournament)
    after = tournament_settings.settings_of(tournament).stages[1]
    assert (after.best_of, after.hands) == (5, 7)
    draw_groups(tournament, groups=2)
    stage = tournament.stages.get(kind=StageKind.KNOCKOUT)
    assert (stage.position, stage.best_of, stage.hands_per_match) == (2, 5, 7)


def test_single_group_can_be_drawn_and_revoked_repeatedly():
    tournament = open_tournament(pairs=6)
    for groups in (1, 2, 1, 1, 2):
        draw_groups(tournament, groups=groups)
        assert len(groups_of(tournament)) == groups
        undo(tournament)


def test_manual_placement_after_a_revoked_draw_has_no_seed(tournament):
    undo(tournament)
    pairs = list(tournament.entrants.order_by("number"))
    place(tournament, [pairs[:4], pairs[4:]])
    row = Draw.objects.get(stage__tournament=tournament, undone_at=None)
    assert (row.method, row.seed) == (DrawMethod.BY_HAND, "")


def test_automatic_draw_is_recorded_without_a_seed(decided):
    row = Draw.objects.get(stage=knockout_of(decided))
    assert (row.method, row.seed) == (DrawMethod.BY_PLACE, "")
    assert row.inputs


def test_revoked_later_draw_waits_for_the_organizer(decided):
    knockout = knockout_of(decided)
    (removal,) = dependents.removals_of(knockout)
    assert (removal.stage, removal.groups, removal.encounters) == (knockout, 0, 3)
    assert dependents.can_revoke_draw(knockout)
    draw.revoke_draw(stage=knockout, by=CONSOLE, at=NOW)
    knockout.refresh_from_db()
    assert (knockout.drawn_at, knockout.draws_itself) == (None, False)
    assert len(encounters_of(decided)) == 12
    decided.refresh_from_db()
    assert decided.state == TournamentState.PLAYING


def test_revoking_the_first_draw_lists_dependent_stages(decided):
    assert [removal.stage.position for removal in dependents.removals_of(first_stage(decided))] == [1, 2]
    assert not dependents.can_revoke_draw(first_stage(decided))


def test_independent_stage_is_kept():
    beside = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 3, 4),))
    knockout = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 2),))
    tournament = decided_groups(stages=(LEAGUE[0], knockout, beside))
    main, consolation = tournament.stages.select_related("tournament").filter(position__gt=1).order_by("pk")
    play_hand(consolation.encounters.filter(state=EncounterState.READY)[0])
    draw.revoke_draw(stage=main, by=CONSOLE, at=NOW)
    assert consolation.encounters.count() == 3
    with pytest.raises(draw.DrawHasBegun):
        draw.revoke_draw(stage=consolation, by=CONSOLE, at=NOW)
