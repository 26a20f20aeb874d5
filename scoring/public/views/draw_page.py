from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.live.queries.counters import results_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.public.queries.draw_page import DrawRecord, read_draws, read_tie_lots
from scoring.queries.tournament_context import read_tournament_context
from tournaments.draws.views.draw_descriptions import (
    describe_alteration,
    describe_method,
    describe_note,
    first_meetings,
)
from tournaments.enums import Role, StageKind
from tournaments.web.http import PageRequest


@live_page(results_topic, fragment=False)
def draws(request: PageRequest, tournament_id: UUID) -> LivePage:
    """List draws by stage, with draws taken back and lots; not live."""
    tournament_context = read_tournament_context(tournament_id)
    contexts = [_draw_context(draw) for draw in read_draws(tournament_context)]
    by_stage = [
        (stage, [context for context in contexts if context["draw"].stage.stage == stage.stage])
        for stage in tournament_context.stages
    ]
    return "scoring/public/draw_list.html", {
        "tournament_context": tournament_context,
        "tournament": tournament_context.tournament,
        "tab": "drawn",
        "stages": [(stage, stage_draws) for stage, stage_draws in by_stage if stage_draws or stage.drawn],
        "ties": read_tie_lots(tournament_context),
    }


@live_page(results_topic, fragment=False)
def draw_detail(request: PageRequest, tournament_id: UUID, draw_number: int) -> LivePage:
    """Render a draw; 404 for an unknown number."""
    tournament_context = read_tournament_context(tournament_id)
    draw = next(
        (candidate for candidate in read_draws(tournament_context) if candidate.number == draw_number),
        None,
    )
    if draw is None:
        raise Http404
    context = _draw_context(draw)
    return "scoring/public/draw_record.html", {
        "tournament_context": tournament_context,
        "tournament": tournament_context.tournament,
        "tab": "drawn",
        "draw_facts": context,
        **context,
        **_result_context(draw),
    }


def _draw_context(draw: DrawRecord) -> dict[str, Any]:
    names = draw.names
    return {
        "draw": draw,
        "method": _method_text(draw),
        "drawn_by": _drawn_by_label(draw),
        "notes": [describe_note(note, names, kind=draw.row.kind) for note in draw.draw_result.notes],
        "changes": [describe_alteration(alteration, names) for alteration in draw.alterations],
    }


def _result_context(draw: DrawRecord) -> dict[str, Any]:
    """Return groups of a stage's draw, or encounters of a later round; standings before.

    `meetings` are the first encounters that the drawn order gives; empty if the draw has no order.
    """
    meetings = first_meetings(draw.encounter_plan, draw.draw_result.order) if draw.draw_result.order else []
    return {
        "groups": [] if draw.row.round else draw.groups,
        "encounters": draw.groups if draw.row.round else [],
        "meetings": [
            (meeting.number, [(seed, draw.name_of(key)) for seed, key in meeting.sides])
            for meeting in meetings
        ],
        "previous_standings": _rankings_before(draw),
    }


def _rankings_before(draw: DrawRecord) -> list[tuple[int, str, int]]:
    inputs = draw.round_inputs
    if inputs is None:
        return []
    rows = zip(inputs.standing, inputs.points, strict=True)
    return [(place, draw.name_of(key), points) for place, (key, points) in enumerate(rows, start=1)]


def _method_text(draw: DrawRecord) -> str:
    """Return sentences on the way of drawing: by hand, by its inputs, else by the standings."""
    if draw.by_hand:
        return _("Placed by hand, as drawn from the bag.")
    if draw.inputs is not None:
        return describe_method(draw.inputs)
    if draw.row.kind == StageKind.SWISS:
        return _(
            "By the standings: those with equal points meet, and nobody meets twice if that can be "
            "avoided. Nothing is random."
        )
    if draw.row.kind == StageKind.FOURS:
        return _(
            "By the standings: neighbours in the standings sit together, with as few repeat meetings as "
            "possible. Nothing is random."
        )
    return _(
        "The first two of each table advance; they are seated with as few repeat meetings as possible. "
        "Nothing is random."
    )


def _drawn_by_label(draw: DrawRecord) -> str:
    if draw.is_automatic:
        return _("by the program, after the last result it was waiting for")
    if draw.row.user_id is None:
        return _("from the command line")
    if draw.role is Role.OWNER:
        return _("by an owner of the club")
    return _("by an organizer of the club")
