from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.bracket import first_round
from tournaments.formats.group_sizes import group_name
from tournaments.formats.seeding import Qualifier, bracket_order, bracket_size, place_qualifiers

powers = pytest.mark.parametrize("size", [1, 2, 4, 8, 64, 2048])


@powers
def test_every_seed_has_one_slot_and_neighbours_the_same_sum(size):
    order = bracket_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert {seed + neighbour for seed, neighbour in zip(order[::2], order[1::2], strict=False)} <= {size + 1}


@powers
def test_best_seeds_are_each_in_a_different_part(size):
    order = bracket_order(size)
    parts = 1
    while parts <= size:
        length = size // parts
        assert sorted(min(order[at : at + length]) for at in range(0, size, length)) == list(
            range(1, parts + 1)
        )
        parts *= 2


def test_bracket_of_eight():
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize(
    ("entrants", "size"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (2048, 2048), (2049, 4096)]
)
def test_bracket_is_the_smallest_that_fits(entrants, size):
    assert bracket_size(entrants) == size


def qualifiers_of_groups(groups: int, ranks: int, best: tuple[int, ...] = ()) -> list[Qualifier]:
    certain = [Qualifier(rank, group) for rank in range(1, ranks + 1) for group in range(groups)]
    return certain + [Qualifier(ranks + 1, group) for group in best]


def slots(qualifiers: list[Qualifier]) -> list[Qualifier | None]:
    holders = dict(enumerate(place_qualifiers(qualifiers), start=1))
    return [
        qualifiers[holders[seed]] if seed in holders else None
        for seed in bracket_order(bracket_size(len(holders)))
    ]


def meetings(qualifiers: list[Qualifier]) -> list[tuple[Qualifier | None, Qualifier | None]]:
    placed = slots(qualifiers)
    return list(zip(placed[::2], placed[1::2], strict=True))


def qualifier_label(qualifier: Qualifier | None) -> str:
    if qualifier is None:
        return "-"
    return f"{'?' if qualifier.group is None else group_name(qualifier.group)}{qualifier.rank}"


def as_text(qualifiers: list[Qualifier]) -> str:
    return " ".join(
        f"{qualifier_label(first)}–{qualifier_label(second)}" for first, second in meetings(qualifiers)
    )


@pytest.mark.parametrize("groups", [2, 4, 8, 16, 32])
@pytest.mark.parametrize("advance", [1, 2])
def test_couples_of_groups_meet_as_in_the_rules_whatever_their_strength(groups, advance):
    qualifiers = qualifiers_of_groups(groups, advance)
    rng = random.Random(groups)
    rng.shuffle(qualifiers)
    rated = [Qualifier(qualifier.rank, qualifier.group, rng.randint(0, 99)) for qualifier in qualifiers]
    meetings_by_rank = [tuple((side.group, side.rank) for side in sides if side) for sides in meetings(rated)]
    assert meetings_by_rank == [
        tuple((place.group, place.rank) for place in sides) for sides in first_round(groups, advance)
    ]


@pytest.mark.parametrize(
    ("qualifiers", "text"),
    [
        (qualifiers_of_groups(3, 1), "A1–- B1–C1"),
        (qualifiers_of_groups(3, 2), "A1–- C2–B2 B1–- C1–A2"),
        (qualifiers_of_groups(2, 3), "A1–- B2–A3 B1–- A2–B3"),
        (qualifiers_of_groups(1, 4), "A1–A4 A2–A3"),
        ([Qualifier(rank) for rank in range(1, 6)], "?1–- ?4–?5 ?2–- ?3–-"),
    ],
)
def test_small_brackets(qualifiers, text):
    assert as_text(qualifiers) == text


@st.composite
def any_qualifiers(draw: st.DrawFn) -> list[Qualifier]:
    groups = draw(st.integers(2, 40))
    ranks = draw(st.integers(1, 4))
    best = draw(st.sets(st.integers(0, groups - 1), max_size=groups - 1)) if ranks < 4 else set()
    strengths = draw(st.sampled_from([1, 100]))
    rng = random.Random(draw(st.integers(0, 1000)))
    return [
        Qualifier(qualifier.rank, qualifier.group, rng.randrange(strengths))
        for qualifier in qualifiers_of_groups(groups, ranks, tuple(sorted(best)))
    ]


@settings(max_examples=80, deadline=None)
@given(any_qualifiers())
def test_everyone_has_exactly_one_seed(qualifiers):
    assert sorted(place_qualifiers(qualifiers)) == list(range(len(qualifiers)))


@settings(max_examples=150, deadline=None)
@given(any_qualifiers())
def test_group_mates_are_in_different_halves_and_quarters(qualifiers):
    placed = slots(qualifiers)
    at = defaultdict(list)
    for slot, qualifier in enumerate(placed):
        if qualifier is not None:
            at[qualifier.group].append(slot)
    for of_group in at.values():
        parts = min(2 if len(of_group) == 2 else 4, len(placed)) if len(of_group) > 1 else 1
        assert len({slot * parts // len(placed) for slot in of_group}) == len(of_group)


@settings(max_examples=80, deadline=None)
@given(any_qualifiers())
def test_byes_go_to_first_places_and_empty_chairs_never_meet(qualifiers):
    byes = [first or second for first, second in meetings(qualifiers) if first is None or second is None]
    assert None not in byes
    ranks = sorted(qualifier.rank for qualifier in qualifiers)
    assert sorted(min(qualifier.rank, 2) for qualifier in byes if qualifier) == [
        min(rank, 2) for rank in ranks[: len(byes)]
    ]


@settings(max_examples=80, deadline=None)
@given(any_qualifiers())
def test_first_places_meet_only_without_enough_others(qualifiers):
    played = [(first.rank, second.rank) for first, second in meetings(qualifiers) if first and second]
    firsts = sum(rank == 1 for ranks in played for rank in ranks)
    among_them = sum(ranks == (1, 1) for ranks in played)
    assert among_them == max(0, firsts - len(played))


@pytest.mark.parametrize("groups", [3, 6, 7, 12])
def test_strongest_first_places_have_the_byes(groups):
    qualifiers = [
        Qualifier(qualifier.rank, qualifier.group, strength=-(qualifier.group or 0))
        for qualifier in qualifiers_of_groups(groups, 2)
    ]
    byes = [first or second for first, second in meetings(qualifiers) if first is None or second is None]
    assert sorted(qualifier.group or 0 for qualifier in byes if qualifier) == list(
        range(groups - len(byes), groups)
    )
    assert {qualifier.rank for qualifier in byes if qualifier} == {1}


@settings(max_examples=40, deadline=None)
@given(any_qualifiers(), st.randoms(use_true_random=False))
def test_input_order_has_no_effect(qualifiers, rng):
    shuffled = list(qualifiers)
    rng.shuffle(shuffled)
    assert slots(shuffled) == slots(qualifiers)


def test_more_than_four_of_a_group_are_spread_evenly():
    placed = slots(qualifiers_of_groups(6, 5))
    for parts in (2, 4, 8):
        length = len(placed) // parts
        counts = Counter(
            (slot // length, qualifier.group)
            for slot, qualifier in enumerate(placed)
            if qualifier is not None
        )
        assert max(counts.values()) == -(-5 // parts)


@pytest.mark.parametrize(("groups", "thirds", "stand", "most"), [(3, 2, 1, 3), (6, 4, 11, 2), (7, 2, 8, 4)])
def test_predicted_slots_mostly_hold_when_the_best_thirds_are_known(groups, thirds, stand, most):
    foreseen = slots([*qualifiers_of_groups(groups, 2), *[Qualifier(3)] * thirds])
    certain = {qualifier: slot for slot, qualifier in enumerate(foreseen) if qualifier and qualifier.rank < 3}
    assert len(certain) == 2 * groups
    moved = []
    for best in combinations(range(groups), thirds):
        filled = slots(qualifiers_of_groups(groups, 2, best))
        moved.append(sum(filled[slot] != qualifier for qualifier, slot in certain.items()))
    assert (moved.count(0), max(moved)) == (stand, most)


def test_bye_moves_to_the_other_first_place_to_separate_group_mates():
    assert as_text(qualifiers_of_groups(2, 1, best=(1,))) == "B1–- A1–B2"
    assert as_text(qualifiers_of_groups(2, 1, best=(0,))) == "A1–- B1–A2"


def test_thousands_can_be_placed():
    qualifiers = qualifiers_of_groups(683, 2)
    assert sorted(place_qualifiers(qualifiers)) == list(range(1366))
    placed = slots(qualifiers)
    halves = Counter((slot < 1024, qualifier.group) for slot, qualifier in enumerate(placed) if qualifier)
    assert set(halves.values()) == {1}
