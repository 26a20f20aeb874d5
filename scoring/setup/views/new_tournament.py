"""Three doors to one form: a ready plan, a template of the club, a tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.setup.domain.new_tournaments import (
    blueprint_of,
    create_event,
    create_tournament,
    current_blueprint,
    event_settings,
    last_tournament,
    returning_entrants_of,
)
from tournaments.access import cloneable_tournament_or_404, managed_club_or_404
from tournaments.blueprints.domain.blueprints import BlueprintNameTaken, save_blueprint
from tournaments.blueprints.domain.contents import (
    blueprint_of_plan,
    settings_from_blueprint,
    stages_of_blueprint,
)
from tournaments.blueprints.domain.event_dates import name_on_day, tournaments_in_period
from tournaments.blueprints.forms.new_tournament import NewTournamentForm, usual_settings
from tournaments.blueprints.forms.start import StartForm, Use
from tournaments.blueprints.lookups import (
    blueprint_or_404,
    blueprints_of,
    day_or_404,
    default_of,
    describe_rules,
    describe_stages,
    today_in,
)
from tournaments.languages import DEFAULT_LANGUAGE
from tournaments.models import Blueprint, Club, Tournament
from tournaments.naming.dates_in_names import next_days, rename_for_date
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.setup.domain.tournament_settings import LONGEST_NAME, settings_of
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE = "scoring/setup/new_tournament.html"
PLANS = "tournaments/setup/_ready_plans.html"
NAME_AND_DAYS = "tournaments/setup/_name_and_days.html"
DAYS = "tournaments/blueprints/_coming_days.html"
SCRATCH = "scratch"
_MOST_TOURNAMENTS = 10


@dataclass(frozen=True)
class Door:
    """A page with the form, and the blueprint of what was typed; `day` is that of a club night."""

    form: StartForm
    context: dict[str, Any]
    build_blueprint: Callable[[], Blueprint]
    day: date | None = None
    updated_part: str = PAGE


@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Start from a ready plan; with a default template from that, unless `from` is `scratch`."""
    club = managed_club_or_404(request.user, club_id)
    now, default = timezone.now(), default_of(blueprints_of(club))
    if default is not None and request.GET.get("from") != SCRATCH:
        return see_other("scoring:start_from_blueprint", club.public_id, default.public_id)
    form = NewTournamentForm(
        _posted(request),
        present=usual_settings(today_in(club), default),
        begins_with=default,
        checked=_is_sent(request),
    )
    form.fields["weekdays"].initial = [today_in(club).weekday()]
    if request.GET.get("use") in Use.values:
        form.fields["use"].initial = request.GET["use"]
    return _answer(
        request,
        Door(
            form,
            _club_context(club) | {"default_blueprint": default},
            lambda: blueprint_of_plan(club, form.settings, form.cleaned_data["rule_set"], at=now),
            updated_part=PLANS,
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def start_from_blueprint(request: PageRequest, club_id: UUID, blueprint_id: UUID) -> HttpResponse:
    """Start from a template, or create its club night of `day`, with `as_planned` at once."""
    club = managed_club_or_404(request.user, club_id)
    blueprint = blueprint_or_404(club, blueprint_id)
    now, today = timezone.now(), today_in(club)
    typed_day = request.POST.get("day") or request.GET.get("day")
    day = day_or_404(typed_day) if typed_day else None
    source = current_blueprint(blueprint, at=now)
    if day is None:
        settings = settings_from_blueprint(source, name=name_on_day(blueprint, today), day=today)
    else:
        settings = event_settings(blueprint, day, at=now)
    form = StartForm(
        None if "as_planned" in request.POST else _posted(request),
        present=settings,
        candidates=() if day is None else returning_entrants_of(blueprint),
        propose_name=partial(name_on_day, blueprint) if day is None else None,
        checked=_is_sent(request),
    )
    del form.fields["use"]
    context = _club_context(club) | {
        "blueprint": blueprint,
        "is_copied": source is not blueprint,
        "last": last_tournament(blueprint),
        "that_day": tournaments_in_period(club, first=day, last=day) if day else (),
        **_describe(source),
    }
    door = Door(form, context, lambda: blueprint, day, updated_part=NAME_AND_DAYS)
    if day is None or "as_planned" not in request.POST:
        return _answer(request, door)
    try:
        tournament = create_event(
            blueprint=blueprint, day=day, returning=form.preselected_ids, by=actor_of(request), at=now
        )
    except Refused as refusal:
        return render_refusal(request, PAGE, _page_context(request, door) | {"refusal": refusal})
    return _show_created(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def repeat_tournament(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Start from a tournament: the next one, club nights like it, or a template of it."""
    tournament = cloneable_tournament_or_404(request.user, tournament_id)
    now = timezone.now()
    source = blueprint_of(tournament, at=now)
    first_day, last_day = next_days(
        tournament.first_day, tournament.last_day, today=today_in(tournament.club)
    )
    propose_name = partial(_name_on_day, tournament)
    form = StartForm(
        _posted(request),
        present=replace(
            settings_of(tournament), name=propose_name(first_day), first_day=first_day, last_day=last_day
        ),
        candidates=returning_entrants_of(source),
        propose_name=propose_name,
        checked=_is_sent(request),
    )
    form.fields["weekdays"].initial = [first_day.weekday()]
    form.fields["like_previous"].initial = True
    context = organizer_context(
        request,
        tournament,
        "again",
        last=tournament,
        absent=tournament.entrants.count() - len(form.candidates),
        **_describe(source),
    )
    return _answer(request, Door(form, context, lambda: source, updated_part=NAME_AND_DAYS))


def _answer(request: PageRequest, door: Door) -> HttpResponse:
    """Show the form, update a part of it for `act`, or carry it out; 422 if refused."""
    form = door.form
    if not form.is_bound:
        is_part = request.method == "POST" and request.htmx
        part = DAYS if request.POST.get("act") == "days" else door.updated_part
        return render(request, part if is_part else PAGE, _page_context(request, door))
    if not form.is_valid():
        return render_refusal(request, PAGE, _page_context(request, door))
    try:
        return _carry_out(request, door)
    except BlueprintNameTaken as refusal:
        form.add_error("name", refusal.message)
        context = _page_context(request, door) | {"namesake": refusal.namesake}
        return render_refusal(request, PAGE, context)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, PAGE, _page_context(request, door))


def _carry_out(request: PageRequest, door: Door) -> HttpResponse:
    """Create the tournament, or store the blueprint. Raises Refused."""
    form, now = door.form, timezone.now()
    use = form.cleaned_data.get("use", Use.ONCE)
    if use != Use.ONCE:
        saved = save_blueprint(
            blueprint=door.build_blueprint(), settings=form.blueprint_settings, by=actor_of(request), at=now
        )
        if use == Use.WEEKLY:
            messages.success(request, _("The club nights are planned."))
        else:
            messages.success(request, _("“%(name)s” is saved as a template.") % {"name": saved.title})
        return see_other("tournaments:blueprint", saved.club.public_id, saved.public_id)
    create: Callable[..., Tournament] = (
        create_tournament if door.day is None else partial(create_event, day=door.day)
    )
    tournament = create(
        blueprint=door.build_blueprint(),
        settings=form.settings,
        returning=form.returning,
        by=actor_of(request),
        at=now,
    )
    return _show_created(request, tournament)


def _show_created(request: PageRequest, tournament: Tournament) -> HttpResponse:
    messages.success(request, _("“%(name)s” was created as a draft.") % {"name": tournament.name})
    return see_other("tournaments:entries", tournament.public_id)


def _page_context(request: PageRequest, door: Door) -> dict[str, Any]:
    own_pages = "tournaments/tournament_base.html" if "tournament" in door.context else ""
    return {
        "frame": own_pages or "tournaments/organizer_base.html",
        "form": door.form,
        "day": door.day,
        "here": request.get_full_path(),
        **door.context,
    }


def _club_context(club: Club) -> dict[str, Any]:
    recent = Tournament.objects.not_erased().filter(club=club).newest_first()[:_MOST_TOURNAMENTS]
    return {"club": club, "blueprints": blueprints_of(club), "recent_tournaments": recent}


def _describe(blueprint: Blueprint) -> dict[str, Any]:
    return {
        "rules": describe_rules(blueprint.rule_book),
        "stage_lengths": describe_stages(stages_of_blueprint(blueprint), blueprint.rule_book),
        "signs_up": bool(blueprint.sign_up),
        "has_slides": bool(blueprint.slides),
    }


def _name_on_day(tournament: Tournament, day: date) -> str:
    return rename_for_date(
        tournament.name,
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        new_day=day,
        language=get_language() or DEFAULT_LANGUAGE,
        longest=LONGEST_NAME,
    )


def _posted(request: PageRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _is_sent(request: PageRequest) -> bool:
    """Return whether to carry the form out, not only to update the page by it."""
    return request.method == "POST" and "act" not in request.POST
