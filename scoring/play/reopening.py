from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_with_later
from scoring.play import result_decisions
from scoring.play.walkovers import decide_from_hands
from scoring.standings import snapshots
from tournaments.enums import DECIDED_BY_HANDS, DecidedBy
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter
from tournaments.play import advancing
from tournaments.refusals import Refused


class NotDecidedByPlay(Refused):
    code = "not_decided_by_play"
    template = _("Only an encounter decided by its hands can be reopened. A walkover can be undone.")


class NotReopened(Refused):
    code = "not_reopened"
    template = _("This encounter was not reopened, so there is nothing to close.")


@transaction.atomic
def reopen_encounter(
    *, encounter: Encounter, reason: str, by: Actor, at: datetime, keep_later_play: bool = False
) -> None:
    """Withdraw a result, keeping hands; empty filled slots. Raises NotDecidedByPlay, LaterPlayAffected."""
    locked = lock_with_later(encounter)
    if locked.decided_by not in DECIDED_BY_HANDS:
        raise NotDecidedByPlay
    snapshots.store_snapshots(locked.stage.tournament)
    standings_requests.count_stage_write(locked.stage)
    before = {"winner": locked.winner}
    locked.reopened_at = at
    locked.save(update_fields=["reopened_at"])
    wins = dict(locked.sides.values_list("letter", "wins"))
    advancing.apply_result(
        encounter=locked,
        wins=wins,
        winner=None,
        decided_by=DecidedBy.PLAY,
        keep_later_play=keep_later_play,
        by=by,
        at=at,
    )
    result_decisions.decide_group(locked.group, keep_later_play=keep_later_play, by=by, at=at)
    tournament = locked.stage.tournament
    after = {"reason": reason.strip()}
    audit_log.write(
        "encounter_reopened",
        by=by,
        at=at,
        tournament=tournament,
        subject=locked.public_id,
        before=before,
        after=after,
    )


@transaction.atomic
def close_encounter(*, encounter: Encounter, by: Actor, at: datetime, keep_later_play: bool = False) -> None:
    """Decide a reopened encounter by hands, if enough; `by` needs no role.

    Raises NotReopened, LaterPlayAffected.
    """
    locked = lock_with_later(encounter)
    if locked.reopened_at is None:
        raise NotReopened
    snapshots.store_snapshots(locked.stage.tournament)
    locked.reopened_at = None
    locked.save(update_fields=["reopened_at"])
    decide_from_hands(locked, keep_later_play=keep_later_play, by=by, at=at)
    tournament = locked.stage.tournament
    after = {"winner": locked.winner}
    audit_log.write(
        "encounter_closed", by=by, at=at, tournament=tournament, subject=locked.public_id, after=after
    )
