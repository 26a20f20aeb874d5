from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import managed_club_or_404, owned_club_or_404, owns_club
from tournaments.blueprints.domain import blueprints, planned_events
from tournaments.blueprints.domain.contents import settings_of_blueprint, stages_of_blueprint
from tournaments.blueprints.domain.event_dates import (
    ANNOUNCED_PERIOD,
    PROPOSAL_PERIOD,
    SeriesEvent,
    active_series,
    events_of,
    next_open_event,
    open_events,
    prefetch_decided_days,
    tournaments_in_period,
)
from tournaments.blueprints.forms.blueprint import BlueprintForm
from tournaments.blueprints.lookups import (
    blueprint_or_404,
    day_or_404,
    default_of,
    describe_rules,
    describe_stages,
    today_in,
)
from tournaments.models import Blueprint, Club, Tournament
from tournaments.naming.collation import turkish_order
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

LIST, ONE = "tournaments/blueprints/blueprints.html", "tournaments/blueprints/blueprint.html"
PAST_PERIOD = timedelta(weeks=8)
LISTED_EVENTS = 3


def due_events(clubs: Sequence[Club]) -> list[SeriesEvent]:
    """Return each series' next event to create; two queries."""
    all_series = prefetch_decided_days(active_series(clubs)) if clubs else ()
    upcoming = (
        next_open_event(series, today=today_in(series.club), within=PROPOSAL_PERIOD) for series in all_series
    )
    return sorted((event for event in upcoming if event), key=lambda event: (event.day, event.blueprint.pk))


@require_safe
def list_blueprints(request: PageRequest, club_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    return render(request, LIST, _list_context(request, club))


@require_http_methods(["GET", "HEAD", "POST"])
def blueprint(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    """Show its settings, parts and evenings; POST stores settings, 422 if refused or changed meanwhile."""
    club = managed_club_or_404(request.user, club_id)
    own = blueprint_or_404(club, blueprint_id, ended=request.method != "POST")
    form = BlueprintForm(request.POST if request.method == "POST" else None, blueprint=own)
    context = _blueprint_context(own) | {"form": form}
    if not form.is_bound:
        return render(request, ONE, context)
    if not form.is_valid():
        return render_refusal(request, ONE, context)
    try:
        blueprints.change_blueprint(
            blueprint=own,
            settings=form.blueprint_settings,
            seen=settings_of_blueprint(own),
            by=actor_of(request),
            at=timezone.now(),
        )
    except blueprints.BlueprintNameTaken as refusal:
        form.add_error("name", refusal.message)
        return render_refusal(request, ONE, context)
    except Refused as refusal:
        return render_refusal(request, ONE, {**context, "refusal": refusal})
    messages.success(request, form.with_merged(_("The template is saved.")))
    return see_other("tournaments:blueprint", club.public_id, own.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def end_blueprint(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    """Delete it, or end its club nights, by POST; GET redirects to the list."""
    club = managed_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:blueprints", club.public_id)
    own = blueprint_or_404(club, blueprint_id)
    try:
        blueprints.end_blueprint(blueprint=own, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST, {**_list_context(request, club), "refusal": refusal})
    messages.success(request, _("“%(name)s” is deleted.") % {"name": own.title})
    return see_other("tournaments:blueprints", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def set_default_blueprint(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Store the club's default, none for an empty `template`, 422 if unknown; owners only.

    GET redirects to the list.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:blueprints", club.public_id)
    requested_id = request.POST.get("template", "")
    in_use = club.blueprints.in_use()
    chosen = next((option for option in in_use if str(option.public_id) == requested_id), None)
    try:
        if requested_id and chosen is None:
            raise blueprints.BlueprintDeleted
        blueprints.set_default_blueprint(club=club, blueprint=chosen, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, LIST, {**_list_context(request, club), "refusal": refusal})
    messages.success(request, _("The club’s default is saved."))
    return see_other("tournaments:blueprints", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def skip_event(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    """Skip the posted `day`, or with `have` undo that; 422 if refused.

    Redirects to the blueprint, also on GET. 404 for an unreadable day.
    """
    club = managed_club_or_404(request.user, club_id)
    own = blueprint_or_404(club, blueprint_id)
    if request.method == "POST":
        try:
            planned_events.skip_event(
                blueprint=own,
                day=day_or_404(request.POST.get("day")),
                skip="have" not in request.POST,
                by=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refusal:
            context = _blueprint_context(own) | {"form": BlueprintForm(blueprint=own), "refusal": refusal}
            return render_refusal(request, ONE, context)
    return see_other("tournaments:blueprint", club.public_id, own.public_id)


def _list_context(request: PageRequest, club: Club) -> dict[str, Any]:
    """Return rows, the default, and whether the user owns the club.

    `coming` of a row are its next evenings to create, each with the tournaments of that day.
    """
    today = today_in(club)
    rows = club.blueprints.select_related("club", "rule_book").order_by("ended_at", "pk")
    stored = sorted(prefetch_decided_days(rows), key=lambda blueprint: turkish_order(blueprint.name))
    in_use = [blueprint for blueprint in stored if blueprint.ended_at is None]
    others = list(tournaments_in_period(club, first=today, last=today + ANNOUNCED_PERIOD))
    return {
        "club": club,
        "rows": [
            {
                "blueprint": blueprint,
                "rules": describe_rules(blueprint.rule_book),
                "stage_lengths": describe_stages(stages_of_blueprint(blueprint), blueprint.rule_book),
                "coming": [
                    (event, [other for other in others if other.first_day <= event.day <= other.last_day])
                    for event in open_events(blueprint, today=today)[:LISTED_EVENTS]
                ],
            }
            for blueprint in in_use
        ],
        "ended": [blueprint for blueprint in stored if blueprint.ended_at is not None],
        "default_blueprint": default_of(in_use),
        "owned": owns_club(request.user, club),
    }


def _blueprint_context(blueprint: Blueprint) -> dict[str, Any]:
    """Add coming events of ANNOUNCED_PERIOD, past ones of PAST_PERIOD with a tournament, newest first."""
    club = blueprint.club
    today = today_in(club)
    events = events_of(blueprint, start=today - PAST_PERIOD, until=today + ANNOUNCED_PERIOD)
    return {
        "club": club,
        "blueprint": blueprint,
        "rules": describe_rules(blueprint.rule_book),
        "stage_lengths": describe_stages(stages_of_blueprint(blueprint), blueprint.rule_book),
        "has_public_tournament": Tournament.objects.public().filter(club=club).exists(),
        "upcoming_events": [event for event in events if event.held_on >= today],
        "next_event": next_open_event(blueprint, today=today),
        "past_events": [event for event in reversed(events) if event.held_on < today and event.tournament],
    }
