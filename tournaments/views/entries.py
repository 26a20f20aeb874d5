"""The entry list: pairs one by one, or pasted."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_tournament_or_404
from tournaments.domain import entries as domain
from tournaments.domain.refusals import Refused
from tournaments.enums import TournamentState
from tournaments.formats.groups import FEWEST_ENTRANTS, MOST_ENTRANTS
from tournaments.forms.entries import EntrantForm, PastedLines, PasteForm
from tournaments.models import Entrant, EntrantPlayer, Tournament

from .frame import framed
from .http import PageRequest, actor_of, refuse, see_other

_DRAFT = "pasted_lines"
_REMOVED = "removed_pair"


@require_safe
def entries(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    return render(request, "tournaments/entries.html", _context(request, tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def add_entrant(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:entries", tournament.public_id)
    form = EntrantForm(request.POST, taken_players=_players(tournament))
    full = _room(tournament) == 0
    if full:
        form.add_error(None, _full())
    if form.is_valid():
        try:
            entrant = domain.add_entrant(
                tournament=tournament,
                name=form.cleaned_data["name"],
                players=form.players,
                by=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("%(name)s is entered.") % {"name": entrant.name})
            return see_other("tournaments:entries", tournament.public_id)
    return refuse(request, "tournaments/entries.html", _context(request, tournament, form=form))


@require_http_methods(["GET", "HEAD", "POST"])
def paste_entrants(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Read a pasted list: show every line, and enter the good ones once its preview was looked at."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("tournaments:entries", tournament.public_id)
    form = PasteForm(request.POST)
    form.is_valid()
    pasted = _read(tournament, form.cleaned_data.get("lines") or "")
    looked_at = form.cleaned_data.get("previewed") == pasted.digest
    chosen = not pasted.bad or form.cleaned_data.get("leave_out", False)
    _keep_draft(request, tournament, pasted.text)
    context = {"paste_form": form, "pasted": pasted, "ask_again": looked_at and not chosen}
    if request.htmx or not looked_at or form.errors:
        return _preview(request, tournament, context)
    if not pasted.good or pasted.too_many or not chosen:
        return refuse(request, "tournaments/entries.html", _context(request, tournament, **context))
    try:
        entered = domain.add_entrants(
            tournament=tournament,
            pairs=[(line.name, line.players) for line in pasted.good],
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return refuse(
            request, "tournaments/entries.html", _context(request, tournament, refusal=refusal, **context)
        )
    _keep_draft(request, tournament, pasted.left_over)
    messages.success(request, _entered(len(entered)))
    return see_other("tournaments:entries", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def entrant(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Correct a pair."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    found = get_object_or_404(tournament.entrants, public_id=entrant_id)
    initial = dict(zip(("player_1", "player_2"), _names(found), strict=False), name=found.name)
    form = EntrantForm(
        request.POST if request.method == "POST" else None,
        taken_players=_players(tournament, without=found),
        initial=initial,
    )
    if form.is_bound and form.is_valid():
        try:
            domain.change_entrant(
                entrant=found,
                name=form.cleaned_data["name"],
                players=form.players,
                by=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("%(name)s is changed.") % {"name": found.name})
            return see_other("tournaments:entries", tournament.public_id)
    context = framed(request, tournament, "entries", form=form, entrant=found)
    return render(
        request,
        "tournaments/entrant.html",
        context,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def remove_entrant(request: PageRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Take a pair off the list; the next page offers to put it back."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    found = get_object_or_404(tournament.entrants, public_id=entrant_id)
    if request.method != "POST":
        return see_other("tournaments:entries", tournament.public_id)
    players = _names(found)
    try:
        domain.remove_entrant(entrant=found, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return refuse(request, "tournaments/entries.html", _context(request, tournament, refusal=refusal))
    request.session[_REMOVED] = {
        "tournament": str(tournament.public_id),
        "name": found.name,
        "players": players,
    }
    return see_other("tournaments:entries", tournament.public_id)


def _context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    entrants = list(tournament.entrants.prefetch_related("roster__player").order_by("number", "pk"))
    draft = _draft(request, tournament)
    context: dict[str, Any] = {
        "entrants": entrants,
        "open": tournament.state == TournamentState.OPEN,
        "room": MOST_ENTRANTS - len(entrants),
        "missing": max(0, FEWEST_ENTRANTS - len(entrants)),
        "most": MOST_ENTRANTS,
        "fewest": FEWEST_ENTRANTS,
        "form": EntrantForm(),
        "paste_form": PasteForm(initial={"lines": draft}),
        "pasted": _read(tournament, draft) if draft else None,
        "removed": _removed(request, tournament),
    }
    return framed(request, tournament, "entries", **{**context, **more})


def _preview(request: PageRequest, tournament: Tournament, context: dict[str, Any]) -> HttpResponse:
    if request.htmx:
        return render(request, "tournaments/_paste_preview.html", {"tournament": tournament, **context})
    return render(request, "tournaments/entries.html", _context(request, tournament, **context))


def _read(tournament: Tournament, text: str) -> PastedLines:
    names = list(tournament.entrants.values_list("name", flat=True))
    return PastedLines(
        text, names=names, players=_players(tournament), room=max(0, MOST_ENTRANTS - len(names))
    )


def _keep_draft(request: PageRequest, tournament: Tournament, text: str) -> None:
    """Remember what was pasted and is not entered yet, so that no other form's page loses it."""
    if text.strip():
        request.session[_DRAFT] = {"tournament": str(tournament.public_id), "lines": text}
    else:
        request.session.pop(_DRAFT, None)


def _draft(request: PageRequest, tournament: Tournament) -> str:
    kept: dict[str, str] = request.session.get(_DRAFT) or {}
    return kept["lines"] if kept.get("tournament") == str(tournament.public_id) else ""


def _removed(request: PageRequest, tournament: Tournament) -> dict[str, Any] | None:
    """The pair that the last request took off the list, offered once to be put back."""
    kept: dict[str, Any] | None = request.session.get(_REMOVED)
    if kept is None or kept["tournament"] != str(tournament.public_id):
        return None
    del request.session[_REMOVED]
    return kept


def _room(tournament: Tournament) -> int:
    return max(0, MOST_ENTRANTS - tournament.entrants.count())


def _players(tournament: Tournament, without: Entrant | None = None) -> list[str]:
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament)
    if without is not None:
        roster = roster.exclude(entrant=without)
    return list(roster.values_list("player__name", flat=True))


def _names(entrant: Entrant) -> list[str]:
    return [row.player.name for row in entrant.roster.select_related("player").order_by("place")]


def _full() -> str:
    return _("The tournament is full: %(most)s pairs.") % {"most": MOST_ENTRANTS}


def _entered(count: int) -> str:
    return ngettext("%(count)s pair is entered.", "%(count)s pairs are entered.", count) % {"count": count}
