"""Ties that the criteria leave open: a lot, a decision with its reason, or an extra encounter parts them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.officials.domain.tie_scopes import Ground, InGroup
from scoring.play import decisions
from scoring.standings import snapshots
from scoring.standings.ranking import rank_group
from tournaments.database.row_locks import get_or_refuse
from tournaments.draws.domain.seeds import offered_for_tie, read_seed
from tournaments.enums import AT_FOUR, EncounterState, Part, SideLetter, TieDecidedBy
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

Held = TypeVar("Held", bound=Ground)

PARTED_BY = "extra_encounter"
"""The criterion that looks at extra encounters; a lot comes after it."""


class LotNotNeeded(Refused):
    code = "lot_not_needed"
    template = _("No tie is left here to a lot.")


class LotIncomplete(Refused):
    code = "lot_incomplete"
    template = _("The lot must name exactly the pairs that are level: %(names)s.")


class DecisionWithoutReason(Refused):
    code = "decision_without_reason"
    template = _("A decision needs its reason: the history keeps it.")


class NotTwoLevel(Refused):
    code = "not_two_level"
    template = _("An extra encounter is for exactly two who are level on a place that advances.")


class ExtraHasBegun(Refused):
    code = "extra_has_begun"
    template = _("The extra encounter has begun; it can't be taken back.")


def level_entrants(ground: Ground) -> list[list[Entrant]]:
    """Those whom the criteria alone leave level, tie by tie; none while an encounter is open.

    What was decided of them before is left out of account.
    """
    return ground.level(decided=False) if ground.played_out() else []


def open_ties(ground: Ground) -> list[list[Entrant]]:
    """Those who are level still, whatever was decided."""
    return ground.level(decided=True) if ground.played_out() else []


@transaction.atomic
def record_lot(
    *,
    ground: Ground,
    order: Sequence[Entrant],
    by: Actor,
    at: datetime,
    decided_by: TieDecidedBy = TieDecidedBy.LOT,
    witness: str = "",
    reason: str = "",
    seed: str = "",
    let_stand: bool = False,
) -> None:
    """Part those whom the criteria leave level: by a lot drawn in the room, or by a decision with its reason.

    `order` names whole ties, best first, every one that is still open among them; a newer decision wins over
    an older one. `witness` saw it; `seed` is what `draw_order` drew the order from. Raises LotNotNeeded,
    LotIncomplete, SeedUnreadable, DecisionWithoutReason, LaterPlayRestsOnIt.
    """
    witness, reason = one_line(witness), one_line(reason)
    held = _hold(ground)
    level = level_entrants(held)
    if not level:
        raise LotNotNeeded
    wanted = {one for tie in open_ties(held) for one in tie}
    wanted |= {one for tie in level if set(tie) & set(order) for one in tie}
    if not order or set(order) != wanted or len(order) != len(wanted):
        raise LotIncomplete(names=", ".join(one.name for tie in level for one in tie))
    seed = read_seed(seed) if seed else ""
    if seed and list(order) != draw_order(held, seed):
        raise LotIncomplete(names=", ".join(one.name for tie in level for one in tie))
    if decided_by == TieDecidedBy.DECISION and not reason:
        raise DecisionWithoutReason
    decision = held.new_decision()
    decision.order = [str(entrant.public_id) for entrant in order]
    decision.decided_by, decision.witness, decision.reason = decided_by, witness, reason
    decision.seed, decision.user, decision.decided_at = seed, by.user, at
    decision.save()
    held.settle(let_stand=let_stand, by=by, at=at)
    told = {name: getattr(decision, name) for name in ("order", "decided_by", "witness", "reason")}
    told |= {"seed": seed} if seed else {}
    tournament = held.stage.tournament
    audit_log.write("lot_recorded", by=by, at=at, tournament=tournament, subject=held.name, after=told)


def draw_order(ground: Ground, seed: str) -> list[Entrant]:
    """The lot that a seed draws, as every draw: in each tie by the SHA-256 of seed and id, smallest first.

    It parts the ties that are open; where none is, all that were parted before. Nothing is stored. Raises
    SeedUnreadable.
    """
    read = read_seed(seed)
    return [
        one for tie in _tied(ground) for one in sorted(tie, key=lambda who: lot(read, str(who.public_id)))
    ]


def offered_seed(ground: Ground) -> str:
    """The seed that is offered for the lot: whoever asks again gets the same one."""
    group = ground.group if isinstance(ground, InGroup) else None
    ids = [str(one.public_id) for tie in _tied(ground) for one in tie]
    return offered_for_tie(ground.stage.tournament, ground.stage, group, ids)


@transaction.atomic
def play_extra(
    *, group: Group, entrants: Sequence[Entrant], by: Actor, at: datetime, let_stand: bool = False
) -> Encounter:
    """Let two who are level meet once more; what they play parts the tie and counts nowhere else.

    The group waits for it. Raises NotTwoLevel, LaterPlayRestsOnIt.
    """
    ground = _hold(InGroup(group))
    held, last = ground.group, last_rank_sent_on(ground.stage)
    level = [ranked.entrant for ranked in rank_group(held) if ranked.tied and ranked.rank <= last]
    if ground.stage.kind in AT_FOUR or set(entrants) not in [set(tie) for tie in open_ties(ground)]:
        raise NotTwoLevel
    if len(entrants) != len("AB") or not set(entrants) <= set(level):
        raise NotTwoLevel
    _look_at_extra(held.stage)
    encounter = _extra(held, entrants)
    decisions.settle_group(held, let_stand=let_stand, by=by, at=at)
    tournament = held.stage.tournament
    audit_log.write("extra_encounter_added", by=by, at=at, tournament=tournament, subject=encounter.public_id)
    return encounter


@transaction.atomic
def take_extra_back(*, encounter: Encounter, by: Actor, at: datetime) -> None:
    """Annul an extra encounter before its first hand; the tie is open again. Raises ExtraHasBegun."""
    assert encounter.group is not None, "an extra encounter belongs to a group"
    held = _hold(InGroup(encounter.group)).group
    own = get_or_refuse(Encounter.objects, encounter.pk)
    if own.part != Part.EXTRA or own.annulled_at is not None or has_begun(own):
        raise ExtraHasBegun
    replacements.annul(own, at=at)
    decisions.settle_group(held, let_stand=False, by=by, at=at)
    tournament = held.stage.tournament
    audit_log.write("extra_encounter_taken_back", by=by, at=at, tournament=tournament, subject=own.public_id)


def _tied(ground: Ground) -> list[list[Entrant]]:
    return open_ties(ground) or level_entrants(ground)


def _hold(ground: Held) -> Held:
    lock_tournament(ground.stage.tournament)
    held = ground.fresh()
    snapshots.keep(held.stage.tournament)
    standings_requests.advance_ledger(held.stage)
    return held


def _look_at_extra(stage: Stage) -> None:
    """Have the stage's criteria look at extra encounters, before any lot."""
    order = list(stage.tie_breaks)
    if PARTED_BY not in order:
        order.insert(order.index("lot") if "lot" in order else len(order), PARTED_BY)
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
