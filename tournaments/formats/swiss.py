from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .pairing import Contender, Progress, pair_round
from .plan import Field, Key, Nobody, Part, Planned, Played, Seed, Settings


def default_rounds(entrants: int) -> int:
    return max(entrants - 1, 1).bit_length()


def most_rounds(entrants: int) -> int:
    """Return the number of rounds up to which repeats may be avoidable."""
    return max(entrants - 1, 1)


def rounds_of(field: Field, settings: Settings) -> int:
    return settings.rounds or default_rounds(field.entrants)


def contenders_of(field: Field, played: Sequence[Played]) -> list[Contender]:
    """Return those in play by standing. An empty chair opposite was a bye."""
    meetings: dict[int, Counter[int]] = {}
    byes: Counter[int] = Counter()
    as_a: Counter[int] = Counter()
    for encounter in played:
        match encounter.seeds:
            case (int(seed_a), int(seed_b)):
                meetings.setdefault(seed_a, Counter())[seed_b] += 1
                meetings.setdefault(seed_b, Counter())[seed_a] += 1
                as_a[seed_a] += 1
            case (int(bye_seed), None) | (None, int(bye_seed)):
                byes[bye_seed] += 1
    points = dict(field.points)
    return [
        Contender(seed, points.get(seed, 0), meetings.get(seed, {}), byes[seed], as_a[seed])
        for seed in field.standing
    ]


class Swiss:
    fewest = 2
    seats = 2

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        """Plan 1 against n/2 + 1 and so on, separating clubs where possible; the lowest has the bye."""
        avoided = dict(enumerate(field.apart, start=1))
        seeds = list(range(1, field.entrants + 1))
        bye = seeds.pop() if len(seeds) % 2 else None
        pairing = pair_round([Contender(seed, met=dict.fromkeys(avoided.get(seed, ()), 1)) for seed in seeds])
        return _planned(1, [(min(pair), max(pair)) for pair in pairing.pairs], bye)

    def next_round(
        self,
        field: Field,
        settings: Settings,
        played: Sequence[Played],
        progress: Progress | None = None,
    ) -> list[Planned] | None:
        done = max(encounter.key.round for encounter in played)
        if done >= rounds_of(field, settings) or len(field.standing) < self.fewest:
            return None
        pairing = pair_round(contenders_of(field, played), progress=progress)
        return _planned(done + 1, pairing.pairs, pairing.bye)

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        return []


def _planned(number: int, pairs: Sequence[tuple[int, int]], bye: int | None) -> list[Planned]:
    planned = [
        Planned(Key(Part.MAIN, number, position), (Seed(side_a), Seed(side_b)))
        for position, (side_a, side_b) in enumerate(pairs)
    ]
    if bye is not None:
        planned.append(Planned(Key(Part.MAIN, number, len(pairs)), (Seed(bye), Nobody())))
    return planned


SWISS = Swiss()
