from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.officials.domain import departures, late_entries
from scoring.officials.views.change_flow import PreviewedChange, respond_to_change
from tournaments.access import managed_clubs, managed_tournament_or_404
from tournaments.enums import SINGLES_KINDS, StageKind, TournamentState
from tournaments.models import Entrant, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.navigation.tournament_context import organizer_context
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.forms.name_matches import build_question
from tournaments.play import leaving_play, substitutes
from tournaments.play.leaving_play import LeaverResults
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.stages.stage_names import stage_name
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal
from tournaments.web.return_links import return_page, with_return_page

PAGE = "scoring/officials/changes/entrant_changes.html"


@require_safe
def entrant_changes(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    tournament, entrant = _entrant_or_404(request, tournament_id, entrant_id)
    return render(request, PAGE, _entrant_changes_context(request, tournament, entrant))


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Preview a withdrawal, or disqualification with `how=disqualify`; “save” stores it.

    422 for a disqualification without reason. GET redirects.
    """
    tournament, entrant = _entrant_or_404(request, tournament_id, entrant_id)
    if request.method != "POST":
        return _redirect(request, tournament, entrant)
    reason = request.POST.get("reason", "")[:200]
    annul = request.POST.get("results") == LeaverResults.ANNULLED.value
    results = LeaverResults.ANNULLED if annul else LeaverResults.KEPT
    disqualified = request.POST.get("how") == "disqualify"
    next_takes_place = request.POST.get("place") == "next"
    if disqualified and not reason.strip():
        refusal = departures.DisqualifiedWithoutReason()
        return render_refusal(
            request, PAGE, {**_entrant_changes_context(request, tournament, entrant), "refusal": refusal}
        )

    name = {"name": entrant.name}
    change = PreviewedChange(
        heading=with_names(_("Disqualify %(name)s") if disqualified else _("Withdraw %(name)s"), **name),
        explanation=_explanation(entrant, results, expelled=disqualified, next_takes_place=next_takes_place),
        button=_("Disqualify") if disqualified else _("Withdraw"),
        success_message=with_names(_("%(name)s is disqualified."), **name)
        if disqualified
        else with_names(_("%(name)s has withdrawn."), **name),
        write=partial(
            departures.disqualify if disqualified else departures.withdraw,
            entrant=entrant,
            results=results,
            reason=reason,
            next_takes_place=next_takes_place,
        ),
        back_url=return_page(request, _address(tournament, entrant)),
        moves_finish=True,
    )
    return respond_to_change(request, tournament, change)


@require_http_methods(["GET", "HEAD", "POST"])
def undo_departure(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Preview taking a leaver back into play; “save” stores it. GET redirects to the entrant's page."""
    tournament, entrant = _entrant_or_404(request, tournament_id, entrant_id)
    if request.method != "POST":
        return _redirect(request, tournament, entrant)
    name = {"name": entrant.name}
    change = PreviewedChange(
        heading=with_names(_("Take %(name)s back into the tournament"), **name),
        explanation=_(
            "The walkovers caused by their leaving are undone, and annulled encounters count again."
        ),
        button=_("Take them back"),
        success_message=with_names(_("%(name)s is back in the tournament."), **name),
        write=partial(departures.undo_departure, entrant=entrant),
        back_url=return_page(request, _address(tournament, entrant)),
        moves_finish=True,
    )
    return respond_to_change(request, tournament, change)


@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Replace a player from now on; ask who a known name is."""
    tournament, entrant = _entrant_or_404(request, tournament_id, entrant_id)
    player_id = request.POST.get("leaves", "")
    leaves = next((member for member in entrant.players.all() if str(member.public_id) == player_id), None)
    if request.method != "POST" or leaves is None:
        return _redirect(request, tournament, entrant)
    new_name = one_line(request.POST.get("comes", ""))
    typed = {"typed": new_name, "leaves": leaves}
    name_question = build_question(
        "who",
        new_name,
        AvailablePeople(tournament).find_by_name(new_name),
        beside=[member.real_name for member in entrant.players.all() if member != leaves],
        posted=request.POST.get("who", ""),
    )
    choice = name_question.answer if name_question else None
    if name_question and choice is None:
        return render_refusal(
            request,
            PAGE,
            {**_entrant_changes_context(request, tournament, entrant), **typed, "question": name_question},
        )
    try:
        player = substitutes.substitute(
            entrant=entrant,
            old_player=leaves,
            new_name=new_name,
            known_player_id=choice.key if choice else None,
            is_new_person=choice is not None and choice.key is None,
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        context = _entrant_changes_context(request, tournament, entrant)
        return render_refusal(
            request, PAGE, {**context, **typed, "refusal": refusal, "question": name_question}
        )
    names = {"comes": player.name, "leaves": leaves.name}
    messages.success(request, with_names(_("%(comes)s now plays in place of %(leaves)s."), **names))
    return SeeOther(return_page(request, _address(tournament, entrant)))


@require_http_methods(["GET", "HEAD", "POST"])
def remove_late(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Preview removing a late entrant; “save” stores it. GET redirects to the entrant's page."""
    tournament, entrant = _entrant_or_404(request, tournament_id, entrant_id)
    if request.method != "POST":
        return _redirect(request, tournament, entrant)
    change = PreviewedChange(
        heading=with_names(_("Remove %(name)s"), name=entrant.name),
        explanation=_("Their encounters are removed, and the group or bye is restored."),
        button=_("Remove from the list"),
        success_message=with_names(_("%(name)s was removed from the tournament."), name=entrant.name),
        write=partial(late_entries.remove_late, entrant=entrant),
        back_url=return_page(request, reverse("scoring:lineup_changes", args=[tournament.public_id])),
        moves_finish=True,
    )
    return respond_to_change(request, tournament, change)


def _explanation(entrant: Entrant, results: LeaverResults, *, expelled: bool, next_takes_place: bool) -> str:
    """Say what becomes of encounters and results."""
    table_stages = leaving_play.open_table_stages(entrant) if results is LeaverResults.ANNULLED else []
    sentences = [
        _("All their encounters in “%(stage)s” are annulled, played or not, and count for nobody.")
        % {"stage": stage_name(stage)}
        for stage in table_stages
    ]
    kinds = {
        encounter.stage.kind in SINGLES_KINDS
        for encounter in leaving_play.encounters_to_award(entrant, results, next_takes_place=next_takes_place)
    }
    if next_takes_place:
        sentences.append(_("The next in the standings takes their place in the next stage, as listed below."))
    if False in kinds:
        sentences.append(
            _("Their remaining encounters go to their opponents, now or as soon as the opponents are known.")
        )
    if True in kinds:
        sentences.append(
            _(
                "At a table of four that has begun they finish last. Before its first hand the best third "
                "of the round before takes their place; if there is none, the table waits until you give "
                "its places."
            )
        )
    sentences += [
        _("Their results in “%(stage)s” still count.") % {"stage": stage_name(stage)}
        for stage in leaving_play.stages_with_results(entrant, annulled=table_stages)
    ]
    if expelled:
        sentences.append(_("Everyone can see that they were disqualified; the reason is in the history."))
    return " ".join(sentences)


def _entrant_or_404(
    request: PageRequest, tournament_id: UUID, entrant_id: UUID
) -> tuple[Tournament, Entrant]:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    entrant = get_object_or_404(tournament.entrants.select_related("tournament"), public_id=entrant_id)
    return tournament, entrant


def _entrant_changes_context(
    request: PageRequest, tournament: Tournament, entrant: Entrant
) -> dict[str, object]:
    """Return what the page shows that withdraws, substitutes, takes back or removes an entrant."""
    table_stages = [
        stage for stage in leaving_play.open_table_stages(entrant) if stage.kind not in SINGLES_KINDS
    ]
    suggested = [leaving_play.default_results(entrant, stage) for stage in table_stages]
    roster = entrant.roster.select_related("player").order_by("place")
    return organizer_context(
        request,
        tournament,
        "entrant_changes",
        entrant=entrant,
        players=[row.player for row in roster],
        replaced=substitutes.last_substitution(entrant),
        has_left=entrant.has_left,
        in_play=tournament.state == TournamentState.PLAYING,
        running=[
            (
                stage_name(stage),
                *leaving_play.count_played_and_planned(entrant, stage),
                stage.kind == StageKind.GROUPS,
            )
            for stage in table_stages
        ],
        annulled=bool(suggested) and suggested[0] is LeaverResults.ANNULLED,
        passable=bool(leaving_play.places_to_pass_on(entrant)),
        came_late=late_entries.is_late_entrant(entrant),
        club_managed=managed_clubs(request.user).filter(pk=tournament.club_id).exists(),
    )


def _address(tournament: Tournament, entrant: Entrant) -> str:
    return reverse("scoring:entrant_changes", args=[tournament.public_id, entrant.public_id])


def _redirect(request: PageRequest, tournament: Tournament, entrant: Entrant) -> SeeOther:
    return SeeOther(with_return_page(request, _address(tournament, entrant)))
