"""Later rounds of a Swiss stage and of tables of four."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.draws.domain.dependents import HAS_BEGUN
from tournaments.draws.domain.draw import DrawHasBegun
from tournaments.draws.domain.draw_preview import DrawOutOfDate
from tournaments.draws.domain.draw_records import draw_details
from tournaments.draws.domain.round_inputs import (
    RoundInputs,
    apply_swaps,
    pair_next_round,
    planned_round,
    round_faults,
    sources_by_entrant,
)
from tournaments.enums import SWISS_KINDS, DrawMethod, Part, StageKind
from tournaments.formats.drawing import Alteration, DrawResult, write_alterations
from tournaments.formats.pairing_faults import PairingFaults
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Draw, Encounter, EncounterSide, Entrant, Stage, Tournament
from tournaments.refusals import Refused
from tournaments.schedule import stage_feeds
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.stage_encounters import SeedEntrant, read_played_stage, store_plan

KINDS_IN_ROUNDS = (*SWISS_KINDS, StageKind.TABLES)


class RoundNotOver(Refused):
    code = "round_not_over"
    template = _(
        "Round %(round)s is not decided yet (open encounters: %(open)s); draw the next one after that."
    )


class NoRoundToDraw(Refused):
    code = "no_round_to_draw"
    template = _("No round is waiting to be drawn there now.")


class NoRoundLeft(Refused):
    code = "no_round_left"
    template = _("All rounds of this stage are drawn.")


class RoundAlreadyDrawn(Refused):
    code = "round_drawn_meanwhile"
    template = _("Someone else has drawn round %(round)s. Nothing was drawn twice.")


@dataclass(frozen=True)
class RankedEntrant:
    """`points`: encounters won, or points paid a hand."""

    entrant: Entrant
    points: int = 0


StandingsReader = Callable[[Stage], Sequence[RankedEntrant]]
"""Returns everyone of a stage in order, best first."""


@dataclass(frozen=True)
class PreparedRound:
    inputs: str
    drawn: DrawResult


@dataclass(frozen=True)
class RoundProposal:
    stage: Stage
    inputs: RoundInputs
    drawn: DrawResult
    entrants: dict[str, Entrant]

    @property
    def faults(self) -> PairingFaults:
        return round_faults(self.inputs, self.drawn)

    @property
    def digest(self) -> str:
        names = sorted((key, entrant.name) for key, entrant in self.entrants.items())
        content = [self.inputs.to_json(), self.drawn.to_json(), names]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def last_round(stage: Stage) -> int:
    number = stage.encounters.not_annulled().exclude(part=Part.EXTRA).aggregate(last=Max("round"))["last"]
    return number or 0


def round_to_draw(stage: Stage) -> int | None:
    """Return None while the last round is open or no more follows."""
    active = stage.encounters.not_annulled().exclude(part=Part.EXTRA)
    number = last_round(stage)
    if stage.kind not in KINDS_IN_ROUNDS or not number or active.undecided().exists():
        return None
    if stage.kind in SWISS_KINDS:
        return None if stage_feeds.all_rounds_drawn(stage) else number + 1
    return None if stage_feeds.is_decided(stage) else number + 1


def round_inputs(stage: Stage, standings: Sequence[RankedEntrant]) -> RoundInputs:
    """Return the next round's inputs; their `standing` omits those who left.

    Raises RoundNotOver; NoRoundToDraw if nothing is played or the kind is drawn at once.
    """
    open_encounters = stage.encounters.undecided().exclude(part=Part.EXTRA)
    if number := open_encounters.count():
        raise RoundNotOver(round=last_round(stage), open=number)
    history = read_played_stage(stage)
    if stage.kind not in KINDS_IN_ROUNDS or not history.played:
        raise NoRoundToDraw
    ids = {seed: str(entrant.public_id) for seed, entrant in history.entrants.items()}
    entrant_ids = set(ids.values())
    playing = [
        row for row in standings if not row.entrant.has_left and str(row.entrant.public_id) in entrant_ids
    ]
    return RoundInputs(
        kind=stage.kind,
        rounds=stage.last_round or 0,
        entrants=tuple(ids[seed] for seed in sorted(ids)),
        standing=tuple(str(row.entrant.public_id) for row in playing),
        points=tuple(row.points for row in playing),
        played=tuple(history.played),
    )


def propose_round(
    stage: Stage,
    inputs: RoundInputs,
    alterations: Sequence[Alteration] = (),
    prepared: PreparedRound | None = None,
) -> RoundProposal:
    """Pair now unless `prepared` has the same inputs. Raises NoRoundLeft, AlterationNotPossible."""
    result = prepared.drawn if prepared and prepared.inputs == inputs.to_json() else pair_next_round(inputs)
    if result is None:
        raise NoRoundLeft
    by_id = {str(entrant.public_id): entrant for entrant in stage.tournament.entrants.all()}
    entrants = {entrant_id: by_id[entrant_id] for entrant_id in inputs.entrants}
    return RoundProposal(stage, inputs, apply_swaps(result, alterations), entrants)


@transaction.atomic
def draw_round(
    *,
    stage: Stage,
    number: int,
    standings: StandingsReader,
    alterations: Sequence[Alteration],
    previewed_digest: str,
    prepared: PreparedRound | None = None,
    by: Actor,
    at: datetime,
) -> None:
    """Store exactly as previewed (digest `previewed_digest`).

    Raises RoundAlreadyDrawn, DrawOutOfDate, and as `round_inputs` and `propose_round`.
    """
    stage = _lock_for_round(stage, number)
    inputs = round_inputs(stage, standings(stage))
    proposal = propose_round(stage, inputs, alterations, prepared)
    if proposal.digest != previewed_digest:
        raise DrawOutOfDate
    groups = list(stage.groups.order_by("position")) if stage.has_standings else []
    planned = planned_round(inputs, proposal.drawn)
    store_plan(stage=stage, planned=planned, seated=_seats_by_seed(proposal), groups=groups, at=at)
    draw = Draw.objects.create(
        stage=stage,
        kind=stage.kind,
        round=number,
        method=DrawMethod.BY_PLACE,
        inputs=inputs.to_json(),
        drawn=proposal.drawn.to_json(),
        alterations=write_alterations(alterations),
        drawn_at=at,
        user=by.user,
    )
    _log("round_drawn", draw, by=by, at=at)


@transaction.atomic
def revoke_round(*, stage: Stage, by: Actor, at: datetime) -> None:
    """Delete the last round's encounters, mark its draw undone and log it; do nothing to a first round.

    Raises DrawHasBegun; RemovedMeanwhile if the stage is gone.
    """
    encounters = stage.encounters.filter(round=last_round(stage)).exclude(part=Part.EXTRA)
    locked = list(lock_rows(encounters).order_by("pk"))
    get_or_refuse(lock_rows(Stage.objects), stage.pk)
    lock_rows(Tournament.objects).get(pk=stage.tournament_id)
    draw = Draw.objects.filter(stage=stage, undone_at=None, round__gt=1).order_by("-round").first()
    if draw is None or not locked or locked[0].round != draw.round:
        return
    if any(has_begun(encounter) for encounter in locked):
        raise DrawHasBegun
    EncounterSide.objects.filter(encounter__in=locked).delete()
    Encounter.objects.filter(pk__in=[encounter.pk for encounter in locked]).delete()
    draw.undone_at = at
    draw.save(update_fields=["undone_at"])
    _log("round_undone", draw, by=by, at=at)


def can_revoke_round(stage: Stage) -> bool:
    number = last_round(stage)
    return (
        number > 1
        and stage.kind in KINDS_IN_ROUNDS
        and not stage.encounters.filter(HAS_BEGUN, round=number).exists()
    )


def _lock_for_round(stage: Stage, number: int) -> Stage:
    """Return the stage, locked before round `number` is stored.

    Raises TournamentCancelled, RoundAlreadyDrawn; DrawOutOfDate if the previous one is missing.
    """
    locked = get_or_refuse(lock_rows(Stage.objects), stage.pk)
    locked.tournament = lock_rows(Tournament.objects).get(pk=stage.tournament_id)
    locked.tournament.require_not_cancelled()
    last = last_round(locked)
    if last >= number:
        raise RoundAlreadyDrawn(round=number)
    if last < number - 1:
        raise DrawOutOfDate
    return locked


def _seats_by_seed(proposal: RoundProposal) -> dict[int, SeedEntrant]:
    """Return entrants by seed, with the encounter and place they come from."""
    sources = sources_by_entrant(proposal.inputs)
    previous_round = {
        (encounter.round, encounter.position): encounter
        for encounter in proposal.stage.encounters.not_annulled().filter(round=proposal.inputs.number - 1)
    }
    seated = {}
    for key, seed in proposal.inputs.seeds.items():
        source, place = sources.get(key, (None, 1))
        fed_by = previous_round[source.round, source.position] if source else None
        seated[seed] = SeedEntrant(proposal.entrants.get(key), from_encounter=fed_by, from_place=place)
    return seated


def _log(action: str, draw: Draw, *, by: Actor, at: datetime) -> None:
    tournament = draw.stage.tournament
    write = partial(log_and_publish, action, by=by, at=at, tournament=tournament, subject=draw.stage.position)
    summary = draw_details(draw)
    write(before=summary) if draw.undone_at else write(after=summary)
