from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.officials.domain.tie_scopes import GroupTieScope, TieScope
from scoring.play import extra_encounters, result_decisions
from scoring.standings import snapshots
from tournaments.database.row_locks import get_or_refuse
from tournaments.draws.domain.lot_seed import offered_tie_seed, read_seed
from tournaments.enums import SINGLES_KINDS, EncounterState, Part, SideLetter, TieDecidedBy
from tournaments.formats.drawing.lots import lot_hash
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, EncounterSide, Entrant, Group, Stage
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.change import Change
from tournaments.tables.domain.play_order import queue_by_schedule

ScopeT = TypeVar("ScopeT", bound=TieScope)

EXTRA_CRITERION = "extra_encounter"
"""Reads extra encounters; comes before the lot."""


class LotNotNeeded(Refused):
    code = "lot_not_needed"
    template = _("There is no tie here to decide by lot.")


class LotIncomplete(Refused):
    code = "lot_incomplete"
    template = _("The order must contain exactly the tied pairs: %(names)s.")


class DecisionWithoutReason(Refused):
    code = "decision_without_reason"
    template = _("A decision needs a reason. It is recorded in the history.")


class NotTwoLevel(Refused):
    code = "not_two_tied"
    template = _("An extra encounter needs exactly two sides tied for a place that advances.")


class ExtraHasBegun(Refused):
    code = "extra_has_begun"
    template = _("The extra encounter has begun and can't be removed any more.")


def ties_before_decisions(scope: TieScope) -> list[list[Entrant]]:
    """Return ties by the criteria alone; empty while an encounter is open."""
    return scope.find_ties(decided=False) if scope.is_play_over() else []


def open_ties(scope: TieScope) -> list[list[Entrant]]:
    """Return ties after recorded decisions; empty while an encounter is open."""
    return scope.find_ties(decided=True) if scope.is_play_over() else []


@transaction.atomic
def record_lot(
    *,
    scope: TieScope,
    order: Sequence[Entrant],
    change: Change,
    decided_by: TieDecidedBy = TieDecidedBy.LOT,
    witness: str = "",
    reason: str = "",
    seed: str = "",
) -> None:
    """Replace older decisions by a lot, or by a decision with a reason.

    `order` names whole ties, best first, and every open one; `seed` is that of `draw_order`. Raises
    LotNotNeeded, LotIncomplete, InvalidSeed, DecisionWithoutReason, LaterPlayAffected.
    """
    witness, reason = one_line(witness), one_line(reason)
    locked = _lock(scope)
    tied = ties_before_decisions(locked)
    if not tied:
        raise LotNotNeeded
    expected = {entrant for tie in open_ties(locked) for entrant in tie}
    expected |= {entrant for tie in tied if set(tie) & set(order) for entrant in tie}
    if not order or set(order) != expected or len(order) != len(expected):
        raise LotIncomplete(names=", ".join(entrant.name for tie in tied for entrant in tie))
    seed = read_seed(seed) if seed else ""
    if seed and list(order) != draw_order(locked, seed):
        raise LotIncomplete(names=", ".join(entrant.name for tie in tied for entrant in tie))
    if decided_by == TieDecidedBy.DECISION and not reason:
        raise DecisionWithoutReason
    decision = locked.new_decision()
    decision.order = [str(entrant.public_id) for entrant in order]
    decision.decided_by, decision.witness, decision.reason = decided_by, witness, reason
    decision.seed, decision.user, decision.decided_at = seed, change.by.user, change.at
    decision.save()
    locked.update_dependents(change=change)
    details = {name: getattr(decision, name) for name in ("order", "decided_by", "witness", "reason")}
    details |= {"seed": seed} if seed else {}
    tournament = locked.stage.tournament
    log_and_publish(
        "lot_recorded", by=change.by, at=change.at, tournament=tournament, subject=locked.name, after=details
    )


def draw_order(scope: TieScope, seed: str) -> list[Entrant]:
    """Sort open ties, else all, by SHA-256 of seed and id, smallest first. Raises InvalidSeed."""
    canonical_seed = read_seed(seed)
    return [
        entrant
        for tie in _ties_to_draw(scope)
        for entrant in sorted(tie, key=lambda who: lot_hash(canonical_seed, str(who.public_id)))
    ]


def offered_seed(scope: TieScope) -> str:
    """Return the same seed on every call."""
    group = scope.group if isinstance(scope, GroupTieScope) else None
    ids = [str(entrant.public_id) for tie in _ties_to_draw(scope) for entrant in tie]
    return offered_tie_seed(scope.stage.tournament, scope.stage, group, ids)


@transaction.atomic
def add_extra_encounter(*, group: Group, entrants: Sequence[Entrant], change: Change) -> Encounter:
    """Add and log an encounter that only breaks a tie, and make it a criterion of the stage.

    Raises NotTwoLevel unless play is over and just these two pairs are in an open tie for advancing places,
    LaterPlayAffected.
    """
    scope = _lock(GroupTieScope(group))
    locked_group = scope.group
    if scope.stage.kind in SINGLES_KINDS or not scope.is_play_over():
        raise NotTwoLevel
    if len(entrants) != len("AB") or set(entrants) not in extra_encounters.pairs_tied_to_advance(
        locked_group
    ):
        raise NotTwoLevel
    _add_extra_criterion(locked_group.stage)
    encounter = _store_extra_encounter(locked_group, entrants)
    result_decisions.decide_group(locked_group, change=change)
    tournament = locked_group.stage.tournament
    log_and_publish(
        "extra_encounter_added",
        by=change.by,
        at=change.at,
        tournament=tournament,
        subject=encounter.public_id,
    )
    return encounter


@transaction.atomic
def annul_extra_encounter(*, encounter: Encounter, change: Change) -> None:
    """Annul and log an extra encounter, and reopen its tie.

    Raises ExtraHasBegun after the first hand, if annulled or not an extra; LaterPlayAffected.
    """
    assert encounter.group is not None, "an extra encounter belongs to a group"
    locked_group = _lock(GroupTieScope(encounter.group)).group
    extra = get_or_refuse(Encounter.objects, encounter.pk)
    if extra.part != Part.EXTRA or extra.annulled_at is not None or has_begun(extra):
        raise ExtraHasBegun
    extra_encounters.annul_extra(extra, by=change.by, at=change.at)
    result_decisions.decide_group(locked_group, change=change)


def _ties_to_draw(scope: TieScope) -> list[list[Entrant]]:
    return open_ties(scope) or ties_before_decisions(scope)


def _lock(scope: ScopeT) -> ScopeT:
    lock_tournament(scope.stage.tournament)
    locked = scope.reload_scope()
    snapshots.store_snapshots(locked.stage.tournament)
    standings_requests.count_stage_write(locked.stage)
    return locked


def _add_extra_criterion(stage: Stage) -> None:
    order = list(stage.tie_breaks)
    if EXTRA_CRITERION not in order:
        order.insert(order.index("lot") if "lot" in order else len(order), EXTRA_CRITERION)
        stage.tie_breaks = order
        stage.save(update_fields=["tie_breaks"])


def _store_extra_encounter(group: Group, entrants: Sequence[Entrant]) -> Encounter:
    """Store a ready encounter after the last round, queued at a table."""
    last = group.encounters.aggregate(last=Max("round"))["last"] or 0
    encounter = Encounter(
        stage=group.stage,
        group=group,
        part=Part.EXTRA,
        round=last + 1,
        position=0,
        state=EncounterState.READY,
    )
    queue_by_schedule([encounter], tournament=group.stage.tournament)
    encounter.save()
    EncounterSide.objects.bulk_create(
        EncounterSide(encounter=encounter, letter=letter, entrant=entrant)
        for letter, entrant in zip(SideLetter, entrants, strict=False)
    )
    return encounter
