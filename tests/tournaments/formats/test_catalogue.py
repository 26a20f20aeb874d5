"""Every kind of stage can be played from its plan to its end."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.tournaments.formats.playing import by_chance, play, present
from tournaments.enums import StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.plan import Field, Played, Settings


def test_every_kind_of_stage_has_a_format():
    assert set(FORMATS) == {kind.value for kind in StageKind}


@pytest.mark.parametrize("entrants", [4, 7, 16])
@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_each_is_played_to_an_end(kind, entrants):
    everybody = tuple(range(1, entrants + 1))
    field = Field(entrants, groups=(everybody,), standing=everybody)
    chosen = FORMATS[kind]

    def by_wins(played: Sequence[Played]) -> tuple[int, ...]:
        return tuple(sorted(everybody, key=lambda seed: (-sum(one.at(1) == seed for one in played), seed)))

    known = play(chosen, field, Settings(), by_chance(random.Random(3)), by_wins)
    assert {seed for one in known.results for seed in present(one)} == set(everybody)
    assert {len(one.sides) for one in known.planned.values()} == {chosen.seats}
    assert entrants >= chosen.fewest
