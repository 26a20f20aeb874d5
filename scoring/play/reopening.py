from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_with_later
from scoring.play import result_decisions
from scoring.play.walkovers import decide_from_hands
from scoring.standings import snapshots
from tournaments.enums import DECIDED_BY_HANDS, DecidedBy
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter
from tournaments.play import advancing
from tournaments.refusals import Refused
from tournaments.schedule.change import Change


class NotDecidedByPlay(Refused):
    code = "not_decided_by_play"
    template = _("Only an encounter decided by its hands can be reopened. A walkover can be undone.")


class NotReopened(Refused):
    code = "not_reopened"
    template = _("This encounter was not reopened, so there is nothing to close.")


@transaction.atomic
def reopen_encounter(*, encounter: Encounter, reason: str, change: Change) -> None:
    """Withdraw a result, keeping hands; empty filled slots. Raises NotDecidedByPlay, LaterPlayAffected."""
    locked = lock_with_later(encounter)
    if locked.decided_by not in DECIDED_BY_HANDS:
        raise NotDecidedByPlay
    snapshots.store_snapshots(locked.stage.tournament)
    standings_requests.count_stage_write(locked.stage)
    before = {"winner": locked.winner}
    locked.reopened_at = change.at
    locked.save(update_fields=["reopened_at"])
    wins = dict(locked.sides.values_list("letter", "wins"))
    advancing.apply_result(encounter=locked, wins=wins, winner=None, decided_by=DecidedBy.PLAY, change=change)
    result_decisions.decide_group(locked.group, change=change)
    tournament = locked.stage.tournament
    after = {"reason": reason.strip()}
    log_and_publish(
        "encounter_reopened",
        by=change.by,
        at=change.at,
        tournament=tournament,
        subject=locked.public_id,
        before=before,
        after=after,
    )


@transaction.atomic
def close_encounter(*, encounter: Encounter, change: Change) -> None:
    """Decide a reopened encounter by hands, if enough; `by` needs no role.

    Raises NotReopened, LaterPlayAffected.
    """
    locked = lock_with_later(encounter)
    if locked.reopened_at is None:
        raise NotReopened
    snapshots.store_snapshots(locked.stage.tournament)
    locked.reopened_at = None
    locked.save(update_fields=["reopened_at"])
    decide_from_hands(locked, change=change)
    tournament = locked.stage.tournament
    after = {"winner": locked.winner}
    log_and_publish(
        "encounter_closed",
        by=change.by,
        at=change.at,
        tournament=tournament,
        subject=locked.public_id,
        after=after,
    )
