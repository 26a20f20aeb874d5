from __future__ import annotations

import pytest

from tournaments.draws.domain.lot_seed import InvalidSeed, offered_draw_seed, offered_tie_seed, read_seed
from tournaments.models import Group, Stage, Tournament

IDS = ["1f", "2e", "3d"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [("101", "101"), ("  kırmızı   7 ", "kırmızı 7"), ("I\u0307stanbul!", "İstanbul!"), ("x" * 40, "x" * 40)],
)
def test_seed_is_normalized(typed, read):
    assert read_seed(typed) == read


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "  ",
        "x" * 41,
        "101\u200b",
        "101\u034f",
        "1\u202e01",
        "\u0430\u0430",
        "\uff11",
        "a\u2019b",
        "101\x00",
    ],
)
def test_ambiguous_characters_are_refused(typed):
    with pytest.raises(InvalidSeed):
        read_seed(typed)


def test_offered_seed_depends_on_entrants_and_stage():
    tournament, stage, group = Tournament(), Stage(position=1), Group(position=1)
    seed = offered_draw_seed(tournament, IDS)
    assert offered_draw_seed(tournament, IDS[::-1]) == seed == read_seed(seed)
    other_seeds = {
        offered_draw_seed(tournament, IDS[:2]),
        offered_draw_seed(tournament, IDS, position=2),
        offered_draw_seed(Tournament(), IDS),
        offered_tie_seed(tournament, stage, None, IDS),
        offered_tie_seed(tournament, stage, group, IDS),
        offered_tie_seed(tournament, Stage(position=2), group, IDS),
    }
    assert len(other_seeds | {seed}) == 7
