from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_clubs, managed_tournament_or_404
from tournaments.entrants.domain import entry_list, removed_entrants
from tournaments.entrants.forms import entrant_form, initial_values, snapshot_of
from tournaments.enums import ApplicationState, EntrantKind, TournamentState
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.models import Entrant, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.people.domain.entry_drafts import PASTED_LINES_KEY, REMOVED_ENTRANT_KEY
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import (
    TakenNames,
    entered_player_names,
    has_automatic_name,
    roster_players,
    taken_names,
)
from tournaments.people.forms.pasted_list import PastedLines, PasteForm
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.signup.domain import waiting_list
from tournaments.spreadsheets.grid import MAX_LIST_LENGTH
from tournaments.stages.draw_checks import fewest_entrants_for
from tournaments.stages.stage_names import describe_entrant_count
from tournaments.stages.stage_settings import stages_of
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal, see_other
from tournaments.web.return_links import return_page

_ENTRANTS_PER_PAGE = 200


@require_safe
def entries(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return render(request, "tournaments/entrants/entry_list.html", _entry_list_context(request, tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def add_entrant(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Enter the posted entrant, dropping it from the pasted draft; 422 if refused.

    GET redirects to the list.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:entries", tournament.public_id)
    form = entrant_form(
        tournament.kind,
        request.POST,
        taken_players=entered_player_names(tournament),
        known=AvailablePeople(tournament),
    )
    if form.is_valid():
        try:
            (entered,) = waiting_list.enter_listed(
                tournament=tournament, entries=[form.entry], by=actor_of(request), at=timezone.now()
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            _drop_solved_lines(request, tournament)
            messages.success(request, with_names(_("%(name)s is entered."), name=entered.real_name))
            return see_other("tournaments:entries", tournament.public_id)
    return render_refusal(
        request, "tournaments/entrants/entry_list.html", _entry_list_context(request, tournament, form=form)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def paste_entrants(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Enter the good lines once previewed; with `clear` empty the draft."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:entries", tournament.public_id)
    if "clear" in request.POST:
        save_draft(request, tournament, "")
        return see_other(reverse("tournaments:entries", args=[tournament.public_id]) + "#paste")
    form = PasteForm(request.POST)
    form.is_valid()
    pasted = _parse_pasted(tournament, form.cleaned_data.get("lines") or "", request.POST)
    previewed = form.cleaned_data.get("previewed") == pasted.digest
    leave_out = previewed and form.cleaned_data.get("leave_out", False)
    confirmed = leave_out or not pasted.invalid_lines
    save_draft(request, tournament, pasted.text)
    context = {
        "paste_form": form,
        "pasted": pasted,
        "leave_out": leave_out,
        "skip_unconfirmed": previewed and not confirmed,
    }
    if request.htmx or not previewed or form.errors:
        return _preview(request, tournament, context)
    if not pasted.valid_lines or pasted.excess_count or not confirmed:
        return render_refusal(
            request,
            "tournaments/entrants/entry_list.html",
            _entry_list_context(request, tournament, **context),
        )
    try:
        entered = waiting_list.enter_listed(
            tournament=tournament, entries=pasted.entries, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(
            request,
            "tournaments/entrants/entry_list.html",
            _entry_list_context(request, tournament, refusal=refusal, **context),
        )
    save_draft(request, tournament, pasted.unsolved_text(taken_names(tournament).players, entered=True))
    messages.success(
        request, _("Entered: %(count)s.") % {"count": describe_entrant_count(len(entered), tournament.kind)}
    )
    # Keep the scroll position if lines are left over, else go to the top.
    anchor = "" if _load_draft(request, tournament) else "#main"
    return see_other(reverse("tournaments:entries", args=[tournament.public_id]) + anchor)


@require_http_methods(["GET", "HEAD", "POST"])
def entrant(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    entrant_row = get_object_or_404(tournament.entrants, public_id=entrant_id)
    current = entry_list.entry_of(entrant_row)
    form = entrant_form(
        tournament.kind,
        request.POST if request.method == "POST" else None,
        taken_players=entered_player_names(tournament, except_entrant=entrant_row),
        known=AvailablePeople(tournament),
        initial=initial_values(replace(current, name="") if has_automatic_name(entrant_row) else current)
        | {"opened": snapshot_of(current)},
    )
    if form.is_bound and form.is_valid():
        try:
            entry_list.change_entrant(
                entrant=entrant_row,
                entry=form.entry,
                seen=current,
                by=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            done = with_names(_("%(name)s is changed."), name=entrant_row.real_name)
            messages.success(request, form.with_merged(done))
            return see_other("tournaments:entries", tournament.public_id)
    context = organizer_context(
        request,
        tournament,
        "entrant",
        form=form,
        entrant=entrant_row,
        players=roster_players(entrant_row),
        club_managed=managed_clubs(request.user).filter(pk=tournament.club_id).exists(),
    )
    return render(
        request,
        "tournaments/entrants/entrant.html",
        context,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def remove_entrant(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """POST removes the entrant, and the waiting list moves up; the next page offers undo.

    422 if refused. GET redirects to the list.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    removed = get_object_or_404(tournament.entrants, public_id=entrant_id)
    if request.method != "POST":
        return see_other("tournaments:entries", tournament.public_id)
    try:
        waiting_list.remove_and_move_up(entrant=removed, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(
            request,
            "tournaments/entrants/entry_list.html",
            _entry_list_context(request, tournament, refusal=refusal),
        )
    _store_removed(request, tournament, removed)
    return see_other("tournaments:entries", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def put_back_entrant(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """POST puts a removed entrant back on the list; a refusal becomes a message. Return to `?back=`."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method == "POST":
        try:
            entrant_row = removed_entrants.put_back_entrant(
                tournament=tournament, public_id=entrant_id, by=actor_of(request), at=timezone.now()
            )
        except Refused as refusal:
            messages.error(request, refusal.message.html)
        else:
            name = entrant_row.real_name
            messages.success(request, with_names(_("%(name)s is back on the list."), name=name))
    return SeeOther(return_page(request, reverse("tournaments:entries", args=[tournament.public_id])))


def _entry_list_context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    """Return page `?page=` of entrants, and from the session the pasted draft and, once, the removed entrant.

    `more` has priority.
    """
    listed = tournament.entrants.prefetch_related("roster__player").order_by("number", "pk")
    page = Paginator(listed, _ENTRANTS_PER_PAGE).get_page(request.GET.get("page"))
    entered, min_entrants = page.paginator.count, fewest_entrants_for(stages_of(tournament))
    draft = _load_draft(request, tournament)
    context: dict[str, Any] = {
        "entrants": page,
        "entrant_count": entered,
        "entrant_count_text": describe_entrant_count(entered, tournament.kind),
        "open": tournament.state == TournamentState.OPEN,
        "playing": tournament.state == TournamentState.PLAYING,
        "club_managed": managed_clubs(request.user).filter(pk=tournament.club_id).exists,
        "singles": tournament.kind == EntrantKind.SINGLES,
        "free_places": MOST_ENTRANTS - entered,
        "missing_count": max(0, min_entrants - entered),
        "max_entrants": MOST_ENTRANTS,
        "min_entrants": min_entrants,
        "max_list_length": MAX_LIST_LENGTH,
        "form": entrant_form(tournament.kind),
        "paste_form": PasteForm(initial={"lines": draft}),
        "pasted": _parse_pasted(tournament, draft) if draft else None,
        "removed_entrant": _load_removed(request, tournament),
        **_preview_addresses(tournament),
        "pending_application_count": tournament.applications.filter(state=ApplicationState.ASKED).count(),
    }
    return organizer_context(request, tournament, "entries", **{**context, **more})


def _preview(request: PageRequest, tournament: Tournament, context: dict[str, Any]) -> HttpResponse:
    if request.htmx:
        singles = tournament.kind == EntrantKind.SINGLES
        context |= {"tournament": tournament, "singles": singles, **_preview_addresses(tournament)}
        return render(request, "tournaments/people/_paste_preview.html", context)
    return render(
        request, "tournaments/entrants/entry_list.html", _entry_list_context(request, tournament, **context)
    )


def _preview_addresses(tournament: Tournament) -> dict[str, str]:
    """Where changed answers are sent, and which element shows the outcome."""
    preview_url = reverse("tournaments:paste_entrants", args=[tournament.public_id])
    return {"preview_url": preview_url, "preview_target": "#paste-preview"}


def _parse_pasted(
    tournament: Tournament, text: str, posted: QueryDict | None = None, *, taken: TakenNames | None = None
) -> PastedLines:
    """Check pasted lines against `taken` names, by default the tournament's; `posted` has answers."""
    taken = taken or taken_names(tournament)
    return PastedLines(
        text,
        names=taken.names,
        players=taken.players,
        free_places=max(0, MOST_ENTRANTS - len(taken.names)),
        kind=tournament.kind,
        known=AvailablePeople(tournament),
        posted=posted,
    )


def save_draft(request: PageRequest, tournament: Tournament, text: str) -> None:
    if text.strip():
        request.session[PASTED_LINES_KEY] = {"tournament": str(tournament.public_id), "lines": text}
    else:
        request.session.pop(PASTED_LINES_KEY, None)


def _drop_solved_lines(request: PageRequest, tournament: Tournament) -> None:
    """Lines of the draft whose players were entered by hand are solved."""
    draft = _load_draft(request, tournament)
    if draft:
        taken = taken_names(tournament)
        pasted = _parse_pasted(tournament, draft, taken=taken)
        save_draft(request, tournament, pasted.unsolved_text(taken.players, entered=False))


def _load_draft(request: PageRequest, tournament: Tournament) -> str:
    draft: dict[str, str] = request.session.get(PASTED_LINES_KEY) or {}
    return draft["lines"] if draft.get("tournament") == str(tournament.public_id) else ""


def _store_removed(request: PageRequest, tournament: Tournament, removed: Entrant) -> None:
    """Let the next page offer to put this entrant back; replace an earlier one."""
    request.session[REMOVED_ENTRANT_KEY] = {
        "tournament": str(tournament.public_id),
        "entrant": str(removed.public_id),
        "name": removed.real_name,
    }


def _load_removed(request: PageRequest, tournament: Tournament) -> dict[str, Any] | None:
    removed: dict[str, Any] = request.session.get(REMOVED_ENTRANT_KEY) or {}
    if removed.get("tournament") != str(tournament.public_id) or removed.get("offered"):
        return None
    request.session[REMOVED_ENTRANT_KEY] = removed | {"offered": True}
    return removed
