from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import BestPlacedTieScope, GroupTieScope, TieScope
from scoring.officials.views.change_flow import PreviewedChange, respond_to_change
from tournaments.access import managed_encounter_or_404, managed_tournament_or_404
from tournaments.draws.domain.lot_seed import LONGEST_SEED, read_seed
from tournaments.enums import SINGLES_KINDS, Part, TieDecidedBy
from tournaments.models import Entrant, Group, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.small_inputs import parse_small_number
from tournaments.web.http import PageRequest, render_refusal, see_other
from tournaments.web.return_links import return_page

PAGE = "scoring/officials/record_lot.html"
DRAWN_HERE = "drawn"
"""Form value of a lot drawn here."""


@require_http_methods(["GET", "HEAD", "POST"])
def lot(request: PageRequest, tournament_id: UUID, position: int) -> HttpResponse:
    """Group names may contain slashes, hence `position`; `stage` selects a stage."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return _record_order(
        request, tournament, GroupTieScope(_group_at_position(request, tournament, position))
    )


@require_http_methods(["GET", "HEAD", "POST"])
def lot_best_placed(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stages = tournament.stages.select_related("tournament")
    return _record_order(
        request, tournament, BestPlacedTieScope(get_object_or_404(stages, position=stage_number))
    )


@require_http_methods(["GET", "HEAD", "POST"])
def extra_encounter(request: PageRequest, tournament_id: UUID, position: int) -> HttpResponse:
    """Preview an extra encounter of the posted tied entrants; “save” stores it. GET redirects to the lot."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    group = _group_at_position(request, tournament, position)
    if request.method != "POST":
        return see_other("scoring:record_lot", tournament.public_id, position)
    entrant_ids = set(request.POST.getlist("entrant"))
    entrants = [
        entrant
        for tie in ties.open_ties(GroupTieScope(group))
        for entrant in tie
        if str(entrant.public_id) in entrant_ids
    ]
    change = PreviewedChange(
        heading=_("Extra encounter"),
        explanation=_("The two play once more. The result breaks the tie and counts nowhere else."),
        button=_("Add to the tournament"),
        success_message=_("The extra encounter waits at a table."),
        write=partial(ties.add_extra_encounter, group=group, entrants=entrants),
        back_url=reverse("scoring:room_overview", args=[tournament.public_id]),
        moves_finish=True,
    )
    return respond_to_change(request, tournament, change)


@require_http_methods(["GET", "HEAD", "POST"])
def take_extra_back(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Preview removing an extra encounter; “save” stores it.

    GET and other encounters redirect to the encounter's changes.
    """
    encounter = managed_encounter_or_404(request.user, encounter_id)
    if encounter.part != Part.EXTRA or request.method != "POST":
        return see_other("scoring:encounter_changes", encounter.public_id)
    change = PreviewedChange(
        heading=_("Remove the extra encounter"),
        explanation=_("It won't be played. The tie is open again for a lot or a decision."),
        button=_("Undo it"),
        success_message=_("The extra encounter is removed."),
        write=partial(ties.annul_extra_encounter, encounter=encounter),
        back_url=return_page(
            request, reverse("scoring:room_overview", args=[encounter.stage.tournament.public_id])
        ),
        moves_finish=True,
    )
    return respond_to_change(request, encounter.stage.tournament, change)


def _record_order(request: PageRequest, tournament: Tournament, scope: TieScope) -> HttpResponse:
    """Show ties; POST previews a lot drawn here or a typed order, “save” stores it.

    Redirects to the overview without ties; 422 for an incomplete order, bad seed or no reason.
    """
    tied = ties.ties_before_decisions(scope)
    if not tied:
        return see_other("scoring:room_overview", tournament.public_id)
    context = _lot_context(request, tournament, scope, tied)
    if request.method != "POST":
        return render(request, PAGE, context)
    if request.POST.get("decided_by") == DRAWN_HERE:
        try:
            seed = read_seed(request.POST.get("seed", ""))
            drawn_order = ties.draw_order(scope, seed)
        except Refused as refusal:
            return render_refusal(request, PAGE, {**context, "refusal": refusal})
        return respond_to_change(
            request, tournament, _change(request, scope, drawn_order, TieDecidedBy.LOT, seed)
        )
    order = _posted_order(tied, request.POST)
    if order is None:
        return render_refusal(request, PAGE, {**context, "not_once_each": True})
    decided_by = TieDecidedBy.DECISION if request.POST.get("decided_by") == "decision" else TieDecidedBy.LOT
    if decided_by == TieDecidedBy.DECISION and not one_line(request.POST.get("reason", "")):
        return render_refusal(request, PAGE, {**context, "refusal": ties.DecisionWithoutReason()})
    return respond_to_change(request, tournament, _change(request, scope, order, decided_by))


def _change(
    request: PageRequest,
    scope: TieScope,
    order: Sequence[Entrant],
    decided_by: TieDecidedBy,
    seed: str = "",
) -> PreviewedChange:
    """Return the change that records the order; witness and reason are cut to length."""
    return PreviewedChange(
        heading=_("Lot") if decided_by == TieDecidedBy.LOT else _("Decision"),
        explanation=_explanation(order, seed),
        button=_("Record the order"),
        success_message=_("The order is recorded, and the results that depend on it are updated."),
        write=partial(
            ties.record_lot,
            scope=scope,
            order=order,
            decided_by=decided_by,
            witness=request.POST.get("witness", "")[:80],
            reason=request.POST.get("reason", "")[:200],
            seed=seed,
        ),
        back_url=reverse("scoring:room_overview", args=[scope.stage.tournament.public_id]),
    )


def _explanation(order: Sequence[Entrant], seed: str) -> str:
    sentence = _("The order is: %(order)s.") % {"order": ", ".join(entrant.name for entrant in order)}
    if seed:
        seed_note = _("It follows from the seed “%(seed)s”; anyone can check it.")
        sentence += " " + seed_note % {"seed": seed}
    return sentence


def _group_at_position(request: PageRequest, tournament: Tournament, position: int) -> Group:
    """Return the group at `position`: of `stage` if given, else of the last stage, preferring open ties.

    Raises Http404.
    """
    groups = Group.objects.filter(stage__tournament=tournament, position=position)
    stage_position = parse_small_number(request.GET.get("stage") or request.POST.get("stage"))
    if stage_position is not None:
        groups = groups.filter(stage__position=stage_position)
    related = groups.select_related("stage__tournament").order_by("-stage__position")
    candidates = list(related)
    if not candidates:
        raise Http404
    return next(
        (candidate for candidate in candidates if ties.open_ties(GroupTieScope(candidate))), candidates[0]
    )


def _lot_context(
    request: PageRequest, tournament: Tournament, scope: TieScope, tied: Sequence[Sequence[Entrant]]
) -> dict[str, Any]:
    """Return ties with posted places, pairs that may play an extra, and earlier decisions."""
    group = scope.group if isinstance(scope, GroupTieScope) else None
    is_two_sided = group is not None and group.stage.kind not in SINGLES_KINDS
    between_two = [tie for tie in ties.open_ties(scope) if len(tie) == len("AB")] if is_two_sided else []
    names = {str(entrant.public_id): entrant.name for tie in tied for entrant in tie}
    return organizer_context(
        request,
        tournament,
        "lot",
        ground=scope,
        group=group,
        ties=_tie_choices(tied, request.POST),
        tied_pairs=between_two,
        history=[
            (decision, [names.get(key, "?") for key in decision.order]) for decision in scope.decisions()
        ],
        data=request.POST,
        drawn_here=DRAWN_HERE,
        seed=request.POST.get("seed") or ties.offered_seed(scope),
        longest_seed=LONGEST_SEED,
    )


def _tie_choices(tied: Sequence[Sequence[Entrant]], data: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "places": range(1, len(tie) + 1),
            "pairs": [(entrant, _field(entrant), data.get(_field(entrant), "")) for entrant in tie],
        }
        for tie in tied
    ]


def _posted_order(tied: Sequence[Sequence[Entrant]], data: Mapping[str, Any]) -> list[Entrant] | None:
    """Return the posted order, without blank ties; None if all are blank or places are not 1, 2 … in each."""
    order: list[Entrant] = []
    for tie in tied:
        places = {data.get(_field(entrant), ""): entrant for entrant in tie}
        expected_places = [str(place) for place in range(1, len(tie) + 1)]
        if set(places) == {""} and len(tied) > 1:
            continue
        if sorted(places) != sorted(expected_places):
            return None
        order += [places[place] for place in expected_places]
    return order or None


def _field(entrant: Entrant) -> str:
    return f"place-{entrant.public_id}"
