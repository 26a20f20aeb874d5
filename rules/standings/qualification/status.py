"""Try every outcome of up to `MOST_TRIED` open encounters; beyond, bounds, which are never wrong."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import compress
from typing import Final

from rules.localized_text import Text
from rules.standings.criteria import Step, build_group
from rules.standings.qualification.bounds import Bounds, bounds_of, undrawn_options
from rules.standings.qualification.last_round import requirements_of
from rules.standings.qualification.requirements import Requirements
from rules.standings.qualification.scenarios import OpenGroup, possible_results
from rules.standings.qualification.search import QualificationSearch
from rules.standings.standings_rows import EncounterRecord

MOST_TRIED: Final = 8

MOST_COMPARED: Final = 2**16
"""Entrants times choices of winners: eight encounters with 256 entrants, five with 2,048."""


class Qualification(Enum):
    THROUGH = "through"
    CAN_STILL = "can_still"
    OUT = "out"

    @property
    def text(self) -> Text:
        return _TEXTS[self]


_TEXTS: Final = {
    Qualification.THROUGH: Text("Üst tura çıkması kesin", "Already through"),
    Qualification.CAN_STILL: Text("Üst tura çıkma şansı sürüyor", "Can still advance"),
    Qualification.OUT: Text("Artık üst tura çıkamaz", "Can no longer advance"),
}


@dataclass(frozen=True, slots=True)
class QualificationStatus:
    """``requirements`` only in the last round."""

    state: Qualification
    exact: bool
    requirements: Requirements | None = None

    def sentence(self, name_of: Callable[[str], str]) -> Text:
        return self.requirements.sentence(name_of) if self.requirements else self.state.text


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
