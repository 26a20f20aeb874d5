from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import lock_rows
from tournaments.draws.domain.compute_draw import DrawChoices, compute_draw, draw_inputs_of, order_from_bag
from tournaments.draws.domain.dependents import stage_with_dependents
from tournaments.draws.domain.draw_preview import (
    DrawOutOfDate,
    entrants_of_stage,
    entrants_to_draw,
    preview_draw,
    stage_position_of,
)
from tournaments.draws.domain.draw_records import draw_details, record_draw
from tournaments.draws.domain.stage_layout import NamedGroup, store_groups, store_order
from tournaments.enums import DrawMethod, EntrantState, TournamentState
from tournaments.formats.drawing import (
    DrawInputs,
    DrawKind,
    DrawResult,
    Method,
    Separation,
    write_alterations,
)
from tournaments.formats.group_sizes import group_name
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Draw, Encounter, EncounterSide, Entrant, GroupPlace, Stage, Tournament
from tournaments.refusals import Refused
from tournaments.schedule import stage_feeds
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.bracket_slots import decide_without_play, fill_following_slots
from tournaments.schedule.change import Change
from tournaments.schedule.stage_encounters import SeedEntrant, format_settings_of
from tournaments.setup.domain.tournament_settings import AlreadyDrawn
from tournaments.stages.draw_checks import check_sizes, misplaced_entrants_refusal, placement_refusals


class DrawHasBegun(Refused):
    code = "draw_has_begun"
    template = _("An encounter of this draw has begun, so the draw can't be undone.")


@transaction.atomic
def draw_stage(
    *,
    stage: Stage,
    choices: DrawChoices,
    previewed_digest: str,
    by: Actor,
    at: datetime,
) -> None:
    """Draw and store exactly as previewed (digest `previewed_digest`); a first draw closes the entries.

    Raises AlreadyDrawn, TournamentCancelled, DrawOutOfDate, and as `entrants_of_stage` and `preview_draw`.
    """
    stage = lock_undrawn_stage(stage)
    proposal = preview_draw(stage, entrants_of_stage(stage), choices)
    if proposal.digest != previewed_digest:
        raise DrawOutOfDate
    alterations = write_alterations(choices.alterations)
    _store_draw(
        stage, proposal.inputs, proposal.drawn, proposal.seats_by_id, alterations=alterations, by=by, at=at
    )


@transaction.atomic
def draw_groups(*, tournament: Tournament, groups: int, seed: str, by: Actor, at: datetime) -> None:
    stage = lock_undrawn_stage(first_stage_of(tournament))
    proposal = preview_draw(stage, entrants_of_stage(stage), DrawChoices(Method.RANDOM, seed, groups))
    _store_draw(stage, proposal.inputs, proposal.drawn, proposal.seats_by_id, by=by, at=at)


def draw_qualified(
    stage: Stage, qualified: Sequence[stage_feeds.Qualifier], *, by: Actor, at: datetime
) -> None:
    """Draw and store a stage by places in previous stages, without lots. Caller holds the locks."""
    choices = DrawChoices(Method.BY_PLACE, seed="", apart=Separation.GROUP)
    seated = [qualifier.seed_entrant for qualifier in qualified]
    playing = entrants_to_draw(stage.kind, seated, choices)
    inputs = draw_inputs_of(in_groups=False, seated=playing, choices=choices)
    by_id = {str(seat.entrant.public_id): seat for seat in playing if seat.entrant}
    _store_draw(stage, inputs, compute_draw(inputs, kind=stage.kind), by_id, by=by, at=at)


@transaction.atomic
def place_first_stage(
    *,
    tournament: Tournament,
    groups: Sequence[tuple[str, Sequence[Entrant]]],
    by: Actor,
    at: datetime,
) -> None:
    place_in_groups(stage=first_stage_of(tournament), groups=groups, by=by, at=at)


@transaction.atomic
def place_in_groups(
    *,
    stage: Stage,
    groups: Sequence[tuple[str, Sequence[Entrant]]],
    by: Actor,
    at: datetime,
) -> None:
    """Store groups placed by hand as a draw.

    Raises AlreadyDrawn, TournamentCancelled, SourceNotDecided, the first of `placement_refusals`.
    """
    stage = lock_undrawn_stage(stage)
    seated = _seats_in_play(entrants_of_stage(stage))
    entrants = list(seated)
    for reason in placement_refusals(
        entrants=entrants, groups=groups, stage_position=stage_position_of(stage)
    ):
        raise reason
    named = [(name, [seated[entrant] for entrant in members]) for name, members in groups]
    store_groups(stage, named, at=at)
    result = DrawResult(
        groups=tuple(tuple(str(entrant.public_id) for entrant in members) for _name, members in groups)
    )
    record_draw(stage, result, method=DrawMethod.BY_HAND, by=by, at=at)


@transaction.atomic
def place_in_order(
    *,
    stage: Stage,
    order: Sequence[Entrant],
    by: Actor,
    at: datetime,
) -> None:
    """Store an order by hand as a draw: the first two meet, then the next two.

    Raises EntrantsMisplaced, AlreadyDrawn, TournamentCancelled, SourceNotDecided, and as `check_sizes`.
    """
    stage = lock_undrawn_stage(stage)
    seated = _seats_in_play(entrants_of_stage(stage))
    if missing := misplaced_entrants_refusal(list(seated), order):
        raise missing
    check_sizes([len(order)], stage_position_of(stage))
    ids = [str(entrant.public_id) for entrant in order]
    result = DrawResult(order=order_from_bag(ids, kind=stage.kind, settings=format_settings_of(stage)))
    by_id = {str(entrant.public_id): seat for entrant, seat in seated.items()}
    store_order(stage, [by_id[entrant_id] for entrant_id in result.order], at=at)
    record_draw(stage, result, method=DrawMethod.BY_HAND, by=by, at=at)


@transaction.atomic
def revoke_draw(*, stage: Stage, by: Actor, at: datetime) -> None:
    """Remove the draw, if any, and its dependents' before the first hand. Raises DrawHasBegun.

    Entries reopen, or a later stage is no longer drawn automatically.
    """
    tournament = stage.tournament
    stages = stage_with_dependents(stage)
    encounters = Encounter.objects.filter(stage__in=stages)
    locked = list(lock_rows(encounters).order_by("pk"))  # locked before the others, like every hand
    list(lock_rows(Stage.objects.filter(pk__in=[dependent.pk for dependent in stages])).order_by("pk"))
    lock_rows(Tournament.objects).get(pk=tournament.pk)
    draws = list(Draw.objects.filter(stage__in=stages, undone_at=None).select_related("stage").order_by("pk"))
    if not draws:
        return
    if any(has_begun(encounter) for encounter in locked):
        raise DrawHasBegun
    for dependent in reversed(stages):
        remove_draw_results(dependent, at=at)
    if stage.position == 1:
        Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.OPEN, text_version=None)
    else:
        Stage.objects.filter(pk=stage.pk).update(draws_itself=False)
    before = {"draws": [draw_details(revoked) for revoked in draws]}
    log_and_publish("draw_undone", by=by, at=at, tournament=tournament, subject=stage.position, before=before)


def remove_draw_results(stage: Stage, *, at: datetime) -> None:
    EncounterSide.objects.filter(encounter__stage=stage).delete()
    stage.encounters.all().delete()
    GroupPlace.objects.filter(group__stage=stage).delete()
    stage.groups.all().delete()
    stage.draws.filter(undone_at=None).update(undone_at=at)
    Stage.objects.filter(pk=stage.pk).update(drawn_at=None, last_round=None)


def first_stage_of(tournament: Tournament) -> Stage:
    return tournament.stages.order_by("position")[0]


def lock_undrawn_stage(stage: Stage) -> Stage:
    """Lock the stage, its previous stages and the tournament; return the stage.

    Raises TournamentCancelled; AlreadyDrawn also for a removed stage, or a first one unless entries are open.
    """
    upto = Stage.objects.filter(tournament=stage.tournament_id, position__lte=stage.position)
    locked = {previous.pk: previous for previous in lock_rows(upto).order_by("pk")}
    tournament = lock_rows(Tournament.objects).get(pk=stage.tournament_id)
    tournament.require_not_cancelled()
    current = locked.get(stage.pk)
    if current is None or current.drawn_at is not None:
        raise AlreadyDrawn
    if current.position == 1 and tournament.state != TournamentState.OPEN:
        raise AlreadyDrawn
    current.tournament = tournament
    return current


def _store_draw(
    stage: Stage,
    inputs: DrawInputs,
    result: DrawResult,
    seated: Mapping[str, SeedEntrant],
    *,
    alterations: str = "[]",
    by: Actor,
    at: datetime,
) -> None:
    """Store encounters and record; mark the stage drawn, the tournament playing.

    Opponents of those who left advance. `seated` is by public id. Caller locks the tournament.
    """
    if inputs.kind is DrawKind.GROUPS:
        store_groups(stage, _named_groups(result, seated), at=at)
    else:
        store_order(stage, [seated[entrant_id] for entrant_id in result.order], at=at)
    method = DrawMethod(inputs.method.value)
    texts = {"seed": inputs.seed, "inputs": inputs.to_json(), "alterations": alterations}
    record_draw(stage, result, method=method, **texts, by=by, at=at)
    if any(seat.entrant and seat.entrant.has_left for seat in seated.values()):
        _advance_opponents_of_leavers(stage, change=Change(by, at))


def _advance_opponents_of_leavers(stage: Stage, *, change: Change) -> None:
    encounters = stage.encounters.filter(sides__entrant__isnull=False).exclude(
        sides__entrant__state=EntrantState.PLAYING
    )
    for encounter in encounters.distinct().order_by("round", "pk"):
        for decided in decide_without_play(encounter, at=change.at):
            fill_following_slots(decided, change=change.keeping())


def _named_groups(result: DrawResult, seated: Mapping[str, SeedEntrant]) -> list[NamedGroup]:
    return [
        (group_name(position), [seated[entrant_id] for entrant_id in members])
        for position, members in enumerate(result.groups)
    ]


def _seats_in_play(seated: Sequence[SeedEntrant]) -> dict[Entrant, SeedEntrant]:
    return {seat.entrant: seat for seat in seated if seat.entrant and not seat.entrant.has_left}
