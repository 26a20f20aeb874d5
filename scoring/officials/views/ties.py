from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import BestPlacedAcrossGroups, InGroup, TieScope
from scoring.officials.views.change_flow import Change, answer
from tournaments.access import managed_encounter_or_404, managed_tournament_or_404
from tournaments.draws.domain.seeds import LONGEST_SEED, read_seed
from tournaments.enums import SINGLES_KINDS, Part, TieDecidedBy
from tournaments.models import Entrant, Group, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.navigation.tournament_context import organizer_context
from tournaments.parsing import small_number
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, refuse, see_other
from tournaments.web.return_links import return_page

PAGE = "scoring/officials/lot.html"
DRAWN_HERE = "drawn"
"""The form value for a lot drawn by the program."""


@require_http_methods(["GET", "HEAD", "POST"])
def lot(request: PageRequest, tournament_id: UUID, position: int) -> HttpResponse:
    """The group's name may contain a slash, so `position` names it; `stage` selects a stage."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return _record(request, tournament, InGroup(_group(request, tournament, position)))


@require_http_methods(["GET", "HEAD", "POST"])
def lot_best_placed(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stages = tournament.stages.select_related("tournament")
    return _record(
        request, tournament, BestPlacedAcrossGroups(get_object_or_404(stages, position=stage_number))
    )


@require_http_methods(["GET", "HEAD", "POST"])
def extra_encounter(request: PageRequest, tournament_id: UUID, position: int) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    group = _group(request, tournament, position)
    if request.method != "POST":
        return see_other("scoring:lot", tournament.public_id, position)
    entrant_ids = set(request.POST.getlist("entrant"))
    entrants = [
        entrant
        for tie in ties.open_ties(InGroup(group))
        for entrant in tie
        if str(entrant.public_id) in entrant_ids
    ]
    by, now = actor_of(request), timezone.now()

    def write(let_stand: bool) -> object:
        return ties.play_extra(group=group, entrants=entrants, by=by, at=now, let_stand=let_stand)

    change = Change(
        heading=_("Extra encounter"),
        says=_("The two play once more. The result breaks the tie and counts nowhere else."),
        button=_("Add to the tournament"),
        done=_("The extra encounter waits at a table."),
        write=write,
        back=reverse("scoring:running", args=[tournament.public_id]),
    )
    return answer(request, tournament, change)


@require_http_methods(["GET", "HEAD", "POST"])
def take_extra_back(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    encounter = managed_encounter_or_404(request.user, encounter_id)
    if encounter.part != Part.EXTRA or request.method != "POST":
        return see_other("scoring:encounter_changes", encounter.public_id)
    by, now = actor_of(request), timezone.now()
    change = Change(
        heading=_("Remove the extra encounter"),
        says=_("It won't be played. The tie is open again for a lot or a decision."),
        button=_("Undo it"),
        done=_("The extra encounter is removed."),
        write=lambda _let_stand: ties.annul_extra(encounter=encounter, by=by, at=now),
        back=return_page(request, reverse("scoring:running", args=[encounter.stage.tournament.public_id])),
    )
    return answer(request, encounter.stage.tournament, change)


def _record(request: PageRequest, tournament: Tournament, scope: TieScope) -> HttpResponse:
    tied = ties.level_entrants(scope)
    if not tied:
        return see_other("scoring:running", tournament.public_id)
    context = _context(request, tournament, scope, tied)
    if request.method != "POST":
        return render(request, PAGE, context)
    if request.POST.get("decided_by") == DRAWN_HERE:
        try:
            seed = read_seed(request.POST.get("seed", ""))
            drawn_order = ties.draw_order(scope, seed)
        except Refused as refusal:
            return refuse(request, PAGE, {**context, "refusal": refusal})
        return answer(request, tournament, _change(request, scope, drawn_order, TieDecidedBy.LOT, seed))
    order = _drawn_order(tied, request.POST)
    if order is None:
        return refuse(request, PAGE, {**context, "not_once_each": True})
    decided_by = TieDecidedBy.DECISION if request.POST.get("decided_by") == "decision" else TieDecidedBy.LOT
    if decided_by == TieDecidedBy.DECISION and not one_line(request.POST.get("reason", "")):
        return refuse(request, PAGE, {**context, "refusal": ties.DecisionWithoutReason()})
    return answer(request, tournament, _change(request, scope, order, decided_by))


def _change(
    request: PageRequest,
    scope: TieScope,
    order: Sequence[Entrant],
    decided_by: TieDecidedBy,
    seed: str = "",
) -> Change:
    by, now, data = actor_of(request), timezone.now(), request.POST

    def write(let_stand: bool) -> object:
        ties.record_lot(
            scope=scope,
            order=order,
            decided_by=decided_by,
            witness=data.get("witness", "")[:80],
            reason=data.get("reason", "")[:200],
            seed=seed,
            by=by,
            at=now,
            let_stand=let_stand,
        )
        return None

    return Change(
        heading=_("Lot") if decided_by == TieDecidedBy.LOT else _("Decision"),
        says=_explanation(order, seed),
        button=_("Record the order"),
        done=_("The order is recorded, and the results that depend on it are updated."),
        write=write,
        back=reverse("scoring:running", args=[scope.stage.tournament.public_id]),
    )


def _explanation(order: Sequence[Entrant], seed: str) -> str:
    sentence = _("The order is: %(order)s.") % {"order": ", ".join(entrant.name for entrant in order)}
    if seed:
        seed_note = _("It follows from the seed “%(seed)s”; anyone can check it.")
        sentence += " " + seed_note % {"seed": seed}
    return sentence


def _group(request: PageRequest, tournament: Tournament, position: int) -> Group:
    groups = Group.objects.filter(stage__tournament=tournament, position=position)
    stage_position = small_number(request.GET.get("stage") or request.POST.get("stage"))
    if stage_position is not None:
        groups = groups.filter(stage__position=stage_position)
    related = groups.select_related("stage__tournament").order_by("-stage__position")
    candidates = list(related)
    if not candidates:
        raise Http404
    return next((candidate for candidate in candidates if ties.open_ties(InGroup(candidate))), candidates[0])


def _context(
    request: PageRequest, tournament: Tournament, scope: TieScope, tied: Sequence[Sequence[Entrant]]
) -> dict[str, Any]:
    group = scope.group if isinstance(scope, InGroup) else None
    is_two_sided = group is not None and group.stage.kind not in SINGLES_KINDS
    between_two = [tie for tie in ties.open_ties(scope) if len(tie) == len("AB")] if is_two_sided else []
    names = {str(entrant.public_id): entrant.name for tie in tied for entrant in tie}
    return organizer_context(
        request,
        tournament,
        "lot",
        ground=scope,
        group=group,
        ties=_choices(tied, request.POST),
        two_level=between_two,
        history=[
            (decision, [names.get(key, "?") for key in decision.order]) for decision in scope.decisions()
        ],
        data=request.POST,
        drawn_here=DRAWN_HERE,
        seed=request.POST.get("seed") or ties.offered_seed(scope),
        longest_seed=LONGEST_SEED,
    )


def _choices(tied: Sequence[Sequence[Entrant]], data: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "places": range(1, len(tie) + 1),
            "pairs": [(entrant, _field(entrant), data.get(_field(entrant), "")) for entrant in tie],
        }
        for tie in tied
    ]


def _drawn_order(tied: Sequence[Sequence[Entrant]], data: Mapping[str, Any]) -> list[Entrant] | None:
    """Return None unless each place is used once."""
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
