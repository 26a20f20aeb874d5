from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.drawing.drawees import any_inputs, drawees_of_clubs, group_inputs, order_inputs
from tournaments.formats.drawing import (
    Alteration,
    AlterationKind,
    DrawIncomplete,
    DrawResult,
    Method,
    NoteKind,
    NotInDraw,
    Separation,
    check_all_drawn,
    draw,
    with_alterations,
)

SWAP, MOVE = AlterationKind.SWAP, AlterationKind.MOVE
FOUR = drawees_of_clubs("Moda", "Kadıköy", "Kadıköy", "Moda")
GROUPS = group_inputs(FOUR, 2, method=Method.RATING, apart=Separation.CLUB)
ORDER = order_inputs(FOUR)


def groups_after(*alterations: Alteration) -> tuple[tuple[str, ...], ...]:
    start = DrawResult(groups=(("e1", "e2"), ("e3", "e4")))
    return with_alterations(GROUPS, start, alterations).groups


def order_after(*alterations: Alteration) -> str:
    return " ".join(with_alterations(ORDER, DrawResult(order=("e1", "e2", "e3", "e4")), alterations).order)


def test_swap_exchanges_two_entrants():
    assert groups_after(Alteration(SWAP, "e1", "e4")) == (("e4", "e2"), ("e3", "e1"))
    assert groups_after(Alteration(SWAP, "e1", "e2")) == (("e2", "e1"), ("e3", "e4"))
    assert order_after(Alteration(SWAP, "e4", "e1")) == "e4 e2 e3 e1"


def test_move_appends_an_entrant_to_another_group():
    assert groups_after(Alteration(MOVE, "e1", "e3")) == (("e2",), ("e3", "e4", "e1"))
    assert groups_after(Alteration(MOVE, "e1", "e2")) == (("e2", "e1"), ("e3", "e4"))


def test_move_in_an_order_takes_the_place_and_closes_the_gap():
    assert order_after(Alteration(MOVE, "e4", "e2")) == "e1 e4 e2 e3"
    assert order_after(Alteration(MOVE, "e1", "e3")) == "e2 e3 e1 e4"


def test_alterations_apply_in_sequence():
    assert order_after(Alteration(SWAP, "e1", "e2"), Alteration(MOVE, "e1", "e4")) == "e2 e3 e4 e1"


@pytest.mark.parametrize("kind", AlterationKind)
@pytest.mark.parametrize(("a", "b"), [("e1", "e9"), ("e9", "e1")])
def test_unknown_entrant_is_refused(kind, a, b):
    for inputs in (GROUPS, ORDER):
        with pytest.raises(NotInDraw, match="e9"):
            with_alterations(inputs, draw(inputs), [Alteration(kind, a, b)])


def test_notes_describe_the_altered_draw():
    result = draw(GROUPS)
    assert result.notes == ()
    other = next(drawee_id for drawee_id in ("e2", "e3") if drawee_id not in result.groups[0])
    after = with_alterations(GROUPS, result, [Alteration(SWAP, "e1", other)])
    assert {(note.kind, note.label) for note in after.notes} == {
        (NoteKind.KIN_IN_GROUP, "Moda"),
        (NoteKind.KIN_IN_GROUP, "Kadıköy"),
    }


@given(any_inputs(), st.data())
def test_alterations_keep_every_entrant(inputs, data):
    result = draw(inputs)
    if not inputs.drawees:
        return
    ids = st.sampled_from([drawee.id for drawee in inputs.drawees])
    alterations = data.draw(
        st.lists(st.builds(Alteration, st.sampled_from(AlterationKind), ids, ids), max_size=5)
    )
    after = with_alterations(inputs, result, alterations)
    check_all_drawn(inputs, after)
    swaps = [alteration for alteration in alterations if alteration.kind is SWAP]
    back = with_alterations(inputs, with_alterations(inputs, result, swaps), swaps[::-1])
    assert back == result
    assert with_alterations(inputs, result, ()) == result


@pytest.mark.parametrize(
    "groups",
    [
        (("e1", "e2"), ("e3",)),
        (("e1", "e2"), ("e3", "e4", "e1")),
        (("e1", "e2"), ("e3", "e9")),
        (("e1", "e2", "e3", "e4"),),
        (("e1", "e2"), ("e3", "e4"), ()),
        (),
    ],
)
def test_groups_without_each_entrant_once_are_refused(groups):
    with pytest.raises(DrawIncomplete):
        check_all_drawn(GROUPS, DrawResult(groups=groups))


def test_groups_of_other_sizes_are_accepted():
    check_all_drawn(GROUPS, DrawResult(groups=(("e1",), ("e3", "e4", "e2"))))


@pytest.mark.parametrize("order", [("e1", "e2", "e3"), ("e1", "e2", "e3", "e3"), ()])
def test_order_without_every_entrant_is_refused(order):
    check_all_drawn(ORDER, draw(ORDER))
    with pytest.raises(DrawIncomplete):
        check_all_drawn(ORDER, DrawResult(order=order))


def test_draw_of_the_other_kind_is_refused():
    with pytest.raises(DrawIncomplete):
        check_all_drawn(GROUPS, draw(ORDER))
    with pytest.raises(DrawIncomplete):
        check_all_drawn(ORDER, draw(GROUPS))
    with pytest.raises(DrawIncomplete):
        check_all_drawn(GROUPS, DrawResult(groups=(("e1",), ("e2",)), order=("e3", "e4")))
