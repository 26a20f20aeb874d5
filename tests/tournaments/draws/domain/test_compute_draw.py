from __future__ import annotations

import pytest

from tests.factories import NOW, first_stage, open_tournament
from tournaments.draws.domain import draw, draw_preview
from tournaments.draws.domain.compute_draw import AlterationNotPossible, DrawChoices, order_from_bag
from tournaments.entrants.domain.entry_list import add_entrants
from tournaments.enums import EncounterState
from tournaments.formats.drawing import Alteration, AlterationKind, Method, Pots, Separation
from tournaments.formats.encounter_plan import FormatSettings
from tournaments.log.actor import CONSOLE
from tournaments.models import Draw, Stage
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

BY_RATING = DrawChoices(Method.RATING, "kura-7")


def stage_of(kind: str, entrants: int, clubs: str = "") -> Stage:
    singles = kind == "tables"
    entrant_kind = "singles" if singles else "pairs"
    tournament = open_tournament(kind=entrant_kind, stages=(StageSettings(kind, 1, 3),))
    names = [f"Takım {number}" for number in range(1, entrants + 1)]
    listed = [
        ListedEntrant(
            name, (name,) if singles else (f"{name} a", f"{name} b"), clubs[at : at + 1], rating=1000 - at
        )
        for at, name in enumerate(names)
    ]
    add_entrants(tournament=tournament, entries=listed, by=CONSOLE, at=NOW)
    return first_stage(tournament)


def proposal(stage: Stage, chosen: DrawChoices = BY_RATING) -> draw_preview.DrawPreview:
    return draw_preview.preview_draw(stage, draw_preview.entrants_of_stage(stage), chosen)


def drawn(stage: Stage, chosen: DrawChoices = BY_RATING) -> None:
    looked_at = proposal(stage, chosen).digest
    draw.draw_stage(stage=stage, choices=chosen, previewed_digest=looked_at, by=CONSOLE, at=NOW)


def first_round(stage: Stage) -> list[set[int]]:
    encounters = stage.encounters.filter(round=1).prefetch_related("sides__entrant").order_by("position")
    return [
        {side.entrant.number for side in encounter.sides.all() if side.entrant} for encounter in encounters
    ]


def number_of(found: draw_preview.DrawPreview) -> list[int]:
    return [found.entrants[entrant_id].number for entrant_id in found.drawn.order]


def test_best_rating_meets_the_lowest():
    stage = stage_of("knockout", 8)
    drawn(stage)
    assert {1, 8} in first_round(stage)
    assert {2, 7} in first_round(stage)


def test_byes_go_to_the_best_and_are_decided_at_once():
    stage = stage_of("knockout", 6)
    drawn(stage)
    assert {1} in first_round(stage)
    assert {2} in first_round(stage)
    assert stage.encounters.filter(state=EncounterState.DECIDED).count() == 2


def test_swiss_stage_pairs_upper_with_lower_half():
    stage = stage_of("swiss", 6)
    drawn(stage)
    assert first_round(stage) == [{1, 4}, {2, 5}, {3, 6}]


def test_swiss_stage_keeps_clubs_apart_in_its_first_round():
    stage = stage_of("swiss", 6, "AB A")
    apart = DrawChoices(Method.RATING, "kura-7", apart=Separation.CLUB)
    stage.tournament.entrants.filter(number=4).update(club_name="A")
    drawn(stage, apart)
    assert {1, 4} not in first_round(stage)
    assert sum(len(pair) for pair in first_round(stage)) == 6


def test_unavoidable_meetings_of_a_club_are_noted():
    preview = proposal(stage_of("swiss", 4, "AAAA"), DrawChoices(Method.RATING, "x", apart=Separation.CLUB))
    assert {(note.label, note.at, len(note.ids)) for note in preview.drawn.notes} == {("A", 1, 2)}
    assert len(preview.drawn.notes) == 2


def test_tables_of_four_keep_clubs_apart():
    stage = stage_of("tables", 8, "ABCDABCD")
    drawn(stage, DrawChoices(Method.RATING, "x", apart=Separation.CLUB))
    first, second = first_round(stage)
    assert {number % 4 for number in first} == {number % 4 for number in second} == {0, 1, 2, 3}


@pytest.mark.parametrize("kind", ["swiss", "knockout", "double"])
def test_exchange_moves_only_the_two_entrants(kind):
    stage = stage_of(kind, 12, "ABCABCABCABC")
    plain = DrawChoices(Method.RATING, "x", apart=Separation.CLUB)
    first, second = (proposal(stage, plain).drawn.order[at] for at in (0, 4))
    before = number_of(proposal(stage, plain))
    changed = DrawChoices(
        Method.RATING,
        "x",
        apart=Separation.CLUB,
        alterations=(Alteration(AlterationKind.SWAP, first, second),),
    )
    after = number_of(proposal(stage, changed))
    assert [at for at in range(12) if before[at] != after[at]] == [0, 4]
    drawn(stage, changed)
    assert first in Draw.objects.get(stage=stage).alterations


def test_alteration_with_an_unknown_entrant_is_refused():
    strange = DrawChoices(
        Method.RATING, "x", alterations=(Alteration(AlterationKind.SWAP, "nobody", "nothing"),)
    )
    with pytest.raises(AlterationNotPossible):
        proposal(stage_of("knockout", 4), strange)


def test_every_group_gets_one_of_each_pot():
    tournament = open_tournament(pairs=8)
    for entrant in tournament.entrants.all():
        entrant.pot = 1 if entrant.number <= 2 else None
        entrant.save()
    stage = first_stage(tournament)
    chosen = DrawChoices(Method.RANDOM, "x", groups=2, pots=Pots.NUMBERED)
    preview = proposal(stage, chosen)
    pots = [[preview.entrants[entrant_id].pot for entrant_id in members] for members in preview.drawn.groups]
    assert [members.count(1) for members in pots] == [1, 1]


@pytest.mark.parametrize("kind", ["knockout", "double"])
def test_order_from_a_bag_pairs_neighbours(kind):
    ids = tuple("abcdefgh")
    order = order_from_bag(ids, kind=kind, settings=FormatSettings())
    assert sorted(order) == sorted(ids)
    stage = stage_of(kind, 8)
    entrants = list(stage.tournament.entrants.order_by("-number"))
    draw.place_in_order(stage=stage, order=entrants, by=CONSOLE, at=NOW)
    assert first_round(stage) == [{8, 7}, {6, 5}, {4, 3}, {2, 1}]


def test_swiss_order_from_a_bag_pairs_neighbours_and_the_last_has_the_bye():
    stage = stage_of("swiss", 5)
    draw.place_in_order(
        stage=stage, order=list(stage.tournament.entrants.order_by("number")), by=CONSOLE, at=NOW
    )
    assert first_round(stage) == [{1, 2}, {3, 4}, {5}]
    row = Draw.objects.get(stage=stage)
    assert (row.method, row.inputs) == ("by_hand", "")


def test_draw_that_differs_from_its_preview_is_refused():
    stage = stage_of("knockout", 4)
    looked_at = proposal(stage).digest
    stage.tournament.entrants.filter(number=1).update(rating=1)
    with pytest.raises(draw_preview.DrawOutOfDate):
        draw.draw_stage(stage=stage, choices=BY_RATING, previewed_digest=looked_at, by=CONSOLE, at=NOW)
    assert not stage.encounters.exists()


def test_later_stage_waits_for_its_source():
    tournament = open_tournament(pairs=8)
    knockout = tournament.stages.select_related("tournament").get(position=2)
    with pytest.raises(draw_preview.SourceNotDecided):
        draw_preview.entrants_of_stage(knockout)
