from __future__ import annotations

from collections import Counter

from tests.tournaments.formats.play_plan import FormatPlay, is_double_walkover, present
from tournaments.formats.encounter_plan import (
    Format,
    FormatSettings,
    FromEncounter,
    Part,
    PlayedEncounter,
    Seed,
    StageField,
)


def assert_one_slot_each(known: FormatPlay, entrants: int) -> None:
    plan = [known.planned[key] for key in known.rounds_planned[0]]
    slots = Counter(side.number for encounter in plan for side in encounter.sides if isinstance(side, Seed))
    assert slots == Counter(range(1, entrants + 1))


def assert_sources_earlier_and_used_once(known: FormatPlay) -> None:
    """Check that sources have a lower round and that each of their places feeds one chair only."""
    feeds = [
        (encounter.key, side)
        for encounter in known.planned.values()
        for side in encounter.sides
        if isinstance(side, FromEncounter)
    ]
    for key, side in feeds:
        assert side.key in known.planned
        assert side.key.round < key.round
    assert max(Counter(side for _key, side in feeds).values(), default=0) <= 1


def assert_byes_for_the_best(known: FormatPlay, entrants: int) -> None:
    first = [encounter for encounter in known.results if encounter.key.round == 1]
    alone = sorted(present(encounter)[0] for encounter in first if len(present(encounter)) == 1)
    assert all(present(encounter) for encounter in first), "two empty chairs"
    assert alone == list(range(1, 2 * len(first) - entrants + 1))


def assert_one_champion(known: FormatPlay, ranking: list[list[int]]) -> None:
    on_the_way = [
        encounter for encounter in known.contested_encounters if encounter.key.part is not Part.THIRD
    ]
    last_round = max(encounter.key.round for encounter in on_the_way)
    last = [encounter for encounter in on_the_way if encounter.key.round == last_round]
    assert len(ranking[0]) == 1 or (ranking[0] == [] and all(map(is_double_walkover, last)))


def assert_everyone_ranked_once(ranking: list[list[int]], entrants: int) -> None:
    assert sorted(seed for shared in ranking for seed in shared) == list(range(1, entrants + 1))
    assert all(ranking[1:]), "an empty place"


def assert_early_ranking_stays(
    format: Format,  # noqa: A002
    entrants: StageField,
    settings: FormatSettings,
    known: FormatPlay,
) -> None:
    """Check that entrants ranked after any round keep that order to the end."""
    final = format.ranking(entrants, settings, known.results)
    for number in range(max(key.round for key in known.played)):
        early = format.ranking(
            entrants, settings, [until(encounter, known, number) for encounter in known.results]
        )
        ranked = {seed for shared in early for seed in shared}
        final_order = [[seed for seed in shared if seed in ranked] for shared in final]
        assert early == [shared for shared in final_order if shared]


def until(encounter: PlayedEncounter, known: FormatPlay, number: int) -> PlayedEncounter:
    open_still = tuple(None for _seed in encounter.seeds)
    if encounter.key.round <= number:
        return encounter
    sides = known.planned[encounter.key].sides
    seeds = tuple(
        seed if not isinstance(side, FromEncounter) or side.key.round <= number else None
        for seed, side in zip(encounter.seeds, sides, strict=True)
    )
    return PlayedEncounter(encounter.key, seeds, open_still)
