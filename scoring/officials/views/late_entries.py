from __future__ import annotations

from functools import partial
from typing import Protocol
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
from scoring.officials.official_labels import late_place_text, late_rounds_text, reschedule_text
from scoring.officials.views.change_flow import ChangeOption, PreviewedChange, respond_to_change
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
from tournaments.schedule.change import Change
from tournaments.sentences import untranslated, with_names
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

RESCHEDULE = "reschedule"
LIST = "scoring/officials/changes/lineup_changes.html"


class Enter(Protocol):
    def __call__(self, *, reschedule: bool, change: Change) -> Entrant: ...


@require_http_methods(["GET", "HEAD", "POST"])
def in_play(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show line-up changes; POST previews a late entry, “save” stores it, 422 if invalid or refused.

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
    enter = partial(late_entries.add_late, tournament=tournament, entry=form.entry)
    change = Change(actor_of(request), timezone.now())
    try:
        if "save" not in request.POST:
            return _respond_to_late_entry(request, tournament, enter, change)
        entrant = enter(reschedule=request.POST.get("option") == RESCHEDULE, change=change)
    except Refused as refusal:
        context = _list_context(request, tournament, form)
        return render_refusal(request, LIST, {**context, "refusal": refusal})
    messages.success(request, with_names(_("%(name)s was added to the tournament."), name=entrant.name))
    return see_other("scoring:lineup_changes", tournament.public_id)


def _respond_to_late_entry(
    request: PageRequest, tournament: Tournament, enter: Enter, change: Change
) -> HttpResponse:
    """Preview the late entry by dry runs of `enter`. Raises its refusals."""

    def preview(*, reschedule: bool) -> tuple[ListedEntrant, LatePlace]:
        entrant = enter(reschedule=reschedule, change=change)
        return entry_of(entrant), late_entries.read_late_place(entrant)

    def describe_finish(*, reschedule: bool) -> str:
        return describe_finish_change(tournament, partial(enter, reschedule=reschedule), change=change)

    entry, place = run_and_roll_back(partial(preview, reschedule=False))
    rescheduled = run_and_roll_back(partial(preview, reschedule=True))[1] if place.rounds else place
    saves_rounds = rescheduled.rounds < place.rounds
    options = (
        [
            ChangeOption(
                RESCHEDULE,
                _("Reschedule what hasn't begun"),
                reschedule_text(rescheduled.rounds, describe_finish(reschedule=True)),
                is_chosen=True,
            ),
            ChangeOption(
                "",
                _("Leave the rounds as they are"),
                late_rounds_text(place.rounds, describe_finish(reschedule=False)),
                is_chosen=False,
            ),
        ]
        if saves_rounds
        else []
    )
    label = f"{entry.name} ({', '.join(entry.players)})" if len(entry.players) > 1 else entry.name
    previewed = PreviewedChange(
        heading=with_names(_("Late entry: %(name)s"), name=entry.name),
        explanation=format_html("{}: {}", untranslated(label), late_place_text(place)),
        button=_("Add to the tournament"),
        success_message="",
        write=partial(enter, reschedule=saves_rounds),
        is_destructive=False,
        moves_finish=not options,
        back_url=reverse("scoring:lineup_changes", args=[tournament.public_id]),
        question=_("When do they play?"),
        options=options,
    )
    return respond_to_change(request, tournament, previewed)


def _list_context(request: PageRequest, tournament: Tournament, form: EntrantForm) -> dict[str, object]:
    entrants = tournament.entrants.prefetch_related("roster__player").order_by("number")
    first_kind = tournament.stages.get(position=1).kind
    return organizer_context(
        request, tournament, "in_play", entrants=list(entrants), form=form, first_kind=first_kind
    )
