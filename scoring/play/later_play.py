"""What becomes of later play that rests on a result which a change turns: it stands, or it is played anew."""

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
from scoring.play import decisions
from tournaments.live import counters
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Tournament
from tournaments.play import advancing
from tournaments.schedule import replacements
from tournaments.schedule.bracket_slots import LaterPlayRestsOnIt

Done = TypeVar("Done")

Write = Callable[[bool], Done]
"""A change to results; told whether later play is to stand as it is (`let_stand`)."""


class LaterPlay(Enum):
    """What whoever decides may choose; as long as he has not, a change that needs it is refused."""

    ASKS = ""
    STANDS = "stand"
    REOPENS = "reopen"


def carry_out(
    write: Write[Done],
    *,
    tournament: Tournament,
    later: LaterPlay,
    by: Actor,
    at: datetime,
    first: Callable[[], object] | None = None,
) -> Done:
    """Make a change, and do with later play that rests on what it turns as was chosen.

    `first` takes what the change locks before any encounter. Raises what the change raises;
    LaterPlayRestsOnIt only where nothing was chosen.
    """
    if later is LaterPlay.REOPENS:
        return _anew(write, tournament, first, by=by, at=at)
    return write(later is LaterPlay.STANDS)


@transaction.atomic
def _anew(
    write: Write[Done],
    tournament: Tournament,
    first: Callable[[], object] | None,
    *,
    by: Actor,
    at: datetime,
) -> Done:
    if first is not None:
        first()
    held = lock_tournament(tournament)
    done = free_the_way(partial(write, False), by=by, at=at)
    counters.touch(held)
    return done


def free_the_way(act: Callable[[], Done], *, by: Actor, at: datetime) -> Done:
    """Do something; encounters that stand in its way are annulled, and wait to be played anew.

    So are those that rest on them. Caller holds the tournament.
    """
    while True:
        try:
            with transaction.atomic():
                return act()
        except LaterPlayRestsOnIt as later:
            for encounter in later.encounters:
                replace_encounter(encounter.pk, by=by, at=at)


def replace_encounter(key: int, *, by: Actor, at: datetime) -> Encounter:
    """Annul an encounter and all that rests on it; a fresh one waits instead. Caller holds the tournament."""
    encounter = Encounter.objects.select_related("stage__tournament", "group").get(pk=key)
    if encounter.annulled_at is not None:  # with another one before it
        return encounter
    standings_requests.advance_ledger(encounter.stage)
    Match.objects.filter(encounter=encounter).update(counts=False)
    fresh = replacements.replace(encounter, at=at)
    audit_log.write(
        "encounter_annulled",
        by=by,
        at=at,
        tournament=encounter.stage.tournament,
        subject=encounter.public_id,
        after={"replaced_by": fresh.public_id},
    )
    free_the_way(partial(_take_result_back, fresh, by=by, at=at), by=by, at=at)
    return fresh


def _take_result_back(fresh: Encounter, *, by: Actor, at: datetime) -> None:
    if fresh.group is not None:
        decisions.settle_group(fresh.group, let_stand=False, by=by, at=at)
    else:
        advancing.pass_on(fresh, let_stand=False, by=by, at=at)
