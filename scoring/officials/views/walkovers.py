from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import starmap
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.ledger.encounter_state import waits_for_organizer
from scoring.officials.views.change_flow import PreviewedChange, respond_to_change
from scoring.play import walkovers
from scoring.play.later_play import Write
from tournaments.access import may_manage, refereed_encounter_or_404
from tournaments.enums import SINGLES_KINDS, WALKOVERS, EncounterState, SideLetter
from tournaments.models import Encounter, EncounterSide
from tournaments.navigation.tournament_context import organizer_context
from tournaments.web.http import PageRequest, SeeOther, render_refusal
from tournaments.web.return_links import return_page, with_return_page

PAGE = "scoring/officials/walkover.html"
BOTH_LOSE = "both"
LONGEST_REASON = 200


@require_http_methods(["GET", "HEAD", "POST"])
def walkover(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Show the form; POST previews, “save” stores a walkover; 422 if nobody is chosen.

    404 for referees before the bell.
    """
    encounter = _encounter(request, encounter_id)
    context = _walkover_context(request, encounter)
    if request.method != "POST":
        return render(request, PAGE, context)
    change = _change(request, encounter, context["sides"])
    if change is None:
        return render_refusal(request, PAGE, {**context, "nobody_chosen": True})
    return respond_to_change(request, encounter.stage.tournament, change)


@require_http_methods(["GET", "HEAD", "POST"])
def take_walkover_back(request: PageRequest, encounter_id: UUID) -> HttpResponse:
    """Preview undoing a walkover; “save” stores it. GET redirects to its form.

    404 for referees before the bell.
    """
    encounter = _encounter(request, encounter_id)
    if request.method != "POST":
        return SeeOther(with_return_page(request, reverse("scoring:walkover", args=[encounter.public_id])))
    change = PreviewedChange(
        heading=_("Undo the walkover"),
        explanation=_(
            "The encounter is decided by its hands again; if any are missing, it waits at its table."
        ),
        button=_("Undo the walkover"),
        success_message=_("The walkover is undone; the encounter waits at its table again."),
        write=partial(walkovers.take_walkover_back, encounter=encounter),
        back_url=_back(request, encounter, reverse("scoring:encounter_changes", args=[encounter.public_id])),
        moves_finish=True,
    )
    return respond_to_change(request, encounter.stage.tournament, change)


def _encounter(request: PageRequest, encounter_id: UUID) -> Encounter:
    """A referee gets only encounters that the bell stopped."""
    encounter = refereed_encounter_or_404(request.user, encounter_id)
    if encounter.stopped_at is None and not may_manage(request.user, encounter.stage.tournament):
        raise Http404
    return encounter


def _back(request: PageRequest, encounter: Encounter, default_url: str = "") -> str:
    tournament = encounter.stage.tournament
    if not may_manage(request.user, tournament):
        default_url = reverse("scoring:referee", args=[tournament.public_id])
    return return_page(request, default_url or reverse("scoring:room_overview", args=[tournament.public_id]))


def _walkover_context(request: PageRequest, encounter: Encounter) -> dict[str, Any]:
    """Return sides, places and whether a walkover is possible or recorded."""
    sides = list(encounter.sides.select_related("entrant").order_by("letter"))
    return organizer_context(
        request,
        encounter.stage.tournament,
        "walkover",
        manages=may_manage(request.user, encounter.stage.tournament),
        back=_back(request, encounter),
        encounter=encounter,
        sides=sides,
        places=range(1, len(sides) + 1) if encounter.stage.kind in SINGLES_KINDS else (),
        wins_needed=encounter.stage.wins_needed,
        by_walkover=encounter.decided_by in WALKOVERS,
        open=encounter.annulled_at is None
        and (
            encounter.state in (EncounterState.READY, EncounterState.PLAYING)
            or waits_for_organizer(encounter)
        ),
        begun=encounter.started_at is not None,
    )


def _change(
    request: PageRequest, encounter: Encounter, sides: Sequence[EncounterSide]
) -> PreviewedChange | None:
    winner = request.POST.get("winner", "")
    reason = request.POST.get("reason", "").strip()[:LONGEST_REASON]
    names = {side.letter: side.entrant.name for side in sides if side.entrant}
    if encounter.stage.kind in SINGLES_KINDS:
        order = _posted_order(request, names)
        if order is None:
            return None
        award = partial(walkovers.award_places, encounter=encounter, order=order, reason=reason)
        ranking = ", ".join(starmap("{}. {}".format, enumerate((names[letter] for letter in order), start=1)))
        return _walkover_change(
            request, encounter, award, _("The places are: %(order)s.") % {"order": ranking}
        )
    if winner == BOTH_LOSE:
        return _walkover_change(
            request,
            encounter,
            partial(walkovers.record_double_walkover, encounter=encounter, reason=reason),
            _("Both sides lose. The side waiting for the winner advances without an opponent."),
        )
    if winner not in names:
        return None
    award = partial(walkovers.record_walkover, encounter=encounter, winner=SideLetter(winner), reason=reason)
    return _walkover_change(
        request, encounter, award, _("%(name)s wins without playing on.") % {"name": names[winner]}
    )


def _walkover_change(
    request: PageRequest, encounter: Encounter, write: Write[object], explanation: str
) -> PreviewedChange:
    """Return the change; once play has begun, explain also that its hands don't count."""
    if encounter.started_at is not None:
        explanation += " " + _("Hands played so far stay in the log but don't count.")
    return PreviewedChange(
        heading=_("Walkover"),
        explanation=explanation,
        button=_("Record the walkover"),
        success_message=_("The walkover is recorded."),
        write=write,
        back_url=_back(request, encounter),
        moves_finish=True,
    )


def _posted_order(request: PageRequest, names: dict[str, str]) -> list[SideLetter] | None:
    chosen = {request.POST.get(f"place-{letter}", ""): letter for letter in names}
    expected_places = [str(place) for place in range(1, len(names) + 1)]
    return (
        [SideLetter(chosen[place]) for place in expected_places]
        if sorted(chosen) == expected_places
        else None
    )
