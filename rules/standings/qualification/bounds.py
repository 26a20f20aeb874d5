from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.standings.criteria import Basis, Group, Step
from rules.standings.qualification.scenarios import possible_results
from rules.standings.standings_rows import EncounterRecord, add_record


@dataclass(frozen=True)
class Bounds:
    least: Mapping[str, int]
    most: Mapping[str, int]

    def is_surely_among(self, entrant: str, places: int) -> bool:
        """Whether fewer than ``places`` others can reach its least."""
        own_least = self.least[entrant]
        level = len(self._mosts) - bisect_left(self._mosts, own_least)
        return level - (self.most[entrant] >= own_least) < places

    def is_surely_below(self, entrant: str, places: int) -> bool:
        """Whether ``places`` others are above its most."""
        return len(self._leasts) - bisect_right(self._leasts, self.most[entrant]) >= places

    @cached_property
    def _leasts(self) -> list[int]:
        return sorted(self.least.values())

    @cached_property
    def _mosts(self) -> list[int]:
        return sorted(self.most.values())


def undrawn_options(entrants: Sequence[str], rounds: int, best_of: int) -> list[list[EncounterRecord]]:
    """One encounter a round each."""
    blank = [EncounterRecord((entrant, ""), None, (0, 0), (0, 0), (0, 0)) for entrant in entrants]
    return [possible_results(encounter, best_of) for encounter in blank] * rounds


def bounds_of(before: Group, steps: Sequence[Step], options: Sequence[Sequence[EncounterRecord]]) -> Bounds:
    """Return worst and best figures at the first step, higher is better; 0 if it is about hands or opponents.

    ``options`` have an open encounter's results each, the first side's best first.
    """
    if not steps or steps[0].compares_opponents or steps[0].basis not in {Basis.WINNERS, Basis.SCORES}:
        level = dict.fromkeys(before.rows, 0)
        return Bounds(level, level)
    worst, best = dict(before.rows), dict(before.rows)
    for results in options:
        for side, ordered in zip(results[0].sides, (results, results[::-1]), strict=True):
            if side in best:
                best[side] = add_record(best[side], ordered[0], side)
                worst[side] = add_record(worst[side], ordered[-1], side)
    sign = 1 if steps[0].highest_first else -1
    lowest, highest = (
        {entrant: sign * value for entrant, value in steps[0].value(group, before.rows.keys()).items()}
        for group in (Group(rows, before.records, before.lot) for rows in (worst, best))
    )
    return Bounds(lowest, highest)
