from __future__ import annotations

import pytest

from tournaments.formats.bracket import GroupRank, first_round
from tournaments.formats.group_sizes import group_name

counts = pytest.mark.parametrize("groups", [2, 4, 8, 16])


def meeting_label(meeting: tuple[GroupRank, GroupRank]) -> str:
    return "–".join(f"{group_name(place.group)}{place.rank}" for place in meeting)


@pytest.mark.parametrize(
    ("groups", "meetings"),
    [
        (2, "A1–B2 B1–A2"),
        (4, "A1–B2 C1–D2 B1–A2 D1–C2"),
        (8, "A1–B2 C1–D2 E1–F2 G1–H2 B1–A2 D1–C2 F1–E2 H1–G2"),
    ],
)
def test_winners_meet_runners_up_of_the_neighbouring_group(groups, meetings):
    assert " ".join(meeting_label(meeting) for meeting in first_round(groups, 2)) == meetings


def test_sixteen_groups_advance_in_the_same_way():
    meetings = [meeting_label(meeting) for meeting in first_round(16, 2)]
    assert (meetings[0], meetings[7], meetings[8], meetings[15]) == ("A1–B2", "O1–P2", "B1–A2", "P1–O2")


@pytest.mark.parametrize(("groups", "meetings"), [(2, "A1–B1"), (4, "A1–B1 C1–D1")])
def test_winners_of_neighbouring_groups_meet_with_one_advancing(groups, meetings):
    assert " ".join(meeting_label(meeting) for meeting in first_round(groups, 1)) == meetings


@counts
@pytest.mark.parametrize("advance", [1, 2])
def test_every_qualifier_has_exactly_one_slot(groups, advance):
    slots = [place for meeting in first_round(groups, advance) for place in meeting]
    expected = {GroupRank(group, rank) for group in range(groups) for rank in range(1, advance + 1)}
    assert len(slots) == len(expected)
    assert set(slots) == expected


@counts
def test_sides_of_one_group_meet_in_the_final_at_the_earliest(groups):
    meetings = first_round(groups, 2)
    half = len(meetings) // 2
    upper = {place.group for meeting in meetings[:half] for place in meeting}
    for place_of_winner in range(groups):
        halves = [
            index < half
            for index, meeting in enumerate(meetings)
            for place in meeting
            if place.group == place_of_winner
        ]
        assert sorted(halves) == [False, True]
    assert upper == set(range(groups))


@pytest.mark.parametrize(("groups", "advance"), [(0, 2), (1, 2), (3, 1), (5, 2), (4, 0), (4, 3)])
def test_other_numbers_of_groups_are_refused(groups, advance):
    with pytest.raises(ValueError, match="couples"):
        first_round(groups, advance)
