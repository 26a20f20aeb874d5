from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.drawing.drawees import any_inputs, drawees_of_clubs, group_inputs, order_inputs
from tournaments.formats.drawing import (
    Drawee,
    DrawInputs,
    MalformedDraw,
    Method,
    Pots,
    Separation,
    draw,
    lot_hash,
)
from tournaments.formats.drawing.lots import order_by_lot


def drawees_with_ids(*ids: str) -> tuple[Drawee, ...]:
    return tuple(Drawee(id=drawee_id, name=drawee_id) for drawee_id in ids)


def test_lots_follow_the_published_recipe():
    lots = {
        drawee_id: hashlib.sha256(b"kura-7:" + drawee_id.encode()).hexdigest()
        for drawee_id in ("a1", "b2", "ç3")
    }
    by_hand = tuple(sorted(lots, key=lambda lot: lots[lot]))
    inputs = order_inputs(drawees_with_ids("a1", "b2", "ç3"), method=Method.RANDOM, seed="kura-7")
    assert draw(inputs).order == by_hand
    assert lot_hash("kura-7", "ç3") == lots["ç3"]


def test_lot_equals_a_public_sha_256_calculator():
    assert lot_hash("kura-7", "a1") == "b91d562e79d54e22ca3ea08b851e5b40782c3a728fd73fdd04e5658e96cb193e"


def test_recorded_draws_give_the_same_groups():
    clubs = ["Moda", "Moda", "Moda", "", "Kadıköy", "Kadıköy", "", "", "Üsküdar", "Moda", ""]
    drawees = drawees_of_clubs(*clubs)
    plain = group_inputs(drawees, 3, seed="2026")
    assert draw(plain).groups == (("e9", "e10", "e4", "e1"), ("e2", "e3", "e11", "e7"), ("e8", "e5", "e6"))
    apart = group_inputs(drawees, 4, method=Method.RATING, apart=Separation.CLUB, seed="2026")
    assert draw(apart).groups == (("e1", "e8", "e9"), ("e4", "e7", "e10"), ("e3", "e6", "e11"), ("e2", "e5"))
    pots = group_inputs(
        drawees, 4, method=Method.RATING, pots=Pots.BY_SEED, apart=Separation.CLUB, seed="2026"
    )
    assert draw(pots).groups == (("e2", "e8", "e9"), ("e3", "e5", "e11"), ("e4", "e6", "e10"), ("e1", "e7"))
    assert draw(order_inputs(drawees, apart=Separation.CLUB, seed="2026")).order == (
        "e1",
        "e2",
        "e3",
        "e4",
        "e5",
        "e6",
        "e7",
        "e8",
        "e10",
        "e9",
        "e11",
    )


def test_hundreds_of_recorded_draws_are_unchanged():
    """A change of any of them changes recorded draws and needs a new version of the text."""
    clubs = ["", "Moda", "Kadıköy", "Üsküdar", "Moda", "Beşiktaş", "Moda"]
    texts = []
    for number in range(3, 60):
        drawees = drawees_of_clubs(
            *(clubs[int(lot_hash(str(number), str(at)), 16) % len(clubs)] for at in range(number))
        )
        for method in (Method.RANDOM, Method.RATING):
            expected: dict[str, Any] = {"method": method, "apart": Separation.CLUB, "seed": str(number)}
            texts.append(draw(order_inputs(drawees, **expected)).to_json())
            groups = -(-number // 4)
            texts += [draw(group_inputs(drawees, groups, pots=pots, **expected)).to_json() for pots in Pots]
    assert (
        hashlib.sha256("".join(texts).encode()).hexdigest()
        == "b87cf533e35884a67b6af59810d23aea9257419bf20a392a449896abfed8e25f"
    )


@pytest.mark.slow
@given(any_inputs())
def test_everyone_is_drawn_once_into_groups_of_the_given_sizes(inputs):
    result = draw(inputs)
    assert sorted(result.drawee_ids()) == sorted(drawee.id for drawee in inputs.drawees)
    assert tuple(len(group) for group in result.groups) == inputs.sizes


@given(any_inputs(), st.randoms())
def test_order_of_entry_has_no_effect(inputs, rng):
    drawees = list(inputs.drawees)
    rng.shuffle(drawees)
    again = replace(inputs, drawees=tuple(drawees))
    assert again.to_json().encode() == inputs.to_json().encode()
    assert draw(again).to_json().encode() == draw(inputs).to_json().encode()


@given(any_inputs())
def test_recorded_inputs_give_the_same_draw_byte_for_byte(inputs):
    recorded = DrawInputs.from_json(inputs.to_json())
    assert draw(recorded).to_json().encode() == draw(inputs).to_json().encode()


@pytest.mark.parametrize("pots", [Pots.NONE, Pots.BY_SEED])
def test_another_seed_gives_another_draw(pots):
    drawees = drawees_of_clubs(*["Moda", "Kadıköy", "Üsküdar", ""] * 4)
    seeds = [str(number) for number in range(20)]
    groups = {
        draw(group_inputs(drawees, 4, pots=pots, apart=Separation.CLUB, seed=seed)).groups for seed in seeds
    }
    orders = {
        draw(order_inputs(drawees, method=Method.RANDOM, apart=Separation.CLUB, seed=seed)).order
        for seed in seeds
    }
    assert (len(groups), len(orders)) == (20, 20)


def test_some_seed_draws_every_entrant_into_every_group():
    drawees = drawees_of_clubs("Moda", "Moda", "Moda", "", "", "Kadıköy")
    seen = {
        (drawee_id, number)
        for seed in range(60)
        for number, group in enumerate(
            draw(group_inputs(drawees, 3, apart=Separation.CLUB, seed=str(seed))).groups
        )
        for drawee_id in group
    }
    assert len(seen) == 6 * 3


def order_of(drawees: tuple[Drawee, ...], method: Method) -> list[str]:
    return list(draw(order_inputs(drawees, method=method)).order)


def drawn(*ids: str) -> list[str]:
    return sorted(ids, key=lambda drawee: lot_hash("7", drawee))


def test_rating_orders_highest_first_and_ties_by_lot():
    ratings = {"a": 1500, "b": None, "c": 2100, "d": 1500, "e": None, "f": -4, "g": 1500}
    drawees = tuple(
        Drawee(id=drawee_id, name=drawee_id, rating=rating) for drawee_id, rating in ratings.items()
    )
    assert order_of(drawees, Method.RATING) == ["c", *drawn("a", "d", "g"), "f", *drawn("b", "e")]


def test_manual_seeds_come_first_and_others_by_lot():
    numbers = {"a": None, "b": 2, "c": None, "d": 1, "e": None}
    drawees = tuple(
        Drawee(id=drawee_id, name=drawee_id, seed=number) for drawee_id, number in numbers.items()
    )
    assert order_of(drawees, Method.MANUAL) == ["d", "b", *drawn("a", "c", "e")]


def test_equal_ranks_of_the_previous_stage_are_ordered_by_lot():
    places = {"a": ("A", 2), "b": ("A", 1), "c": ("B", 1), "d": ("B", 2), "e": None}
    drawees = tuple(
        Drawee(id=drawee_id, name=drawee_id, came_from=place) for drawee_id, place in places.items()
    )
    assert order_of(drawees, Method.BY_PLACE) == [*drawn("b", "c"), *drawn("a", "d"), "e"]


def test_random_order_depends_on_lots_only():
    drawees = tuple(
        Drawee(id=str(number), name="x", rating=number, seed=number, came_from=("A", number))
        for number in range(12)
    )
    inputs = order_inputs(drawees, method=Method.RANDOM)
    assert draw(inputs).order == tuple(drawee.id for drawee in order_by_lot(inputs))


def test_no_entrants_give_an_empty_order():
    assert draw(order_inputs(())).order == ()


@pytest.mark.parametrize("sizes", [(), (2, 2), (4, 2), (6, 0), (3, 4), (7, -1)])
def test_invalid_group_sizes_are_refused(sizes):
    inputs = group_inputs(drawees_of_clubs(*[""] * 6), 2)
    with pytest.raises(MalformedDraw, match="groups hold everybody"):
        replace(inputs, sizes=sizes)


def test_duplicate_ids_are_refused():
    with pytest.raises(MalformedDraw, match="id of its own"):
        order_inputs(drawees_with_ids("a", "b", "a"))
    with pytest.raises(MalformedDraw, match="id of its own"):
        order_inputs(drawees_with_ids(""))


def test_order_with_groups_or_pots_is_refused():
    inputs = order_inputs(drawees_with_ids("a", "b"))
    for wrong in ({"sizes": (2,)}, {"pots": Pots.BY_SEED}):
        with pytest.raises(MalformedDraw, match="neither groups nor pots"):
            replace(inputs, **wrong)
