from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.officials.domain import late_entries
from scoring.officials.domain.late_entries import LatePlace
from scoring.officials.official_labels import late_place_text
from scoring.officials.views.change_flow import PreviewedChange, respond_to_change
from scoring.officials.views.finish_change import describe_finish_change
from scoring.play.dry_run import run_and_roll_back
from tournaments.access import managed_tournament_or_404
from tournaments.entrants.domain.entry_list import entry_of
from tournaments.entrants.forms import EntrantForm, entrant_form
from tournaments.enums import TournamentState
from tournaments.models import Entrant, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.people.domain.known_people import AvailablePeople
from tournaments.people.domain.rosters import ListedEntrant, entered_player_names
from tournaments.refusals import Refused
from tournaments.sentences import untranslated, with_names
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

LIST = "scoring/officials/changes/lineup_changes.html"


@require_http_methods(["GET", "HEAD", "POST"])
def in_play(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show line-up changes; POST previews a late entry, “save” stores it.

    Redirects to the entries before the draw.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if tournament.state == TournamentState.OPEN:
        return see_other("tournaments:entries", tournament.public_id)
    if request.method != "POST":
        return render(request, LIST, _list_context(request, tournament, entrant_form(tournament.kind)))
    form = entrant_form(
        tournament.kind,
        request.POST,
        taken_players=entered_player_names(tournament),
        known=AvailablePeople(tournament),
    )
    if not form.is_valid():
        return render_refusal(request, LIST, _list_context(request, tournament, form))
    by, now = actor_of(request), timezone.now()

    def enter() -> Entrant:
        return late_entries.add_late(tournament=tournament, entry=form.entry, by=by, at=now)

    try:
        if "save" not in request.POST:
            return _respond_to_late_entry(request, tournament, enter)
        entrant = enter()
    except Refused as refusal:
        context = _list_context(request, tournament, form)
        return render_refusal(request, LIST, {**context, "refusal": refusal})
    messages.success(request, with_names(_("%(name)s was added to the tournament."), name=entrant.name))
    return see_other("scoring:lineup_changes", tournament.public_id)


def _respond_to_late_entry(
    request: PageRequest, tournament: Tournament, enter: Callable[[], Entrant]
) -> HttpResponse:
    """Preview the late entry by a dry run of `enter`; “save” stores it. Raises its refusals."""

    def enter_and_read_place() -> tuple[ListedEntrant, LatePlace]:
        entrant = enter()
        return entry_of(entrant), late_entries.read_late_place(entrant)

    entry, place = run_and_roll_back(enter_and_read_place)
    finish = describe_finish_change(tournament, lambda _keep_later_play: enter(), at=timezone.now())
    label = f"{entry.name} ({', '.join(entry.players)})" if len(entry.players) > 1 else entry.name
    change = PreviewedChange(
        heading=with_names(_("Late entry: %(name)s"), name=entry.name),
        explanation=format_html("{}: {} {}", untranslated(label), late_place_text(place), finish),
        button=_("Add to the tournament"),
        success_message="",
        write=lambda _keep_later_play: enter(),
        is_destructive=False,
        back_url=reverse("scoring:lineup_changes", args=[tournament.public_id]),
    )
    return respond_to_change(request, tournament, change)


def _list_context(request: PageRequest, tournament: Tournament, form: EntrantForm) -> dict[str, object]:
    entrants = tournament.entrants.prefetch_related("roster__player").order_by("number")
    first_kind = tournament.stages.get(position=1).kind
    return organizer_context(
        request, tournament, "in_play", entrants=list(entrants), form=form, first_kind=first_kind
    )
