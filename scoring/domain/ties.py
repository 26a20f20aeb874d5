"""Ties that the criteria leave open: a lot, a decision with its reason, or an extra encounter parts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.domain import counter, log, replacing, tables
from tournaments.domain.actor import Actor
from tournaments.domain.chain import all_rounds_drawn, last_rank_sent_on
from tournaments.domain.refusals import Refused
from tournaments.domain.slots import has_begun
from tournaments.enums import EncounterState, Part, SideLetter, TieDecidedBy
from tournaments.models import Encounter, EncounterSide, Entrant, Group, Stage, TieDecision

from . import decisions, feed, snapshots
from .locks import lock_tournament
from .ranking import RankedEntrant, rank_group, read_ledgers

PARTED_BY = "extra_encounter"
"""The criterion that looks at extra encounters; a lot comes after it."""


class LotNotNeeded(Refused):
    code = "lot_not_needed"
    template = _("No tie of this group is left to a lot.")


class LotIncomplete(Refused):
    code = "lot_incomplete"
    template = _("The lot must name exactly the pairs that are level: %(names)s.")


class DecisionWithoutReason(Refused):
    code = "decision_without_reason"
    template = _("A decision needs its reason: the history keeps it.")


class NotTwoLevel(Refused):
    code = "not_two_level"
    template = _("An extra encounter is for exactly two who are level on a place that goes on.")


class ExtraHasBegun(Refused):
    code = "extra_has_begun"
    template = _("The extra encounter has begun; it can't be taken back.")


def level_entrants(group: Group) -> list[list[Entrant]]:
    """Those whom the criteria alone leave level, tie by tie; none while an encounter is open.

    What was decided of them before is left out of account.
    """
    if not _played_out(group):
        return []
    (ledger,) = read_ledgers([group])
    return _classes(replace(ledger, lot=()).ranking())


def open_ties(group: Group) -> list[list[Entrant]]:
    """Those who are level still, whatever was decided."""
    return _classes(rank_group(group)) if _played_out(group) else []


@transaction.atomic
def record_lot(
    *,
    group: Group,
    order: Sequence[Entrant],
    by: Actor,
    at: datetime,
    decided_by: TieDecidedBy = TieDecidedBy.LOT,
    witness: str = "",
    reason: str = "",
    let_stand: bool = False,
) -> None:
    """Part those whom the criteria leave level: by a lot drawn in the room, or by a decision with its reason.

    `order` names whole ties, best first, every one that is still open among them; a newer decision wins over
    an older one. `witness` saw it. Raises LotNotNeeded, LotIncomplete, DecisionWithoutReason,
    LaterPlayRestsOnIt.
    """
    held = _hold(group)
    level = level_entrants(held)
    if not level:
        raise LotNotNeeded
    wanted = {one for tie in open_ties(held) for one in tie}
    wanted |= {one for tie in level if set(tie) & set(order) for one in tie}
    if not order or set(order) != wanted or len(order) != len(wanted):
        raise LotIncomplete(names=", ".join(one.name for tie in level for one in tie))
    if decided_by == TieDecidedBy.DECISION and not reason.strip():
        raise DecisionWithoutReason
    drawn = [str(entrant.public_id) for entrant in order]
    TieDecision.objects.create(
        group=held,
        order=drawn,
        decided_by=decided_by,
        witness=witness.strip(),
        reason=reason.strip(),
        user=by.user,
        decided_at=at,
    )
    decisions.settle_group(held, let_stand=let_stand, by=by, at=at)
    told = {"order": drawn, "decided_by": decided_by, "witness": witness.strip(), "reason": reason.strip()}
    tournament = held.stage.tournament
    log.write("lot_recorded", by=by, at=at, tournament=tournament, subject=held.name, after=told)
    counter.touch(tournament)


@transaction.atomic
def play_extra(
    *, group: Group, entrants: Sequence[Entrant], by: Actor, at: datetime, let_stand: bool = False
) -> Encounter:
    """Let two who are level meet once more; what they play parts the tie and counts nowhere else.

    The group waits for it. Raises NotTwoLevel, LaterPlayRestsOnIt.
    """
    held = _hold(group)
    last = last_rank_sent_on(held.stage)
    level = [ranked.entrant for ranked in rank_group(held) if ranked.tied and ranked.rank <= last]
    if not _played_out(held) or set(entrants) not in [set(tie) for tie in open_ties(held)]:
        raise NotTwoLevel
    if len(entrants) != len("AB") or not set(entrants) <= set(level):
        raise NotTwoLevel
    _look_at_extra(held.stage)
    encounter = _extra(held, entrants)
    decisions.settle_group(held, let_stand=let_stand, by=by, at=at)
    tournament = held.stage.tournament
    log.write("extra_encounter_added", by=by, at=at, tournament=tournament, subject=encounter.public_id)
    counter.touch(tournament)
    return encounter


@transaction.atomic
def take_extra_back(*, encounter: Encounter, by: Actor, at: datetime) -> None:
    """Annul an extra encounter before its first hand; the tie is open again. Raises ExtraHasBegun."""
    assert encounter.group is not None, "an extra encounter belongs to a group"
    held = _hold(encounter.group)
    own = Encounter.objects.get(pk=encounter.pk)
    if own.part != Part.EXTRA or own.annulled_at is not None or has_begun(own):
        raise ExtraHasBegun
    replacing.annul(own, at=at)
    decisions.settle_group(held, let_stand=False, by=by, at=at)
    tournament = held.stage.tournament
    log.write("extra_encounter_taken_back", by=by, at=at, tournament=tournament, subject=own.public_id)
    counter.touch(tournament)


def _hold(group: Group) -> Group:
    lock_tournament(group.stage.tournament)
    held = Group.objects.select_related("stage__tournament").get(pk=group.pk)
    snapshots.keep(held.stage.tournament)
    feed.advance_ledger(held.stage)
    return held


def _played_out(group: Group) -> bool:
    return not group.encounters.undecided().exists() and all_rounds_drawn(group.stage)


def _classes(ranking: Sequence[RankedEntrant]) -> list[list[Entrant]]:
    tied = [ranked for ranked in ranking if ranked.tied]
    return [[one.entrant for one in level] for _rank, level in groupby(tied, key=lambda one: one.rank)]


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
