from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.officials.domain.tie_scopes import InGroup, TieScope
from scoring.play import decisions
from scoring.standings import snapshots
from scoring.standings.ranking import rank_group
from tournaments.database.row_locks import get_or_refuse
from tournaments.draws.domain.seeds import offered_for_tie, read_seed
from tournaments.enums import SINGLES_KINDS, EncounterState, Part, SideLetter, TieDecidedBy
from tournaments.formats.drawing.lots import lot
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, EncounterSide, Entrant, Group, Stage
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused
from tournaments.schedule import replacements
from tournaments.schedule.bracket_slots import has_begun
from tournaments.schedule.stage_feeds import last_rank_sent_on
from tournaments.tables.domain import tables

Held = TypeVar("Held", bound=TieScope)

EXTRA_CRITERION = "extra_encounter"
"""The criterion that reads extra encounters; it comes before the lot."""


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
    code = "not_two_level"
    template = _("An extra encounter needs exactly two sides tied for a place that advances.")


class ExtraHasBegun(Refused):
    code = "extra_has_begun"
    template = _("The extra encounter has begun and can't be removed any more.")


def level_entrants(scope: TieScope) -> list[list[Entrant]]:
    """Return the ties that the criteria alone leave; empty while an encounter is open."""
    return scope.level(decided=False) if scope.played_out() else []


def open_ties(scope: TieScope) -> list[list[Entrant]]:
    """Return the ties left after recorded decisions; empty while an encounter is open."""
    return scope.level(decided=True) if scope.played_out() else []


@transaction.atomic
def record_lot(
    *,
    scope: TieScope,
    order: Sequence[Entrant],
    by: Actor,
    at: datetime,
    decided_by: TieDecidedBy = TieDecidedBy.LOT,
    witness: str = "",
    reason: str = "",
    seed: str = "",
    let_stand: bool = False,
) -> None:
    """Record the order of tied entrants: by a lot, or by a decision with a reason.

    `order` names whole ties, best first, and every open one; it replaces older decisions. `seed` is that of
    `draw_order`. Raises LotNotNeeded, LotIncomplete, InvalidSeed, DecisionWithoutReason,
    LaterPlayAffected.
    """
    witness, reason = one_line(witness), one_line(reason)
    locked = _lock(scope)
    tied = level_entrants(locked)
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
    decision.seed, decision.user, decision.decided_at = seed, by.user, at
    decision.save()
    locked.settle(let_stand=let_stand, by=by, at=at)
    details = {name: getattr(decision, name) for name in ("order", "decided_by", "witness", "reason")}
    details |= {"seed": seed} if seed else {}
    tournament = locked.stage.tournament
    audit_log.write("lot_recorded", by=by, at=at, tournament=tournament, subject=locked.name, after=details)


def draw_order(scope: TieScope, seed: str) -> list[Entrant]:
    """Sort each tie by the SHA-256 of seed and id, smallest first.

    Covers the open ties, or all ties if none is open. Raises InvalidSeed.
    """
    canonical_seed = read_seed(seed)
    return [
        entrant
        for tie in _tied(scope)
        for entrant in sorted(tie, key=lambda who: lot(canonical_seed, str(who.public_id)))
    ]


def offered_seed(scope: TieScope) -> str:
    """Return a seed for the lot; it is the same on every call."""
    group = scope.group if isinstance(scope, InGroup) else None
    ids = [str(entrant.public_id) for tie in _tied(scope) for entrant in tie]
    return offered_for_tie(scope.stage.tournament, scope.stage, group, ids)


@transaction.atomic
def play_extra(
    *, group: Group, entrants: Sequence[Entrant], by: Actor, at: datetime, let_stand: bool = False
) -> Encounter:
    """Add an encounter between two tied entrants that only breaks the tie.

    Raises NotTwoLevel, LaterPlayAffected.
    """
    scope = _lock(InGroup(group))
    locked_group, last_qualifying_rank = scope.group, last_rank_sent_on(scope.stage)
    tied_qualifiers = [
        ranked.entrant
        for ranked in rank_group(locked_group)
        if ranked.tied and ranked.rank <= last_qualifying_rank
    ]
    if scope.stage.kind in SINGLES_KINDS or set(entrants) not in [set(tie) for tie in open_ties(scope)]:
        raise NotTwoLevel
    if len(entrants) != len("AB") or not set(entrants) <= set(tied_qualifiers):
        raise NotTwoLevel
    _add_extra_criterion(locked_group.stage)
    encounter = _extra(locked_group, entrants)
    decisions.decide_group(locked_group, let_stand=let_stand, by=by, at=at)
    tournament = locked_group.stage.tournament
    audit_log.write("extra_encounter_added", by=by, at=at, tournament=tournament, subject=encounter.public_id)
    return encounter


@transaction.atomic
def annul_extra(*, encounter: Encounter, by: Actor, at: datetime) -> None:
    """Raises ExtraHasBegun after the first hand."""
    assert encounter.group is not None, "an extra encounter belongs to a group"
    locked_group = _lock(InGroup(encounter.group)).group
    extra = get_or_refuse(Encounter.objects, encounter.pk)
    if extra.part != Part.EXTRA or extra.annulled_at is not None or has_begun(extra):
        raise ExtraHasBegun
    replacements.annul(extra, at=at)
    decisions.decide_group(locked_group, let_stand=False, by=by, at=at)
    tournament = locked_group.stage.tournament
    audit_log.write(
        "extra_encounter_taken_back", by=by, at=at, tournament=tournament, subject=extra.public_id
    )


def _tied(scope: TieScope) -> list[list[Entrant]]:
    return open_ties(scope) or level_entrants(scope)


def _lock(scope: Held) -> Held:
    lock_tournament(scope.stage.tournament)
    locked = scope.fresh()
    snapshots.store_snapshots(locked.stage.tournament)
    standings_requests.count_stage_write(locked.stage)
    return locked


def _add_extra_criterion(stage: Stage) -> None:
    order = list(stage.tie_breaks)
    if EXTRA_CRITERION not in order:
        order.insert(order.index("lot") if "lot" in order else len(order), EXTRA_CRITERION)
        stage.tie_breaks = order
        stage.save(update_fields=["tie_breaks"])


def _extra(group: Group, entrants: Sequence[Entrant]) -> Encounter:
    last = group.encounters.aggregate(last=Max("round"))["last"] or 0
    encounter = Encounter(
        stage=group.stage,
        group=group,
        part=Part.EXTRA,
        round=last + 1,
        position=0,
        state=EncounterState.READY,
    )
    tables.queue_encounters(stage=group.stage, encounters=[encounter])
    encounter.save()
    EncounterSide.objects.bulk_create(
        EncounterSide(encounter=encounter, letter=letter, entrant=entrant)
        for letter, entrant in zip(SideLetter, entrants, strict=False)
    )
    return encounter
