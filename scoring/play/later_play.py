from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Protocol, TypeVar

from django.db import transaction

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.models import Match
from scoring.play import result_decisions
from tournaments.live import counters
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Tournament
from tournaments.play import advancing
from tournaments.schedule import replacements
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change

ResultT_co = TypeVar("ResultT_co", covariant=True)


class Write(Protocol[ResultT_co]):
    """A domain function that changes results, with its other arguments bound."""

    def __call__(self, *, change: Change) -> ResultT_co: ...


class LaterPlayChoice(Enum):
    ASKS = ""
    STANDS = "stand"
    REOPENS = "reopen"


def apply_with_later_play(
    write: Write[ResultT_co],
    *,
    tournament: Tournament,
    choice: LaterPlayChoice,
    change: Change,
    lock_first: Callable[[], object] | None = None,
) -> ResultT_co:
    """Call `write`; for STANDS keep later play, for REOPENS annul and replace what blocks it.

    `lock_first` takes locks that precede those of encounters, only for REOPENS. Raises LaterPlayAffected
    without a choice.
    """
    if choice is LaterPlayChoice.REOPENS:
        return _apply_and_replay(write, tournament, lock_first, change=change)
    return write(change=change.keeping() if choice is LaterPlayChoice.STANDS else change)


@transaction.atomic
def _apply_and_replay(
    write: Write[ResultT_co],
    tournament: Tournament,
    lock_first: Callable[[], object] | None,
    *,
    change: Change,
) -> ResultT_co:
    """Lock the tournament, replace begun encounters that block the change; notify viewers."""
    if lock_first is not None:
        lock_first()
    locked = lock_tournament(tournament)
    result = annul_blocking_encounters(write, change=change)
    counters.notify(locked)
    return result


def annul_blocking_encounters(write: Write[ResultT_co], *, change: Change) -> ResultT_co:
    """Repeat `write` until no begun encounter blocks it, annulling and replacing those; return its result.

    A try that raises LaterPlayAffected is rolled back; other exceptions pass. The caller holds the
    tournament's lock.
    """
    while True:
        try:
            with transaction.atomic():
                return write(change=change)
        except LaterPlayAffected as later:
            for encounter in later.encounters:
                replace_encounter(encounter.pk, change=change)


def replace_encounter(key: int, *, change: Change) -> Encounter:
    """Annul with dependents and log; return the replacement without hands.

    An encounter annulled already is returned itself, unchanged. The caller holds the tournament's lock.
    """
    encounter = Encounter.objects.select_related("stage__tournament", "group").get(pk=key)
    if encounter.annulled_at is not None:  # It was annulled together with one before it.
        return encounter
    standings_requests.count_stage_write(encounter.stage)
    Match.objects.filter(encounter=encounter).update(counts=False)
    replacement = replacements.replace_encounter(encounter, at=change.at)
    log_and_publish(
        "encounter_annulled",
        by=change.by,
        at=change.at,
        tournament=encounter.stage.tournament,
        subject=encounter.public_id,
        after={"replaced_by": replacement.public_id},
    )
    annul_blocking_encounters(partial(_undo_result_effects, replacement), change=change)
    return replacement


def _undo_result_effects(replacement: Encounter, *, change: Change) -> None:
    if replacement.group is not None:
        result_decisions.decide_group(replacement.group, change=change)
    else:
        advancing.fill_fed_slots(replacement, change=change)
