from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.tournaments.formats.play_plan import play, present, random_places
from tournaments.enums import StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.encounter_plan import FormatSettings, PlayedEncounter, StageField


def test_every_kind_of_stage_has_a_format():
    assert set(FORMATS) == {kind.value for kind in StageKind}


@pytest.mark.parametrize("entrants", [4, 7, 16])
@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_every_format_is_played_to_its_end(kind, entrants):
    everybody = tuple(range(1, entrants + 1))
    field = StageField(entrants, groups=(everybody,), seeds_in_order=everybody)
    chosen = FORMATS[kind]

    def by_wins(played: Sequence[PlayedEncounter]) -> tuple[int, ...]:
        return tuple(
            sorted(
                everybody,
                key=lambda seed: (-sum(encounter.seed_at_place(1) == seed for encounter in played), seed),
            )
        )

    known = play(chosen, field, FormatSettings(), random_places(random.Random(3)), by_wins)
    assert {seed for encounter in known.results for seed in present(encounter)} == set(everybody)
    assert {len(encounter.sides) for encounter in known.planned.values()} == {chosen.seats}
    assert entrants >= chosen.fewest
