from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.games import game_of
from tournaments.access import managed_tournament_or_404
from tournaments.draws.domain import draw, draw_preview
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.lot_seed import offered_draw_seed
from tournaments.draws.forms import (
    AvailableChoices,
    ChoicesForm,
    new_alteration,
    read_alterations,
    write_alteration,
)
from tournaments.enums import StageKind, TournamentState
from tournaments.formats.drawing import Method, Pots, Separation
from tournaments.formats.group_sizes import group_name
from tournaments.models import Entrant, Stage, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.schedule.stage_encounters import SeedEntrant
from tournaments.setup.domain.tournament_settings import AlreadyDrawn
from tournaments.setup.views import group_estimate
from tournaments.stages.draw_checks import StagePosition
from tournaments.stages.stage_names import describe_entrant_count, stage_names
from tournaments.stages.stage_settings import stages_of
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

from .draw_descriptions import describe_alteration, describe_byes, describe_note, first_meetings

MOST_BY_HAND = 256
"""Up to this many entrants can be placed by hand from a bag."""
MOST_IN_SELECT = 300
"""With more entrants, those to exchange are typed instead of selected."""

PAGE, FRAGMENT = "tournaments/draws/stage_draw.html", "tournaments/draws/_draw_preview.html"


@require_http_methods(["GET", "HEAD", "POST"])
def draw_stage(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    """Draw as previewed; 422 with the current preview if it changed or can't be drawn.

    htmx gets the fragment only.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stage = get_object_or_404(tournament.stages, position=stage_number)
    if stage.drawn_at is not None:
        return see_other("tournaments:draw", tournament.public_id)
    stage.tournament = tournament
    data = request.POST if request.method == "POST" else request.GET
    context = stage_context(request, stage, data)
    if request.method == "POST" and "proposal" in context:
        try:
            draw.draw_stage(
                stage=stage,
                choices=context["proposal"].draw_choices,
                previewed_digest=request.POST.get("looked_at", ""),
                by=actor_of(request),
                at=timezone.now(),
            )
        except AlreadyDrawn:
            messages.warning(request, _("This stage is already drawn; nothing was drawn twice."))
        except Refused as refusal:
            return render_refusal(request, PAGE, stage_context(request, stage, data) | {"refusal": refusal})
        else:
            messages.success(request, _("It is drawn, and the encounters wait at their tables."))
        return see_other("tournaments:draw", tournament.public_id)
    if request.method == "POST":
        return render_refusal(request, PAGE, context)
    return render(request, FRAGMENT if request.htmx else PAGE, context)


def stage_context(request: PageRequest, stage: Stage, data: QueryDict) -> dict[str, Any]:
    tournament = stage.tournament
    page = "draw" if tournament.state == TournamentState.OPEN else "draw_stage"
    context = organizer_context(request, tournament, page, stage=stage, **stage_name_context(stage))
    try:
        seated = draw_preview.entrants_of_stage(stage)
    except Refused as refusal:
        return {**context, "blocking_refusal": refusal}
    stage_position = draw_preview.stage_position_of(stage)
    entrants = [seat.entrant for seat in seated if seat.entrant]
    context |= {
        "entrant_count": len(entrants),
        "entrant_count_text": describe_entrant_count(len(entrants), tournament.kind),
        "too_few_entrants": len(entrants) < stage_position.fewest,
        "min_entrants": stage_position.fewest,
        "can_place_by_hand": len(entrants) <= MOST_BY_HAND,
    }
    if context["too_few_entrants"]:
        return context
    form = ChoicesForm(data.dict(), available_choices(stage, seated, stage_position))
    choices = form.draw_choices(read_alterations(data.getlist("alter"), entrants))
    context |= {
        "form": form,
        "chosen_group_count": choices.groups,
        "seeding_counts": _seeding_counts(entrants),
    }
    context |= _groups_context(tournament, choices, stage_position, len(entrants))
    if "seed" in form.errors:
        return context
    try:
        proposal = draw_preview.preview_draw(stage, seated, choices)
    except Refused as refusal:
        return {**context, "preview_refusal": refusal}
    proposal, problem = _with_new_alteration(proposal, data)
    return {**context, **_preview_context(proposal), **problem}


def available_choices(
    stage: Stage, seated: Sequence[SeedEntrant], stage_position: StagePosition
) -> AvailableChoices:
    """Return choices, default first, also by ratings or seeds nobody has; usual groups, offered seed."""
    entrants = [seat.entrant for seat in seated if seat.entrant]
    later, in_groups = stage.position > 1, stage.kind == StageKind.GROUPS
    methods = [Method.RANDOM, Method.MANUAL, Method.RATING]
    apart = [Separation.NOBODY, Separation.CLUB]
    return AvailableChoices(
        methods=[Method.BY_PLACE, *methods] if later else methods,
        pots=list(Pots) if in_groups else [Pots.NONE],
        apart=[Separation.GROUP, *apart] if later and any(seat.from_group for seat in seated) else apart,
        groups=group_estimate.usual_group_count(len(entrants), stage_position) if in_groups else 1,
        seed=offered_draw_seed(
            stage.tournament,
            [str(entrant.public_id) for entrant in entrants if not entrant.has_left],
            stage.position,
        ),
    )


def stage_name_context(stage: Stage) -> dict[str, Any]:
    stages = stages_of(stage.tournament)
    name = stage_names(stages)[stage.position - 1]
    return {
        "stage_name": name,
        "several_stages": len(stages) > 1,
        "in_groups": stage.kind == StageKind.GROUPS,
    }


def _seeding_counts(entrants: Sequence[Entrant]) -> dict[str, int]:
    return {
        "seeds": sum(entrant.seed is not None for entrant in entrants),
        "ratings": sum(entrant.rating is not None for entrant in entrants),
        "pots": sum(entrant.pot is not None for entrant in entrants),
        "clubs": len({entrant.club_name for entrant in entrants if entrant.club_name}),
    }


def _groups_context(
    tournament: Tournament, draw_choices: DrawChoices, stage_position: StagePosition, entered: int
) -> dict[str, Any]:
    """Return `group_choices`, `is_single_group` and, for a first stage, the estimated `plan`.

    {} unless played in groups.
    """
    if stage_position.stages[stage_position.position - 1].kind != StageKind.GROUPS:
        return {}
    context: dict[str, Any] = {
        "group_choices": group_estimate.group_choices(entered, stage_position),
        "is_single_group": stage_position.is_single_group,
    }
    if stage_position.position == 1:
        tables, game = tournament.tables.open().count(), game_of(tournament.rule_book.rule_set_id)
        context["plan"] = group_estimate.plan_groups(
            entered, draw_choices.groups, tables, stage_position, game
        )
    return context


def _with_new_alteration(
    proposal: draw_preview.DrawPreview, data: QueryDict
) -> tuple[draw_preview.DrawPreview, dict[str, Any]]:
    """Add the alteration in `data`; if impossible, the preview stays, in context `no_change` or `refusal`."""
    if "who" not in data:
        return proposal, {}
    listed = list(proposal.entrants.values())
    alteration_text = new_alteration(data, proposal.drawn.groups, listed)
    if not alteration_text:
        return proposal, {"no_change": True}
    alterations = (*proposal.draw_choices.alterations, *read_alterations([alteration_text], listed))
    choices = replace(proposal.draw_choices, alterations=alterations)
    try:
        return draw_preview.preview_draw(proposal.stage, list(proposal.seats_by_id.values()), choices), {}
    except Refused as refusal:
        return proposal, {"refusal": refusal}


def _preview_context(proposal: draw_preview.DrawPreview) -> dict[str, Any]:
    """Each alteration has the query string that drops it."""
    entrants, result, choices = proposal.entrants, proposal.drawn, proposal.draw_choices
    ordered = sorted(entrants.values(), key=lambda entrant: entrant.number)
    names = {key: entrant.name for key, entrant in entrants.items()}
    alteration_texts = [write_alteration(alteration, entrants) for alteration in choices.alterations]
    meetings = first_meetings(proposal.encounter_plan, result.order) if result.order else []
    return {
        "proposal": proposal,
        "hidden_fields": [
            *choice_fields(choices).items(),
            *(("alter", change) for change in alteration_texts),
        ],
        "groups": [
            (group_name(index), index, [entrants[entrant_id] for entrant_id in members])
            for index, members in enumerate(result.groups)
        ],
        "meetings": [
            (meeting.number, [(seed, entrants[entrant_id]) for seed, entrant_id in meeting.sides])
            for meeting in meetings
        ],
        "byes": describe_byes(sum(meeting.is_bye for meeting in meetings)),
        "notes": [describe_note(note, names, kind=proposal.stage.kind) for note in result.notes],
        "alterations": [
            (
                describe_alteration(alteration, names),
                draw_query_string(choices, alteration_texts[:index] + alteration_texts[index + 1 :]),
            )
            for index, alteration in enumerate(choices.alterations)
        ],
        "selectable_entrants": ordered if len(ordered) <= MOST_IN_SELECT else [],
    }


def draw_query_string(choices: DrawChoices, alteration_texts: Sequence[str]) -> str:
    query = QueryDict(mutable=True)
    for name, value in choice_fields(choices).items():
        query[name] = str(value)
    query.setlist("alter", list(alteration_texts))
    return query.urlencode()


def choice_fields(choices: DrawChoices) -> Mapping[str, object]:
    return {
        "method": choices.method.value,
        "seed": choices.seed,
        "groups": choices.groups,
        "pots": choices.pots.value,
        "apart": choices.apart.value,
    }
