from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.ledger.locks import lock_tournament
from scoring.play.change_effects import AnnulledEncounter, Effects
from scoring.play.dry_run import run_and_roll_back
from scoring.play.later_play import Write, annul_blocking_encounters
from scoring.play.result_differences import compare_results, read_results
from tournaments.models import Encounter, Tournament
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change


@dataclass(frozen=True)
class ChangePreview:
    """Effects if later play is kept, and what is replayed otherwise."""

    effects: Effects
    later_play: Sequence[Encounter]
    encounters_to_replay: Sequence[AnnulledEncounter]


def preview_change(tournament: Tournament, write: Write[object], *, change: Change) -> ChangePreview:
    """Make a change, compare and roll back. Raises what the change raises, except LaterPlayAffected."""
    changed, later = run_and_roll_back(lambda: _apply_and_compare(tournament, write, change))
    return ChangePreview(changed, later, replayed_encounters(tournament, write, change) if later else ())


def replayed_encounters(
    tournament: Tournament, write: Write[object], change: Change
) -> Sequence[AnnulledEncounter]:
    def act() -> Sequence[AnnulledEncounter]:
        locked = lock_tournament(tournament)
        before = read_results(locked)
        annul_blocking_encounters(write, change=change)
        return compare_results(before, read_results(locked)).annulled

    return run_and_roll_back(act)


def write_keeping_later_play(write: Write[object], change: Change) -> Sequence[Encounter]:
    """Return the begun encounters that had to be kept."""
    try:
        with transaction.atomic():
            write(change=change)
    except LaterPlayAffected as later:
        write(change=change.keeping())
        return later.encounters
    return []


def _apply_and_compare(
    tournament: Tournament, write: Write[object], change: Change
) -> tuple[Effects, Sequence[Encounter]]:
    locked = lock_tournament(tournament)
    before = read_results(locked)
    later = write_keeping_later_play(write, change)
    changed = compare_results(before, read_results(locked))
    return changed, [before.encounters[key] for key in sorted({encounter.pk for encounter in later})]
