from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import partial
from typing import TypeVar

from django.db import transaction

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.models import Match
from scoring.play import result_decisions
from tournaments.live import counters
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Tournament
from tournaments.play import advancing
from tournaments.schedule import replacements
from tournaments.schedule.begun_encounters import LaterPlayAffected

ChangeResult = TypeVar("ChangeResult")

Change = Callable[[bool], ChangeResult]
"""A change to results; takes `keep_later_play`."""


class LaterPlayChoice(Enum):
    ASKS = ""
    STANDS = "stand"
    REOPENS = "reopen"


def apply_with_later_play(
    write: Change[ChangeResult],
    *,
    tournament: Tournament,
    choice: LaterPlayChoice,
    by: Actor,
    at: datetime,
    lock_first: Callable[[], object] | None = None,
) -> ChangeResult:
    """Call `write(keep_later_play)`; for REOPENS annul and replace the later play that blocks it.

    `lock_first` takes locks that precede those of encounters, only for REOPENS. Raises LaterPlayAffected
    without a choice.
    """
    if choice is LaterPlayChoice.REOPENS:
        return _apply_and_replay(write, tournament, lock_first, by=by, at=at)
    return write(choice is LaterPlayChoice.STANDS)


@transaction.atomic
def _apply_and_replay(
    write: Change[ChangeResult],
    tournament: Tournament,
    lock_first: Callable[[], object] | None,
    *,
    by: Actor,
    at: datetime,
) -> ChangeResult:
    """Lock the tournament, replace begun encounters that block the change; notify viewers."""
    if lock_first is not None:
        lock_first()
    locked = lock_tournament(tournament)
    result = annul_blocking_encounters(partial(write, False), by=by, at=at)
    counters.notify(locked)
    return result


def annul_blocking_encounters(change: Callable[[], ChangeResult], *, by: Actor, at: datetime) -> ChangeResult:
    """Repeat `change` until no begun encounter blocks it, annulling and replacing those; return its result.

    A try that raises LaterPlayAffected is rolled back; other exceptions pass. The caller holds the
    tournament's lock.
    """
    while True:
        try:
            with transaction.atomic():
                return change()
        except LaterPlayAffected as later:
            for encounter in later.encounters:
                replace_encounter(encounter.pk, by=by, at=at)


def replace_encounter(key: int, *, by: Actor, at: datetime) -> Encounter:
    """Annul with dependents and log; return the replacement without hands.

    An encounter annulled already is returned itself, unchanged. The caller holds the tournament's lock.
    """
    encounter = Encounter.objects.select_related("stage__tournament", "group").get(pk=key)
    if encounter.annulled_at is not None:  # It was annulled together with one before it.
        return encounter
    standings_requests.count_stage_write(encounter.stage)
    Match.objects.filter(encounter=encounter).update(counts=False)
    replacement = replacements.replace_encounter(encounter, at=at)
    audit_log.write(
        "encounter_annulled",
        by=by,
        at=at,
        tournament=encounter.stage.tournament,
        subject=encounter.public_id,
        after={"replaced_by": replacement.public_id},
    )
    annul_blocking_encounters(partial(_undo_result_effects, replacement, by=by, at=at), by=by, at=at)
    return replacement


def _undo_result_effects(replacement: Encounter, *, by: Actor, at: datetime) -> None:
    if replacement.group is not None:
        result_decisions.decide_group(replacement.group, keep_later_play=False, by=by, at=at)
    else:
        advancing.fill_fed_slots(replacement, keep_later_play=False, by=by, at=at)
