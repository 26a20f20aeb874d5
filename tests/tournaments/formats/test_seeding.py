"""Seeds in a bracket, and those who come out of groups in it."""

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
    assert {one + other for one, other in zip(order[::2], order[1::2], strict=False)} <= {size + 1}


@powers
def test_the_best_of_any_number_are_each_in_a_part_of_their_own(size):
    order = bracket_order(size)
    parts = 1
    while parts <= size:
        length = size // parts
        assert sorted(min(order[at : at + length]) for at in range(0, size, length)) == list(
            range(1, parts + 1)
        )
        parts *= 2


def test_a_bracket_of_eight():
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize(
    ("entrants", "size"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (2048, 2048), (2049, 4096)]
)
def test_a_bracket_is_as_large_as_it_must_be(entrants, size):
    assert bracket_size(entrants) == size


def sent_on(groups: int, ranks: int, best: tuple[int, ...] = ()) -> list[Qualifier]:
    """The first so many of every group, and of some groups the next one too."""
    certain = [Qualifier(rank, group) for rank in range(1, ranks + 1) for group in range(groups)]
    return certain + [Qualifier(ranks + 1, group) for group in best]


def slots(qualifiers: list[Qualifier]) -> list[Qualifier | None]:
    """Who is at each slot of the bracket, None for an empty chair."""
    holders = dict(enumerate(place_qualifiers(qualifiers), start=1))
    return [
        qualifiers[holders[seed]] if seed in holders else None
        for seed in bracket_order(bracket_size(len(holders)))
    ]


def meetings(qualifiers: list[Qualifier]) -> list[tuple[Qualifier | None, Qualifier | None]]:
    placed = slots(qualifiers)
    return list(zip(placed[::2], placed[1::2], strict=True))


def named(one: Qualifier | None) -> str:
    if one is None:
        return "-"
    return f"{'?' if one.group is None else group_name(one.group)}{one.rank}"


def as_text(qualifiers: list[Qualifier]) -> str:
    return " ".join(f"{named(one)}–{named(other)}" for one, other in meetings(qualifiers))


@pytest.mark.parametrize("groups", [2, 4, 8, 16, 32])
@pytest.mark.parametrize("advance", [1, 2])
def test_couples_of_groups_meet_as_the_rules_say_however_strong_they_are(groups, advance):
    qualifiers = sent_on(groups, advance)
    rng = random.Random(groups)
    rng.shuffle(qualifiers)
    rated = [Qualifier(one.rank, one.group, rng.randint(0, 99)) for one in qualifiers]
    met = [tuple((side.group, side.rank) for side in sides if side) for sides in meetings(rated)]
    assert met == [
        tuple((place.group, place.rank) for place in sides) for sides in first_round(groups, advance)
    ]


@pytest.mark.parametrize(
    ("qualifiers", "text"),
    [
        (sent_on(3, 1), "A1–- B1–C1"),
        (sent_on(3, 2), "A1–- C2–B2 B1–- C1–A2"),
        (sent_on(2, 3), "A1–- B2–A3 B1–- A2–B3"),
        (sent_on(1, 4), "A1–A4 A2–A3"),
        ([Qualifier(rank) for rank in range(1, 6)], "?1–- ?4–?5 ?2–- ?3–-"),
    ],
)
def test_small_numbers(qualifiers, text):
    assert as_text(qualifiers) == text


@st.composite
def any_qualifiers(draw: st.DrawFn) -> list[Qualifier]:
    """All first ones, perhaps more ranks, and perhaps the best of the next; up to four of a group."""
    groups = draw(st.integers(2, 40))
    ranks = draw(st.integers(1, 4))
    best = draw(st.sets(st.integers(0, groups - 1), max_size=groups - 1)) if ranks < 4 else set()
    strengths = draw(st.sampled_from([1, 100]))
    rng = random.Random(draw(st.integers(0, 1000)))
    return [
        Qualifier(one.rank, one.group, rng.randrange(strengths))
        for one in sent_on(groups, ranks, tuple(sorted(best)))
    ]


@settings(max_examples=80, deadline=None)
@given(any_qualifiers())
def test_everybody_has_exactly_one_seed(qualifiers):
    assert sorted(place_qualifiers(qualifiers)) == list(range(len(qualifiers)))


@settings(max_examples=150, deadline=None)
@given(any_qualifiers())
def test_of_a_group_two_are_in_different_halves_and_up_to_four_in_different_quarters(qualifiers):
    placed = slots(qualifiers)
    at = defaultdict(list)
    for slot, one in enumerate(placed):
        if one is not None:
            at[one.group].append(slot)
    for of_group in at.values():
        parts = min(2 if len(of_group) == 2 else 4, len(placed)) if len(of_group) > 1 else 1
        assert len({slot * parts // len(placed) for slot in of_group}) == len(of_group)


@settings(max_examples=80, deadline=None)
@given(any_qualifiers())
def test_byes_go_to_first_places_before_others_and_never_two_empty_chairs_meet(qualifiers):
    byes = [one or other for one, other in meetings(qualifiers) if one is None or other is None]
    assert None not in byes
    ranks = sorted(one.rank for one in qualifiers)
    assert sorted(min(one.rank, 2) for one in byes if one) == [min(rank, 2) for rank in ranks[: len(byes)]]


@settings(max_examples=80, deadline=None)
@given(any_qualifiers())
def test_first_places_meet_only_where_there_are_not_enough_others(qualifiers):
    played = [(one.rank, other.rank) for one, other in meetings(qualifiers) if one and other]
    firsts = sum(rank == 1 for ranks in played for rank in ranks)
    among_them = sum(ranks == (1, 1) for ranks in played)
    assert among_them == max(0, firsts - len(played))


@pytest.mark.parametrize("groups", [3, 6, 7, 12])
def test_the_strongest_first_places_have_the_byes(groups):
    qualifiers = [Qualifier(one.rank, one.group, strength=-(one.group or 0)) for one in sent_on(groups, 2)]
    byes = [one or other for one, other in meetings(qualifiers) if one is None or other is None]
    assert sorted(one.group or 0 for one in byes if one) == list(range(groups - len(byes), groups))
    assert {one.rank for one in byes if one} == {1}


@settings(max_examples=40, deadline=None)
@given(any_qualifiers(), st.randoms(use_true_random=False))
def test_the_order_in_which_they_are_given_changes_nothing(qualifiers, rng):
    shuffled = list(qualifiers)
    rng.shuffle(shuffled)
    assert slots(shuffled) == slots(qualifiers)


def test_more_than_four_of_a_group_are_as_even_over_the_parts_as_their_number_allows():
    placed = slots(sent_on(6, 5))
    for parts in (2, 4, 8):
        length = len(placed) // parts
        held = Counter((at // length, one.group) for at, one in enumerate(placed) if one is not None)
        assert max(held.values()) == -(-5 // parts)


@pytest.mark.parametrize(("groups", "thirds", "stand", "most"), [(3, 2, 1, 3), (6, 4, 11, 2), (7, 2, 8, 4)])
def test_what_is_foreseen_mostly_stands_when_the_best_thirds_are_known(groups, thirds, stand, most):
    foreseen = slots([*sent_on(groups, 2), *[Qualifier(3)] * thirds])
    certain = {one: at for at, one in enumerate(foreseen) if one and one.rank < 3}
    assert len(certain) == 2 * groups
    moved = []
    for best in combinations(range(groups), thirds):
        filled = slots(sent_on(groups, 2, best))
        moved.append(sum(filled[at] != one for one, at in certain.items()))
    assert (moved.count(0), max(moved)) == (stand, most)


def test_where_two_of_a_group_would_meet_the_bye_goes_to_the_other_first_place():
    assert as_text(sent_on(2, 1, best=(1,))) == "B1–- A1–B2"
    assert as_text(sent_on(2, 1, best=(0,))) == "A1–- B1–A2"


def test_thousands_can_be_placed():
    qualifiers = sent_on(683, 2)
    assert sorted(place_qualifiers(qualifiers)) == list(range(1366))
    placed = slots(qualifiers)
    halves = Counter((at < 1024, one.group) for at, one in enumerate(placed) if one)
    assert set(halves.values()) == {1}
