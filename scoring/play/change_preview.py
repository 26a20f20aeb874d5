"""Preview a change to a tournament: make it, compare the results and roll it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from scoring.ledger.locks import lock_tournament
from scoring.play.change_effects import Annulled, Effects
from scoring.play.dry_run import rehearse
from scoring.play.later_play import Write, free_the_way
from scoring.play.result_differences import compare, read_results
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.schedule.bracket_slots import LaterPlayRestsOnIt


@dataclass(frozen=True)
class Preview:
    """The effects of a change that keeps later play, and what would be replayed if it doesn't."""

    effects: Effects
    later_play: Sequence[Encounter]
    anew: Sequence[Annulled]


def preview_of(tournament: Tournament, write: Write[object]) -> Preview:
    """Return what a change would do now.

    Raises what the change raises, except LaterPlayRestsOnIt.
    """
    changed, later = rehearse(lambda: _made(tournament, write))
    return Preview(changed, later, played_anew(tournament, write) if later else ())


def played_anew(tournament: Tournament, write: Write[object]) -> Sequence[Annulled]:
    """Return the encounters that would be replayed if no later play that depends on a change is kept."""

    def act() -> Sequence[Annulled]:
        locked = lock_tournament(tournament)
        before = read_results(locked)
        free_the_way(partial(write, False), by=CONSOLE, at=locked.created_at)
        return compare(before, read_results(locked)).annulled

    return rehearse(act)


def try_it(write: Write[object]) -> Sequence[Encounter]:
    """Make a change; if later play depends on it, keep that play and return its encounters."""
    try:
        with transaction.atomic():
            write(False)
    except LaterPlayRestsOnIt as later:
        write(True)
        return later.encounters
    return []


def _made(tournament: Tournament, write: Write[object]) -> tuple[Effects, Sequence[Encounter]]:
    locked = lock_tournament(tournament)
    before = read_results(locked)
    later = try_it(write)
    changed = compare(before, read_results(locked))
    return changed, [before.encounters[key] for key in sorted({encounter.pk for encounter in later})]
