from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.drawing.drawees import CLUBS, SEEDS, any_inputs, drawees_of_clubs, group_inputs
from tournaments.formats.drawing import (
    Drawee,
    DrawInputs,
    DrawKind,
    DrawResult,
    Method,
    Note,
    NoteKind,
    Pots,
    Separation,
    draw,
    lot_hash,
)
from tournaments.formats.drawing.balanced_halves import Card
from tournaments.formats.drawing.group_draw import list_pots


def together(groups: list[list[str | None]]) -> int:
    return sum(
        count * (count - 1) // 2
        for group in groups
        for label, count in Counter(group).items()
        if label is not None
    )


def labels_by_group(group_of: tuple[int, ...] | list[int], labels: list, groups: int) -> list[list]:
    return [
        [label for label, own in zip(labels, group_of, strict=True) if own == group]
        for group in range(groups)
    ]


def is_even(groups: list[list], rows: list) -> bool:
    """Return whether each row is spread over the groups with a difference of at most one."""
    counts = [[group.count(row) for group in groups] for row in set(rows)]
    return all(max(count) - min(count) <= 1 for count in counts)


def test_drawn_order_is_dealt_to_the_groups_in_turn():
    inputs = group_inputs(drawees_of_clubs(*[""] * 8), 3)
    order = sorted((drawee.id for drawee in inputs.drawees), key=lambda drawee: lot_hash("7", drawee))
    assert draw(inputs).groups == (tuple(order[0::3]), tuple(order[1::3]), tuple(order[2::3]))


def test_serpentine_changes_direction_each_row():
    assert draw(group_inputs(drawees_of_clubs(*[""] * 14), 4, method=Method.RATING)).groups == (
        ("e1", "e8", "e9", "e14"),
        ("e2", "e7", "e10", "e13"),
        ("e3", "e6", "e11"),
        ("e4", "e5", "e12"),
    )


def test_larger_groups_are_dealt_to_first():
    inputs = replace(group_inputs(drawees_of_clubs(*[""] * 7), 3, method=Method.RATING), sizes=(2, 2, 3))
    assert draw(inputs).groups == (("e2", "e5"), ("e3", "e4"), ("e1", "e6", "e7"))


def test_pots_by_seed_give_each_group_one_of_the_best():
    inputs = group_inputs(drawees_of_clubs(*[""] * 12), 4, method=Method.RATING, pots=Pots.BY_SEED)
    firsts = {"e1", "e2", "e3", "e4"}
    assert draw(inputs).groups == tuple(
        tuple(
            sorted(
                (f"e{number}" for number in range(start, start + 4)), key=lambda drawee: lot_hash("7", drawee)
            )[group]
            for start in (1, 5, 9)
        )
        for group in range(4)
    )
    heads = {draw(replace(inputs, seed=seed)).groups[0][0] for seed in "0123456789abcdefghij"}
    assert heads == firsts


def potted(*pots: int | None) -> tuple[Drawee, ...]:
    return tuple(Drawee(id=f"e{at}", name="x", pot=pot) for at, pot in enumerate(pots))


def test_entrants_without_a_pot_form_the_last_pot():
    inputs = group_inputs(potted(None, 1, None, 1, 3, 3), 2, pots=Pots.NUMBERED)
    assert [(number, {drawee.id for drawee in pot}) for number, pot in list_pots(inputs)] == [
        (1, {"e1", "e3"}),
        (3, {"e4", "e5"}),
        (4, {"e0", "e2"}),
    ]


@pytest.mark.slow
@given(any_inputs().filter(lambda inputs: inputs.kind is DrawKind.GROUPS and inputs.pots is not Pots.NONE))
def test_pot_counts_of_groups_differ_by_at_most_one(inputs):
    result = draw(inputs)
    for _number, pot in list_pots(inputs):
        ids = {drawee.id for drawee in pot}
        counts = [len(ids.intersection(group)) for group in result.groups]
        assert max(counts) - min(counts) <= 1
        assert max(counts) == 1 or len(ids) > len(result.groups)


def test_oversized_pot_is_noted():
    result = draw(group_inputs(potted(1, 1, 1, 2, 2, 2), 2, pots=Pots.NUMBERED))
    assert sorted((note.kind, note.label, len(note.ids)) for note in result.notes) == [
        (NoteKind.POT_IN_GROUP, "1", 2),
        (NoteKind.POT_IN_GROUP, "2", 2),
    ]
    assert {note.at for note in result.notes} == {0, 1}


def fewest_together(cards: list[Card], sizes: tuple[int, ...]) -> int:
    rows, kin, groups = [card.row for card in cards], [card.kin for card in cards], len(sizes)
    return min(
        together(labels_by_group(group_of, kin, groups))
        for group_of in product(range(groups), repeat=len(cards))
        if tuple(group_of.count(group) for group in range(groups)) == sizes
        and is_even(labels_by_group(group_of, rows, groups), rows)
    )


PARTS = st.tuples(st.sampled_from(Method), st.sampled_from(Pots), st.integers(1, 3), SEEDS)


@settings(max_examples=150)
@given(entered=st.lists(st.tuples(CLUBS, st.integers(1, 3)), min_size=2, max_size=7), parts=PARTS)
def test_clubs_meet_as_rarely_as_in_the_best_draw(entered, parts):
    method, pots, groups, seed = parts
    clubs = drawees_of_clubs(*(club for club, _pot in entered))
    drawees = [replace(drawee, pot=pot) for drawee, (_club, pot) in zip(clubs, entered, strict=True)]
    groups = min(groups, len(drawees))
    inputs = group_inputs(drawees, groups, method=method, pots=pots, apart=Separation.CLUB, seed=seed)
    drawn, row = draw(inputs), rows_of(inputs)
    club = {drawee.id: drawee.club or None for drawee in drawees}
    cards = [Card(row[drawee.id], club[drawee.id]) for drawee in drawees]
    assert is_even([[row[drawee_id] for drawee_id in group] for group in drawn.groups], list(row.values()))
    club_meetings = together([[club[drawee_id] for drawee_id in group] for group in drawn.groups])
    assert club_meetings == fewest_together(cards, inputs.sizes)


def rows_of(inputs: DrawInputs) -> dict[str, int]:
    if inputs.pots is not Pots.NONE:
        return {drawee.id: number for number, pot in list_pots(inputs) for drawee in pot}
    if inputs.method is Method.RANDOM:
        return {drawee.id: 0 for drawee in inputs.drawees}
    order = draw(
        DrawInputs(kind=DrawKind.ORDER, drawees=inputs.drawees, method=inputs.method, seed=inputs.seed)
    )
    return {drawee_id: index // len(inputs.sizes) for index, drawee_id in enumerate(order.order)}


@given(
    clubs=st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=60),
    groups=st.integers(1, 12),
    pots=st.sampled_from(Pots),
    method=st.sampled_from(Method),
    seed=SEEDS,
)
def test_club_that_fits_has_one_entrant_a_group(clubs, groups, pots, method, seed):
    drawees = drawees_of_clubs(*clubs)
    groups = min(groups, len(clubs))
    result = draw(group_inputs(drawees, groups, method=method, pots=pots, apart=Separation.CLUB, seed=seed))
    for club in set(clubs):
        ids = {drawee.id for drawee in drawees if drawee.club == club}
        counts = [len(ids.intersection(group)) for group in result.groups]
        assert max(counts) == -(-len(ids) // groups)
        assert max(counts) - min(counts) <= 1


def test_four_clubs_as_large_as_the_groups_are_all_separated():
    clubs = ["Moda", "Kadıköy", "Üsküdar", "Beşiktaş"] * 8
    result = draw(
        group_inputs(
            drawees_of_clubs(*clubs), 8, method=Method.RATING, pots=Pots.BY_SEED, apart=Separation.CLUB
        )
    )
    club = {f"e{number}": club for number, club in enumerate(clubs, start=1)}
    assert [len({club[drawee_id] for drawee_id in group}) for group in result.groups] == [4] * 8
    assert result.notes == ()


def test_club_with_more_entrants_than_groups_is_noted():
    result = draw(
        group_inputs(drawees_of_clubs("Moda", "MODA", "moda", "", "", ""), 2, apart=Separation.CLUB)
    )
    (note,) = result.notes
    assert note.kind is NoteKind.KIN_IN_GROUP
    assert note.label in {"Moda", "MODA", "moda"}
    assert set(note.ids) == {"e1", "e2", "e3"}.intersection(result.groups[note.at])
    assert len(note.ids) == 2


def test_clubs_are_not_separated_by_default():
    drawees = drawees_of_clubs("Moda", "Kadıköy", "Moda", "Moda")
    result = draw(group_inputs(drawees, 2, method=Method.RATING))
    assert result == DrawResult(groups=(("e1", "e4"), ("e2", "e3")))


def test_draw_without_meetings_of_a_club_is_unchanged():
    clubs = ["Moda", "Moda", "", "Kadıköy", "", "Kadıköy", "", ""]
    inputs = group_inputs(drawees_of_clubs(*clubs), 4, method=Method.RATING, apart=Separation.CLUB)
    assert draw(inputs) == draw(replace(inputs, apart=Separation.NOBODY))


def test_clash_in_the_serpentine_moves_two_of_one_row():
    clubs = ["Moda", "", "", "", "", "", "", "Moda"]
    result = draw(group_inputs(drawees_of_clubs(*clubs), 4, method=Method.RATING, apart=Separation.CLUB))
    plain = draw(group_inputs(drawees_of_clubs(*clubs), 4, method=Method.RATING))
    assert (result.groups[2:], result.groups[0], result.groups[1]) == (
        plain.groups[2:],
        ("e1", "e7"),
        ("e2", "e8"),
    )


def test_former_groups_are_separated_whatever_the_clubs():
    drawees = [
        Drawee(id=f"{group}{rank}", name="x", club="Moda", came_from=(group, rank))
        for group in "ABCD"
        for rank in (1, 2)
    ]
    inputs = group_inputs(drawees, 2, method=Method.BY_PLACE, apart=Separation.GROUP)
    for seed in "0123456789":
        result = draw(replace(inputs, seed=seed))
        assert [sorted(drawee_id[0] for drawee_id in group) for group in result.groups] == [list("ABCD")] * 2
        assert [sorted(drawee_id[1] for drawee_id in group) for group in result.groups] == [list("1122")] * 2
    too_many = draw(
        replace(
            inputs,
            drawees=tuple(drawees[:1])
            + tuple(replace(drawee, came_from=("A", 2)) for drawee in drawees[1:4]),
            sizes=(2, 2),
        )
    )
    assert [(note.kind, note.at, note.label) for note in too_many.notes] == [
        (NoteKind.KIN_IN_GROUP, 0, "A"),
        (NoteKind.KIN_IN_GROUP, 1, "A"),
    ]


def test_notes_are_plain_data():
    result = draw(group_inputs(drawees_of_clubs("Moda", "Moda"), 1, apart=Separation.CLUB))
    assert result.notes == (Note(NoteKind.KIN_IN_GROUP, 0, "Moda", result.groups[0]),)
