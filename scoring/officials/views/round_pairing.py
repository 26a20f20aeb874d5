from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from scoring.standings.round_standings import ordered_entrants
from tournaments.access import managed_tournament_or_404
from tournaments.draws.domain import round_jobs, rounds
from tournaments.draws.domain.draw_preview import DrawOutOfDate
from tournaments.draws.domain.round_inputs import RoundInputs, fewest_repeats
from tournaments.draws.domain.rounds import RoundProposal
from tournaments.draws.forms import new_alteration, read_alterations, write_alteration
from tournaments.draws.views.draw_descriptions import describe_alteration
from tournaments.draws.views.stage_draw import MOST_IN_SELECT, stage_name_context
from tournaments.enums import StageKind
from tournaments.formats.drawing import Alteration
from tournaments.models import Entrant, RoundJob, Stage, Tournament
from tournaments.naming.names import join_sides
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE, WAITING = "tournaments/draws/pair_round.html", "tournaments/draws/_pairing_progress.html"


@require_http_methods(["GET", "HEAD", "POST"])
def draw_round(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    """Show the next pairing, or a worker's progress; POST publishes it and redirects to the overview.

    A round drawn meanwhile redirects there too. Without a round to draw redirects to the draw with a message;
    422 for other refusals.
    """
    tournament, stage = _stage(request, tournament_id, stage_number)
    number = rounds.round_to_draw(stage)
    if number is None and (request.method != "POST" or stage.drawn_at is None):
        messages.info(request, rounds.NoRoundToDraw().message)
        return see_other("tournaments:draw", tournament.public_id)
    query = request.POST if request.method == "POST" else request.GET
    try:
        context = _draw_round_context(request, stage, query)
        if request.method != "POST":
            return _page(request, context)
        _publish(request, stage, context)
    except rounds.RoundAlreadyDrawn as refusal:
        messages.warning(request, refusal.message.html)
    except Refused as refusal:
        if rounds.round_to_draw(stage) is None:
            messages.warning(request, refusal.message.html)
            return see_other("tournaments:draw", tournament.public_id)
        return render_refusal(
            request, PAGE, {**_draw_round_context(request, stage, QueryDict()), "refusal": refusal}
        )
    else:
        messages.success(request, _("The round is drawn, and its encounters wait at their tables."))
    return see_other("scoring:room_overview", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def pair_round(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    """On POST, have a worker pair the round, with `here` at once; redirect to the pairing."""
    tournament, stage = _stage(request, tournament_id, stage_number)
    if request.method == "POST" and rounds.round_to_draw(stage) is not None:
        inputs = rounds.round_inputs(stage, ordered_entrants(stage))
        job = round_jobs.request_pairing(stage=stage, inputs=inputs, at=timezone.now())
        if "here" in request.POST:
            round_jobs.run_job(job_id=job.pk, asked_at=job.asked_at, clock=timezone.now)
    return see_other("scoring:draw_round", tournament.public_id, stage_number)


def _stage(request: PageRequest, tournament_id: UUID, stage_number: int) -> tuple[Tournament, Stage]:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stage = get_object_or_404(tournament.stages, position=stage_number)
    stage.tournament = tournament
    return tournament, stage


def _page(request: PageRequest, context: dict[str, Any]) -> HttpResponse:
    if not request.htmx or "waiting" not in request.GET:
        return render(request, PAGE, context)
    if "proposal" not in context and not context["job_failed"]:
        return render(request, WAITING, context)
    return HttpResponseClientRefresh()


def _publish(request: PageRequest, stage: Stage, context: Mapping[str, Any]) -> None:
    """Publish the shown pairing. Raises DrawOutOfDate without one, and what `draw_round` raises."""
    proposal: RoundProposal | None = context.get("proposal")
    if proposal is None:
        raise DrawOutOfDate
    rounds.draw_round(
        stage=stage,
        number=proposal.inputs.number,
        standings=ordered_entrants,
        alterations=context["chosen_alterations"],
        previewed_digest=request.POST.get("looked_at", ""),
        prepared=round_jobs.prepared_round(context["job"]),
        by=actor_of(request),
        at=timezone.now(),
    )


def _draw_round_context(request: PageRequest, stage: Stage, query: QueryDict) -> dict[str, Any]:
    """Return the context with the proposal; if a worker must pair, only its job if any. Raises refusals."""
    inputs = rounds.round_inputs(stage, ordered_entrants(stage))
    job = round_jobs.find_job(stage, inputs) if round_jobs.needs_worker(inputs) else None
    context = organizer_context(
        request,
        stage.tournament,
        "draw_round",
        stage=stage,
        round_number=inputs.number,
        playing_count=len(inputs.standing),
        swiss=stage.kind == StageKind.SWISS,
        in_fours=stage.kind == StageKind.FOURS,
        job=job,
        **stage_name_context(stage),
    )
    prepared = round_jobs.prepared_round(job)
    if round_jobs.needs_worker(inputs) and prepared is None:
        return {**context, **_job_context(job)}
    return {**context, **_proposal_context(stage, inputs, query, prepared)}


def _job_context(job: RoundJob | None) -> dict[str, Any]:
    return {
        "job_failed": bool(job and job.failed),
        "job_silent": bool(job and round_jobs.has_stalled(job, at=timezone.now())),
        "job_runs": bool(job and job.finished_at is None),
    }


def _proposal_context(
    stage: Stage, inputs: RoundInputs, query: QueryDict, prepared: rounds.PreparedRound | None
) -> dict[str, Any]:
    """Return the pairing with the alterations of `query` and a newly chosen one.

    `no_change` if that one has no effect.
    """
    unaltered = rounds.propose_round(stage, inputs, prepared=prepared)
    present = [unaltered.entrants[entrant_id] for ids in unaltered.drawn.groups for entrant_id in ids]
    chosen = read_alterations(query.getlist("alter"), present)
    new_text = new_alteration(query, [], present) if "who" in query else ""
    chosen += read_alterations([new_text], present)
    proposal = rounds.propose_round(
        stage, inputs, chosen, prepared=rounds.PreparedRound(inputs.to_json(), unaltered.drawn)
    )
    no_change = "who" in query and not new_text
    return {
        "proposal": proposal,
        "chosen_alterations": chosen,
        "no_change": no_change,
        **_pairing_context(proposal, chosen),
    }


def _pairing_context(proposal: RoundProposal, chosen: Sequence[Alteration]) -> dict[str, Any]:
    """Return the encounters, the names of each fault, and each alteration with a query that drops it.

    `selectable_entrants` is empty if there are more than `MOST_IN_SELECT`.
    """
    entrants, faults = proposal.entrants, proposal.faults
    names = {key: entrant.name for key, entrant in entrants.items()}
    written = [write_alteration(alteration, entrants) for alteration in chosen]
    points = dict(zip(proposal.inputs.standing, proposal.inputs.points, strict=True))
    entrants_by_number = sorted(
        (entrants[entrant_id] for ids in proposal.drawn.groups for entrant_id in ids), key=_number
    )
    by_seed = dict(enumerate(proposal.inputs.entrants, start=1))
    return {
        "encounters": [
            (number, [(entrants[entrant_id], points.get(entrant_id, 0)) for entrant_id in ids])
            for number, ids in enumerate(proposal.drawn.groups, start=1)
        ],
        "repeated_meetings": [
            join_sides(names[by_seed[seed]] for seed in pair if seed is not None) for pair in faults.repeats
        ],
        "least_repeats": _least_repeats(proposal),
        "second_byes": [names[by_seed[seed]] for seed in faults.second_byes],
        "unpaired_names": [names[by_seed[seed]] for seed in faults.missing],
        "alterations": [
            (describe_alteration(alteration, names), _alterations_query(written[:at] + written[at + 1 :]))
            for at, alteration in enumerate(chosen)
        ],
        "hidden_fields": [("alter", alteration) for alteration in written],
        "selectable_entrants": entrants_by_number if len(entrants_by_number) <= MOST_IN_SELECT else [],
    }


def _least_repeats(proposal: RoundProposal) -> int | None:
    """Return how many must meet again in any seating."""
    if proposal.stage.kind == StageKind.SWISS:
        return None
    return fewest_repeats(proposal.inputs, proposal.drawn)


def _number(entrant: Entrant) -> int:
    return entrant.number


def _alterations_query(written: Sequence[str]) -> str:
    query = QueryDict(mutable=True)
    query.setlist("alter", list(written))
    return query.urlencode()
