"""Try every outcome of up to `MOST_TRIED` open encounters; beyond, bounds, which are never wrong."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import compress
from typing import Final

from rules.standings.criteria import Basis, Group, Step, build_group
from rules.standings.qualification.requirements import Requirements, requirements_of
from rules.standings.qualification.scenarios import OpenGroup, possible_results
from rules.standings.qualification.search import QualificationSearch
from rules.standings.standings_rows import EncounterRecord, add_record

MOST_TRIED: Final = 8

MOST_COMPARED: Final = 2**16
"""Entrants times choices of winners: eight encounters with 256 entrants, five with 2,048."""


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


class Qualification(Enum):
    THROUGH = "through"
    CAN_STILL = "can_still"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class QualificationStatus:
    """``requirements`` only in the last round."""

    state: Qualification
    exact: bool
    requirements: Requirements | None = None


def qualification_statuses(
    *,
    entrants: Sequence[str],
    records: Sequence[EncounterRecord],
    steps: Sequence[Step],
    places: int,
    best_of: int,
    contested: int = 0,
    rounds_to_draw: int = 0,
    lot: Sequence[str] | None = None,
    time_up: bool = False,
) -> dict[str, QualificationStatus]:
    """Return each entrant's status; a tie that only a lot or extra encounter breaks is open.

    Reaching one of ``contested`` ranks beyond ``places``, compared across groups, is neither through nor out.
    All may play once in each of ``rounds_to_draw``. With these, ``time_up`` or too many outcomes only bounds
    apply, and statuses are inexact. ``lot`` counts only where no encounter is open.
    """
    is_open = [not (record.decided or record.extra) for record in records]
    options = [possible_results(encounter, best_of) for encounter in compress(records, is_open)]
    decided_group = build_group(
        entrants,
        [record for record, record_is_open in zip(records, is_open, strict=True) if not record_is_open],
        lot,
    )
    too_many = len(options) > MOST_TRIED or len(entrants) << len(options) > MOST_COMPARED
    if rounds_to_draw or too_many or time_up:
        bounds = bounds_of(decided_group, steps, options + undrawn_options(entrants, rounds_to_draw, best_of))
        return _estimate_statuses(bounds, places, places + contested)
    return _try_outcomes(OpenGroup(decided_group, steps, options), places, places + contested)


def _estimate_statuses(bounds: Bounds, places: int, last_contested: int) -> dict[str, QualificationStatus]:
    """Return inexact statuses by bounds alone, without requirements."""
    return {
        entrant: QualificationStatus(
            _state(
                through=bounds.is_surely_among(entrant, places),
                out=bounds.is_surely_below(entrant, last_contested),
            ),
            exact=False,
        )
        for entrant in bounds.least
    }


def _try_outcomes(open_group: OpenGroup, places: int, last_contested: int) -> dict[str, QualificationStatus]:
    """Return statuses by trying all outcomes, inexact if a search is; requirements only with CAN_STILL."""
    certain, possible = (
        QualificationSearch(open_group, places),
        QualificationSearch(open_group, last_contested),
    )
    certain.try_all()
    possible.try_all()
    requirements = requirements_of(open_group, places)
    statuses = {}
    for entrant in open_group.decided_group.rows:
        state = _state(through=entrant not in certain.outside, out=entrant not in possible.inside)
        own_requirements = requirements.get(entrant) if state is Qualification.CAN_STILL else None
        statuses[entrant] = QualificationStatus(state, certain.exact and possible.exact, own_requirements)
    return statuses


def _state(*, through: bool, out: bool) -> Qualification:
    if through:
        return Qualification.THROUGH
    return Qualification.OUT if out else Qualification.CAN_STILL
