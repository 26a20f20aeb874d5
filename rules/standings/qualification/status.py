"""What each entrant of a group can still reach: certain to go on, able to, or out.

Up to `MOST_TRIED` open encounters, fewer in a field of hundreds, every outcome is tried, and the
answer is exact. Beyond that it rests on the wins that everybody can still get: then it says "can
still" more often than need be, and never says "through" or "out" wrongly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import compress
from typing import Final

from rules.standings.criteria import Step, group_of
from rules.standings.qualification.bounds import Reach, reach_of, undrawn
from rules.standings.qualification.last_round import needs_of
from rules.standings.qualification.requirements import Needs
from rules.standings.qualification.scenarios import Prospect, possible_results
from rules.standings.qualification.search import Chances
from rules.standings.standings_rows import EncounterRecord
from rules.text import Text

MOST_TRIED: Final = 8

MOST_COMPARED: Final = 2**16
"""Entrants times choices of winners: with 256 entrants eight encounters, with 2,048 five."""


class State(Enum):
    """Whether an entrant goes on: in every outcome, in some, or in none."""

    THROUGH = "through"
    CAN_STILL = "can_still"
    OUT = "out"

    @property
    def text(self) -> Text:
        """Say it in a line."""
        return _TEXTS[self]


_TEXTS: Final = {
    State.THROUGH: Text("Üst tura çıkması kesin", "Already through"),
    State.CAN_STILL: Text("Üst tura çıkma şansı sürüyor", "Can still advance"),
    State.OUT: Text("Artık üst tura çıkamaz", "Can no longer advance"),
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an entrant can reach; ``needs`` where one round is left and something is open for it."""

    state: State
    exact: bool
    needs: Needs | None = None

    def sentence(self, name_of: Callable[[str], str]) -> Text:
        """Say what it needs, or where it stands."""
        return self.needs.sentence(name_of) if self.needs else self.state.text


def outlook(
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
) -> dict[str, Outlook]:
    """Tell of each entrant whether it goes on.

    A tie that only a lot or an extra encounter could part counts as open until it is parted.
    Whether a ``contested`` rank goes on is compared across groups, which is not tried here: who
    ends on one in some outcome is neither through nor out by it.

    Args:
        entrants: everybody in the group.
        records: its encounters; those that are neither decided nor extra are open, with the
            matches won so far.
        steps: the criteria in order.
        places: how many go on by their rank.
        best_of: matches of an encounter.
        contested: how many further ranks may go on, such as the best of the thirds.
        rounds_to_draw: rounds whose encounters are not drawn yet; everybody may play one in each.
        lot: ids in the order of a recorded lot.
        time_up: whether encounters may be cut short, and so end by other scores than are tried here:
            the bounds hold for those too.
    """
    is_open = [not (record.decided or record.extra) for record in records]
    options = [possible_results(encounter, best_of) for encounter in compress(records, is_open)]
    before = group_of(
        entrants, [record for record, left in zip(records, is_open, strict=True) if not left], lot
    )
    too_many = len(options) > MOST_TRIED or len(entrants) << len(options) > MOST_COMPARED
    if rounds_to_draw or too_many or time_up:
        reach = reach_of(before, steps, options + undrawn(entrants, rounds_to_draw, best_of))
        return _estimated(reach, places, places + contested)
    return _tried(Prospect(before, steps, options), places, places + contested)


def _estimated(reach: Reach, places: int, last: int) -> dict[str, Outlook]:
    """Say what the bounds prove."""
    return {
        entrant: Outlook(
            _state(through=reach.surely_among(entrant, places), out=reach.surely_below(entrant, last)),
            exact=False,
        )
        for entrant in reach.least
    }


def _tried(prospect: Prospect, places: int, last: int) -> dict[str, Outlook]:
    """Try every outcome, once for those who go on surely and once for those who may."""
    sure, possible = Chances(prospect, places), Chances(prospect, last)
    sure.try_all()
    possible.try_all()
    needs = needs_of(prospect, places)
    found = {}
    for entrant in prospect.before.rows:
        state = _state(through=entrant not in sure.outside, out=entrant not in possible.inside)
        need = needs.get(entrant) if state is State.CAN_STILL else None
        found[entrant] = Outlook(state, sure.exact and possible.exact, need)
    return found


def _state(*, through: bool, out: bool) -> State:
    if through:
        return State.THROUGH
    return State.OUT if out else State.CAN_STILL
