from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.play import result_decisions
from tournaments.database.row_locks import get_or_refuse
from tournaments.draws.domain.dependents import HAS_BEGUN
from tournaments.enums import SWISS_KINDS, Part, StageKind
from tournaments.formats.swiss import most_rounds
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, EncounterSide, GroupPlace, Stage
from tournaments.models.encounter import EncounterQuerySet
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.schedule import replacements
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.bracket_slots import decide_without_play
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import MOST_ROUNDS
from tournaments.tables.domain.play_order import leave_closed_table

KINDS_WITH_ROUNDS = (*SWISS_KINDS, StageKind.GROUPS)


class RoundsNotChangeable(Refused):
    code = "rounds_not_changeable"
    template = _("The rounds of this stage follow from its draw, so their number can't be changed.")


class RoundCountNotPossible(Refused):
    code = "round_count_not_possible"
    template = _("This stage can have %(fewest)s to %(most)s rounds: play in round %(fewest)s has begun.")


@dataclass(frozen=True)
class RoundCounts:
    """`present` rounds; possible are `fewest`, which are drawn or have begun, to `most`."""

    present: int
    fewest: int
    most: int

    @property
    def choices(self) -> range:
        return range(self.fewest, self.most + 1)


def round_counts(stage: Stage) -> RoundCounts | None:
    """Return the number of rounds with the fewest and most possible; None if undrawn or a knock-out."""
    if stage.drawn_at is None or stage.kind not in KINDS_WITH_ROUNDS:
        return None
    if stage.kind == StageKind.GROUPS:
        planned = _last_of(_regular_encounters(stage))
        decided_or_playing = _regular_encounters(stage).not_annulled().filter(HAS_BEGUN)
        begun = max((encounter.round for encounter in decided_or_playing if has_begun(encounter)), default=0)
        return RoundCounts(stage.last_round or planned, max(1, begun), planned)
    drawn = _last_of(_regular_encounters(stage).not_annulled())
    entrants = GroupPlace.objects.filter(group__stage=stage).count()
    most = most_rounds(entrants) if stage.kind == StageKind.SWISS else MOST_ROUNDS
    return RoundCounts(stage.last_round or drawn, drawn, max(most, drawn))


@transaction.atomic
def set_last_round(*, stage: Stage, last_round: int, seen: int | None = None, change: Change) -> None:
    """End a stage after another round, and decide its places again; log.

    In groups the encounters of later rounds are annulled, or restored. `seen` is the last round that the
    page showed. Raises RoundsNotChangeable, RoundCountNotPossible, ChangedMeanwhile, LaterPlayAffected.
    """
    tournament = lock_tournament(stage.tournament)
    locked = get_or_refuse(Stage.objects, stage.pk)
    locked.tournament = tournament
    counts = round_counts(locked)
    if counts is None:
        raise RoundsNotChangeable
    if last_round not in counts.choices:
        raise RoundCountNotPossible(fewest=counts.fewest, most=counts.most)
    if last_round == counts.present:
        return
    refuse_concurrent_change(seen, counts.present)
    as_planned = locked.kind == StageKind.GROUPS and last_round == counts.most
    locked.last_round = None if as_planned else last_round
    locked.save(update_fields=["last_round"])
    standings_requests.count_stage_write(locked)
    if locked.kind == StageKind.GROUPS:
        _annul_or_restore(locked, counts.present, last_round, at=change.at)
    for group in locked.groups.select_related("stage__tournament").order_by("position"):
        result_decisions.decide_group(group, change=change)
    log_and_publish(
        "rounds_changed",
        by=change.by,
        at=change.at,
        tournament=tournament,
        subject=locked.position,
        before={"stage": locked.position, "rounds": counts.present},
        after={"stage": locked.position, "rounds": last_round},
    )


def _annul_or_restore(stage: Stage, before: int, last_round: int, *, at: datetime) -> None:
    for encounter in _regular_encounters(stage).not_annulled().filter(round__gt=last_round).order_by("pk"):
        replacements.annul_encounter(encounter, at=at)
    for encounter in _left_out_encounters(stage, range(before + 1, last_round + 1)):
        encounter.annulled_at = None
        encounter.save(update_fields=["annulled_at"])
        decide_without_play(encounter, at=at)
        leave_closed_table(encounter)


def _left_out_encounters(stage: Stage, rounds: range) -> list[Encounter]:
    """Return the newest annulled encounter at each group, round and position in `rounds`.

    Without those of entrants who left with their results annulled.
    """
    encounters = _regular_encounters(stage).filter(round__in=rounds)
    with_leavers = stage.encounters.filter(sides__entrant__left_at=F("annulled_at"))
    leavers = EncounterSide.objects.filter(encounter__in=with_leavers).exclude(entrant__left_at=None)
    annulled = (
        encounters.exclude(annulled_at=None)
        .exclude(sides__entrant__in=leavers.values("entrant"))
        .select_related("stage__tournament")
        .order_by("pk")
    )
    newest = {(encounter.group_id, encounter.round, encounter.position): encounter for encounter in annulled}
    return list(newest.values())


def _regular_encounters(stage: Stage) -> EncounterQuerySet:
    return stage.encounters.filter(part=Part.MAIN)


def _last_of(encounters: EncounterQuerySet) -> int:
    return encounters.aggregate(last=Max("round"))["last"] or 0
