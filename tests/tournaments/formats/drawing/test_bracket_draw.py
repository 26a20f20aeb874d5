from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.drawing.drawees import CLUBS, SEEDS, drawees_of_clubs, order_inputs
from tournaments.formats.drawing import Drawee, Method, Note, NoteKind, Separation, draw
from tournaments.formats.drawing.bracket_draw import seeds_by_slot, spread_kin_over_bracket

FEW_CLUBS = st.lists(CLUBS.map(lambda club: club or None), min_size=1, max_size=8)
MANY_CLUBS = st.lists(st.sampled_from([None, *"abcd"]), min_size=1, max_size=40) | st.lists(
    st.sampled_from([None, *"abcdefghijklmnopqrst"]), min_size=1, max_size=150
)


def tiers(entrants: int) -> list[list[int]]:
    """Return the places of an order (from 0) by tier: 1, 2, 3–4, 5–8…"""
    by_tier: dict[int, list[int]] = {}
    for place in range(entrants):
        by_tier.setdefault(place.bit_length(), []).append(place)
    return list(by_tier.values())


def meetings(kin: list[str | None], holders: Sequence[int]) -> Counter[int]:
    """Count, by round, the couples of one club that can meet there at the earliest."""
    slot_of = {seed: slot for slot, seed in enumerate(seeds_by_slot(len(kin)))}
    slot_by_holder = {holder: slot_of[seed] for seed, holder in enumerate(holders, start=1)}
    return Counter(
        (slot_by_holder[first] ^ slot_by_holder[second]).bit_length()
        for first, second in combinations(range(len(kin)), 2)
        if kin[first] is not None and kin[first] == kin[second]
    )


def all_orders(entrants: int, *, tiered: bool) -> list[tuple[int, ...]]:
    if not tiered:
        return list(permutations(range(entrants)))
    arranged = product(*(permutations(tier) for tier in tiers(entrants)))
    return [tuple(place for tier in order for place in tier) for order in arranged]


@pytest.mark.parametrize(
    ("entrants", "order"),
    [(1, [1]), (2, [1, 2]), (3, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])],
)
def test_slots_of_a_bracket(entrants, order):
    assert seeds_by_slot(entrants) == order


@given(MANY_CLUBS)
def test_entrants_stay_in_their_tier(kin):
    holders = spread_kin_over_bracket(kin, tiered=True)
    for tier in tiers(len(kin)):
        assert sorted(holders[place] for place in tier) == tier


@settings(max_examples=60)
@given(FEW_CLUBS, st.booleans())
def test_no_order_has_fewer_first_round_meetings_of_a_club(kin, tiered):
    kin = kin if tiered else kin[:6]
    fewest = min(meetings(kin, order)[1] for order in all_orders(len(kin), tiered=tiered))
    assert meetings(kin, spread_kin_over_bracket(kin, tiered=tiered))[1] == fewest


@given(MANY_CLUBS)
def test_first_round_has_only_the_unavoidable_meetings_of_a_club(kin):
    entrants = len(kin)
    last = tiers(entrants)[-1]
    byes = len(seeds_by_slot(entrants)) - entrants
    playing = [tier for tier in tiers(entrants)[:-1] if tier[-1] >= byes]
    forced = 0
    for club in set(kin) - {None}:
        sure = [place for tier in playing if tier[0] >= byes for place in tier]
        split = [place for tier in playing if tier[0] < byes for place in tier]
        other_clubs = sum(kin[place] != club for place in split)
        members = sum(kin[place] == club for place in [*last, *sure])
        forced = max(forced, members + max(0, len(last) - len(sure) - other_clubs) - len(last))
    assert meetings(kin, spread_kin_over_bracket(kin, tiered=True))[1] == (forced if entrants > 1 else 0)


@given(
    st.integers(1, 6).flatmap(
        lambda rounds: st.lists(st.sampled_from([None, *"abcdefgh"]), min_size=2**rounds, max_size=2**rounds)
    )
)
def test_full_bracket_spreads_every_club_evenly_over_its_parts(kin):
    holders = spread_kin_over_bracket(kin, tiered=True)
    in_slots = [kin[holders[seed - 1]] for seed in seeds_by_slot(len(kin))]
    size = len(kin) // 2
    while size:
        parts = [Counter(in_slots[start : start + size]) for start in range(0, len(kin), size)]
        for club in set(kin) - {None}:
            counts = [part[club] for part in parts]
            assert max(counts) - min(counts) <= 1
        size //= 2


@given(MANY_CLUBS)
def test_clubs_with_one_entrant_change_nothing(kin):
    lone = [club if kin.count(club) == 1 else None for club in kin]
    assert spread_kin_over_bracket(lone, tiered=True) == list(range(len(kin)))


def test_one_exchange_separates_two_of_a_club_in_one_half():
    clubs = ["Moda", "", "", "Moda", "", "", "", ""]
    assert draw(order_inputs(drawees_of_clubs(*clubs), apart=Separation.CLUB)).order == (
        "e1", "e2", "e4", "e3", "e5", "e6", "e7", "e8",
    )  # fmt: skip


def test_bye_passes_within_the_tier_to_separate_a_club():
    kin = ["a", "a", "b", "a", "e", "a", None, "a", "a", "a", "b", "f", "a"]
    holders = spread_kin_over_bracket(kin, tiered=True)
    assert meetings(kin, holders)[1] == 0
    assert holders[2:4] == [3, 2]


def test_bye_passes_on_when_all_but_three_are_of_one_club():
    kin = ["b", "a", "c", *"aaaaaa", "e", *"aaa"]
    holders = spread_kin_over_bracket(kin, tiered=True)
    assert meetings(kin, holders)[1] == 3
    assert holders[2:4] == [3, 2]


@given(clubs=st.lists(CLUBS, min_size=2, max_size=20), seed=SEEDS)
def test_random_order_may_move_anybody_to_separate_clubs(clubs, seed):
    drawees = drawees_of_clubs(*clubs)
    result = draw(order_inputs(drawees, method=Method.RANDOM, apart=Separation.CLUB, seed=seed))
    club = {drawee.id: drawee.club or None for drawee in drawees}
    kin = [club[drawee_id] for drawee_id in result.order]
    largest = max(Counter(label for label in kin if label).values(), default=0)
    first_round = len(seeds_by_slot(len(kin))) // 2
    assert meetings(kin, range(len(kin)))[1] == max(0, largest - first_round)


def test_two_clubs_fill_a_random_bracket_without_first_round_meetings():
    drawees = drawees_of_clubs(*["Moda", "Kadıköy"] * 8)
    club = {drawee.id: drawee.club for drawee in drawees}
    for seed in "0123456789":
        order = draw(order_inputs(drawees, method=Method.RANDOM, apart=Separation.CLUB, seed=seed)).order
        assert meetings([club[drawee_id] for drawee_id in order], range(16))[1] == 0


def test_first_and_second_of_a_group_meet_in_the_final_at_the_earliest():
    drawees = [
        Drawee(id=f"{group}{rank}", name="x", came_from=(group, rank)) for group in "ABCD" for rank in (1, 2)
    ]
    for seed in "0123456789":
        result = draw(order_inputs(drawees, method=Method.BY_PLACE, apart=Separation.GROUP, seed=seed))
        assert {drawee_id[1] for drawee_id in result.order[:4]} == {"1"}
        assert meetings([drawee_id[0] for drawee_id in result.order], range(8)) == Counter({3: 4})
        assert result.notes == ()


def test_qualifiers_of_a_single_table_are_no_kin():
    drawees = [Drawee(id=f"e{rank}", name="x", came_from=("", rank)) for rank in range(1, 9)]
    result = draw(order_inputs(drawees, method=Method.BY_PLACE, apart=Separation.GROUP))
    assert result.order == tuple(f"e{rank}" for rank in range(1, 9))
    assert result.notes == ()


def test_possible_meetings_before_the_final_are_noted():
    clubs = ["Moda", "Moda", "Moda", "Kadıköy", "Kadıköy", "", "", ""]
    result = draw(order_inputs(drawees_of_clubs(*clubs), apart=Separation.CLUB))
    (note,) = result.notes
    assert (note.kind, note.at, note.label, len(note.ids)) == (NoteKind.KIN_BEFORE_FINAL, 2, "Moda", 2)
    assert draw(order_inputs(drawees_of_clubs(*clubs))).notes == ()


def test_first_round_meeting_is_noted_with_everyone_it_concerns():
    result = draw(order_inputs(drawees_of_clubs(*["Moda"] * 4), apart=Separation.CLUB))
    assert result.notes == (Note(NoteKind.KIN_BEFORE_FINAL, 1, "Moda", ("e1", "e4", "e2", "e3")),)
