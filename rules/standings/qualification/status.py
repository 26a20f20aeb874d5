"""The qualification status of each entrant in a group.

Up to `MOST_TRIED` open encounters every outcome is tried. Beyond that bounds are used; "through" and "out"
are still never wrong.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import compress
from typing import Final

from rules.standings.criteria import Step, group_of
from rules.standings.qualification.bounds import Bounds, bounds_of, undrawn
from rules.standings.qualification.last_round import requirements_of
from rules.standings.qualification.requirements import Requirements
from rules.standings.qualification.scenarios import OpenGroup, possible_results
from rules.standings.qualification.search import QualificationSearch
from rules.standings.standings_rows import EncounterRecord
from rules.text import Text

MOST_TRIED: Final = 8

MOST_COMPARED: Final = 2**16
"""Entrants times choices of winners: eight encounters with 256 entrants, five with 2,048."""


class Qualification(Enum):
    """Whether an entrant qualifies in every outcome, in some, or in none."""

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
    """An entrant's status; ``needs`` only in the last round."""

    state: Qualification
    exact: bool
    needs: Requirements | None = None

    def sentence(self, name_of: Callable[[str], str]) -> Text:
        return self.needs.sentence(name_of) if self.needs else self.state.text


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
    """Return each entrant's qualification status.

    A tie that only a lot or extra encounter breaks is open. Reaching one of ``contested`` ranks beyond
    ``places``, compared across groups, is neither through nor out. ``records`` neither decided nor extra are
    open. All may play once in each of ``rounds_to_draw``. With ``time_up`` only bounds apply, as other scores
    are possible.
    """
    is_open = [not (record.decided or record.extra) for record in records]
    options = [possible_results(encounter, best_of) for encounter in compress(records, is_open)]
    decided_group = group_of(
        entrants, [record for record, open_now in zip(records, is_open, strict=True) if not open_now], lot
    )
    too_many = len(options) > MOST_TRIED or len(entrants) << len(options) > MOST_COMPARED
    if rounds_to_draw or too_many or time_up:
        reach = bounds_of(decided_group, steps, options + undrawn(entrants, rounds_to_draw, best_of))
        return _estimated(reach, places, places + contested)
    return _tried(OpenGroup(decided_group, steps, options), places, places + contested)


def _estimated(reach: Bounds, places: int, last: int) -> dict[str, QualificationStatus]:
    return {
        entrant: QualificationStatus(
            _state(through=reach.surely_among(entrant, places), out=reach.surely_below(entrant, last)),
            exact=False,
        )
        for entrant in reach.least
    }


def _tried(prospect: OpenGroup, places: int, last: int) -> dict[str, QualificationStatus]:
    sure, possible = QualificationSearch(prospect, places), QualificationSearch(prospect, last)
    sure.try_all()
    possible.try_all()
    needs = requirements_of(prospect, places)
    outlooks = {}
    for entrant in prospect.before.rows:
        state = _state(through=entrant not in sure.outside, out=entrant not in possible.inside)
        need = needs.get(entrant) if state is Qualification.CAN_STILL else None
        outlooks[entrant] = QualificationStatus(state, sure.exact and possible.exact, need)
    return outlooks


def _state(*, through: bool, out: bool) -> Qualification:
    if through:
        return Qualification.THROUGH
    return Qualification.OUT if out else Qualification.CAN_STILL
