from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
    report,
)
from tests.scoring.officials.domain.official_actions import decide_by_walkovers, groups_of
from tests.scoring.stage_flows import earlier_entered_side
from tests.tournaments.draws.domain.playing_rounds import decide, decide_all, draw_next, drawn_stage, ids_of
from tournaments.draws.domain import draw
from tournaments.draws.domain.lot_seed import offered_draw_seed
from tournaments.enums import StageKind
from tournaments.formats.drawing import Alteration, AlterationKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Draw, Encounter, EncounterSide, Entrant, GroupPlace, TieDecision, Tournament
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import FeedSettings, StageSettings

pytestmark = pytest.mark.django_db


def redraw(*arguments: str) -> tuple[list[str], int]:
    out = StringIO()
    try:
        call_command("redraw", *arguments, stdout=out, stderr=StringIO())
    except SystemExit as exit_:
        return out.getvalue().splitlines(), int(exit_.code or 0)
    return out.getvalue().splitlines(), 0


def reverse_result(encounter: Encounter, to: str = "B") -> None:
    finish = {"last_tile": "double_okey", "direct": False}
    correct(encounter, report(finisher=f"{to}1", points=(90, 90), finish=finish))


def finalists(tournament: Tournament) -> list[Entrant | None]:
    final = encounters_of(tournament)[-1]
    return [side.entrant for side in final.sides.order_by("letter")]


def checked() -> list[str]:
    return [line.rpartition(": ")[2] for line in redraw("--check")[0]]


@pytest.mark.release
def test_every_repeated_draw_is_the_same():
    drawn_tournament(pairs=14, groups=4)
    for kind in ("swiss", "knockout", "double", "tables"):
        drawn_stage(kind, 10)
    assert redraw("--check")[1] == 0
    assert checked() == ["the same"] * 5


def test_later_rounds_are_repeated():
    stages = [drawn_stage("swiss", 7), drawn_stage("tables", 8)]
    for stage in stages:
        decide_all(stage)
        first_id, second_id = ids_of(stage, 1, 2)
        draw_next(stage, Alteration(AlterationKind.SWAP, first_id, second_id))
    lines, code = redraw("--check")
    assert (len(lines), code) == (4, 0)
    assert sum(" round 2 " in line for line in lines) == 2


def test_result_is_printed_without_check():
    tournament = drawn_tournament(pairs=6, groups=2)
    lines, _code = redraw()
    assert len(lines) == 3
    assert lines[1].startswith("  A: Takım ")
    assert all(str(entrant.public_id) in lines[1] + lines[2] for entrant in tournament.entrants.all())


@pytest.mark.release
def test_draw_by_places_is_repeated():
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    assert checked() == ["the same", "the same"]


@pytest.mark.release
def test_bracket_refilled_after_a_correction_is_no_difference():
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    before = list(EncounterSide.objects.exclude(seed=None).order_by("pk").values_list("entrant", flat=True))
    for encounter in encounters_of(tournament)[:12]:
        reverse_result(encounter)
    knockout = tournament.stages.get(kind=StageKind.KNOCKOUT)
    after = EncounterSide.objects.filter(encounter__stage=knockout).exclude(seed=None)
    assert list(after.order_by("pk").values_list("entrant", flat=True)) != before
    assert set(checked()) == {"the same"}


@pytest.mark.slow
def test_begun_encounter_kept_after_two_corrections_is_no_difference():
    tournament = drawn_tournament(pairs=4, groups=1, advance=2)
    groups = encounters_of(tournament)
    for encounter in groups:
        play_encounter(encounter, earlier_entered_side(encounter))
    first_finalists = finalists(tournament)
    for encounter in groups:
        reverse_result(encounter, "B" if earlier_entered_side(encounter) == "A" else "A")
    final = encounters_of(tournament)[-1]
    kept_finalists = finalists(tournament)
    play_hand(final)
    for encounter in groups:
        second_correction = report(finisher=f"{earlier_entered_side(encounter)}1")
        correct(encounter, second_correction, version=2, keep_later_play=True)
    assert not set(first_finalists) & set(kept_finalists)
    assert finalists(tournament) == kept_finalists
    assert set(checked()) == {"the same"}
    stranger = Entrant.objects.create(tournament=tournament, name="Yabancı", number=5)
    final.sides.filter(letter="A").update(entrant=stranger)
    assert redraw("--check")[1] == 1


def test_table_refilled_after_a_correction_is_no_difference():
    stage = drawn_stage("tables", 8)
    decide_all(stage)
    draw_next(stage)
    table = stage.encounters.filter(round=1).order_by("position")[0]
    decide(table, winner=table.sides.get(place=4).letter)
    assert set(checked()) == {"the same"}


def test_late_entrant_is_no_difference():
    tournament = drawn_tournament(pairs=6, groups=2)
    late = Entrant.objects.create(tournament=tournament, name="Sonradan", number=7)
    group = first_stage(tournament).groups.order_by("position")[0]
    GroupPlace.objects.create(group=group, entrant=late, position=3)
    assert checked() == ["the same"]


def test_undone_draw_is_checked_as_well():
    tournament = drawn_tournament()
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    assert checked() == ["the same, taken back since"]
    Draw.objects.update(seed="x", inputs=Draw.objects.get().inputs.replace('"seed":"101"', '"seed":"102"'))
    assert redraw("--check")[1] == 1


def test_draw_by_hand_is_not_repeated():
    tournament = open_tournament(pairs=6)
    pairs = list(tournament.entrants.order_by("number"))
    groups = [("A", pairs[:3]), ("B", pairs[3:])]
    draw.place_first_stage(tournament=tournament, groups=groups, by=CONSOLE, at=NOW)
    assert checked() == ["placed by hand, nothing to draw again"]


def test_other_groups_than_recorded_are_reported():
    tournament = drawn_tournament(pairs=6, groups=2)
    place, other_place = GroupPlace.objects.filter(group__stage__tournament=tournament, position=0)
    first, second = place.entrant, other_place.entrant
    GroupPlace.objects.filter(pk=place.pk).update(entrant=second)
    GroupPlace.objects.filter(pk=other_place.pk).update(entrant=first)
    lines, code = redraw("--check")
    assert code == 1
    assert lines[0].endswith("DIFFERS: other groups are stored")


@pytest.mark.parametrize("kind", ["swiss", "knockout", "double", "tables"])
def test_swapped_entrants_in_the_first_round_are_reported(kind):
    stage = drawn_stage(kind, 8)
    side, other_side = EncounterSide.objects.filter(encounter__stage=stage, seed__in=[1, 2]).order_by("seed")
    first, second = side.entrant, other_side.entrant
    EncounterSide.objects.filter(pk=side.pk).update(entrant=second)
    EncounterSide.objects.filter(pk=other_side.pk).update(entrant=first)
    lines, code = redraw("--check")
    assert (lines[0].rpartition(": ")[2], code) == ("others sit in the stored encounters", 1)


@pytest.mark.slow
def test_swapped_qualifiers_are_reported():
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    knockout = tournament.stages.get(kind=StageKind.KNOCKOUT)
    side, other_side = EncounterSide.objects.filter(encounter__stage=knockout, seed__in=[1, 2]).order_by(
        "seed"
    )
    first, second = side.entrant, other_side.entrant
    EncounterSide.objects.filter(pk=side.pk).update(entrant=second)
    EncounterSide.objects.filter(pk=other_side.pk).update(entrant=first)
    assert redraw("--check")[1] == 1


def test_result_that_does_not_follow_from_its_inputs_is_reported():
    drawn_tournament(pairs=6, groups=2)
    row = Draw.objects.get()
    swapped = row.drawn.replace('"groups":[[', '"groups":[["x",')
    Draw.objects.update(drawn=swapped)
    assert "drawn again it gives something else" in redraw("--check")[0][0]


def test_unreadable_record_is_reported():
    drawn_tournament(pairs=6, groups=2)
    Draw.objects.update(inputs="{")
    assert redraw("--check") == (redraw("--check")[0], 1)
    assert checked() == ["the record can't be read"]


def test_only_the_named_tournaments_are_checked():
    first, second = drawn_tournament(), drawn_tournament()
    lines, code = redraw("--check", str(second.public_id))
    assert (len(lines), code) == (1, 0)
    assert str(first.public_id) not in lines[0]


@pytest.mark.parametrize("named", ["nobody", "00000000-0000-4000-8000-000000000000"])
def test_unknown_tournament_is_a_usage_error(named):
    assert redraw("--check", named) == ([], 2)


def test_command_stores_nothing():
    tournament = drawn_tournament()
    redraw()
    after = type(tournament).objects.get(pk=tournament.pk)
    assert (after.counter, Draw.objects.count()) == (tournament.counter, 1)


@pytest.mark.slow
def test_later_stage_with_members_changed_by_a_correction_is_no_difference():
    swiss = StageSettings("swiss", best_of=1, hands=3, rounds=2, feeds=(FeedSettings(1, 1, 2),))
    groups = StageSettings("groups", best_of=1, hands=3)
    tournament = drawn_tournament(pairs=8, groups=2, stages=(groups, swiss))
    for encounter in encounters_of(tournament):
        play_encounter(encounter, earlier_entered_side(encounter))
    stage = tournament.stages.get(position=2)
    members = set(GroupPlace.objects.filter(group__stage=stage).values_list("entrant", flat=True))
    group = first_stage(tournament).groups.order_by("position")[0]
    second = group.places.get(rank=2).entrant
    play_encounter(stage.encounters.exclude(sides__entrant=second).get())
    third = group.places.get(rank=3).entrant
    lost = group.encounters.filter(sides__entrant=second).get(sides__entrant=third)
    reverse_result(lost, to=next(side.letter for side in lost.sides.all() if side.entrant != second))
    after = set(GroupPlace.objects.filter(group__stage=stage).values_list("entrant", flat=True))
    assert (second.pk in members, second.pk in after) == (True, False)
    assert set(checked()) == {"the same"}


def test_different_seeds_of_page_draw_and_log_are_reported():
    drawn_tournament(pairs=6, groups=2)
    Draw.objects.update(seed="999")
    lines, code = redraw("--check")
    assert code == 1
    assert lines[0].endswith("the seeds differ (page '999', draw '101', log '101')")


def test_forged_draw_from_another_seed_differs_from_the_log():
    """Seed, inputs and result are consistent; only the log has the published seed."""
    tournament = drawn_tournament(pairs=6, groups=2)
    published = Draw.objects.get()
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    later = NOW + timedelta(minutes=1)
    draw.draw_groups(tournament=tournament, groups=2, seed="102", by=CONSOLE, at=later)
    redrawn = Draw.objects.exclude(pk=published.pk).get()
    Draw.objects.filter(pk=published.pk).update(seed=redrawn.seed, inputs=redrawn.inputs, drawn=redrawn.drawn)
    lines, code = redraw("--check")
    assert code == 1
    assert "the seeds differ (page '102', draw '102', log '101'), the log describes another draw" in lines[0]
    assert lines[1].endswith("the same")


def test_draw_without_a_log_row_is_reported():
    drawn_tournament(pairs=6, groups=2)
    Draw.objects.update(drawn_at=NOW + timedelta(hours=1))
    lines, code = redraw("--check")
    assert (lines[0].rpartition(": ")[2], code) == ("the log has no row of it", 1)


def test_seed_is_compared_with_the_offered_one():
    tournament = drawn_tournament(pairs=6, groups=2)
    assert " seed 101 chosen, not as offered: the same" in redraw("--check")[0][0]
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    ids = [str(entrant.public_id) for entrant in tournament.entrants.all()]
    offered = offered_draw_seed(tournament, ids)
    draw.draw_groups(tournament=tournament, groups=2, seed=offered, by=CONSOLE, at=NOW)
    assert f" seed {offered} as offered: the same" in redraw("--check")[0][1]


def test_seed_and_order_of_a_lot_are_compared_with_the_log():
    tied, clear = groups_of(drawn_tournament(pairs=6, groups=2))
    decide_by_walkovers(clear)
    decide_by_walkovers(tied, cycle=3)
    scope = GroupTieScope(tied)
    order = ties.draw_order(scope, "gece")
    ties.record_lot(scope=scope, order=order, seed="gece", change=Change(CONSOLE, NOW))
    assert redraw("--check")[1] == 0
    TieDecision.objects.update(seed="sabah")
    lines, code = redraw("--check")
    assert (code, lines[-1].rpartition(": ")[2]) == (1, "the seeds differ (page 'sabah', log 'gece')")
    TieDecision.objects.update(seed="gece", order=[str(entrant.public_id) for entrant in reversed(order)])
    assert redraw("--check")[0][-1].endswith("the log describes another draw")


@pytest.mark.parametrize(
    "drawn", ["[" * 100_000, '{"groups":[],"notes":[],"order":["\\ud800"],"version":1}', "1"]
)
def test_forged_record_is_reported_as_a_difference(drawn):
    tournament = drawn_tournament()
    Draw.objects.filter(stage__tournament=tournament).update(drawn=drawn)
    lines, code = redraw("--check", str(tournament.public_id))
    assert code == 1
    assert "DIFFERS" in lines[0]
