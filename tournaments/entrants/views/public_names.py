from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_clubs, managed_tournament_or_404
from tournaments.models import EntrantPlayer, Player, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.people.domain.public_names import (
    choose_for_all,
    choose_public_names,
    newly_visible_players,
    set_default_display,
)
from tournaments.people.forms.name_choices import CHOICES_FOR_ALL, ForAllForm, NamesForm
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal, see_other

_PLAYERS_PER_PAGE = 100
_MAX_NAMED = 10
_PAGE = "tournaments/entrants/public_names.html"


@require_http_methods(["GET", "HEAD", "POST"])
def public_names(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """GET lists the players of `?page`; POST stores names, 422 if refused.

    Players changed meanwhile stay and are named in a warning.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    page = _players_page(request, tournament)
    form = NamesForm(_players(page), request.POST if request.method == "POST" else None)
    if not form.sent:
        return render(request, _PAGE, _public_names_context(request, tournament, page, form))
    if not form.is_valid():
        return render_refusal(request, _PAGE, _public_names_context(request, tournament, page, form))
    changed_by_others = {player.pk: player for player in form.changed_meanwhile}
    try:
        changed = choose_public_names(
            tournament=tournament,
            choices=form.choices,
            seen=form.seen_choices,
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return render_refusal(
            request, _PAGE, {**_public_names_context(request, tournament, page, form), "refusal": refusal}
        )
    refused_choices = {player.pk: player for player in form.choices if player not in changed}
    _warn_about_concurrent_changes(request, [*(changed_by_others | refused_choices).values()])
    return _redirect_with_message(request, tournament, len(changed), page.number)


def _warn_about_concurrent_changes(request: PageRequest, players: Sequence[Player]) -> None:
    if players:
        names = ", ".join(player.real_name for player in players[:_MAX_NAMED]) + (
            "…" if players[_MAX_NAMED:] else ""
        )
        text = _(
            "Someone else has changed these since you opened the page; they were left unchanged: %(names)s."
        )
        messages.warning(request, with_names(text, names=names))


@require_http_methods(["GET", "HEAD", "POST"])
def all_public_names(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Store one choice for all, once confirmed if players become more visible; GET or errors redirect."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    form = ForAllForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return see_other("tournaments:public_names", tournament.public_id)
    more_visible_players = newly_visible_players(tournament, form.chosen_display)
    confirmed_ids = form.cleaned_data["named"]
    if any(player.public_id not in confirmed_ids for player in more_visible_players):
        context = organizer_context(
            request,
            tournament,
            "all_public_names",
            players=more_visible_players,
            chosen_display=form.chosen_display,
        )
        return render(request, "tournaments/entrants/all_public_names.html", context)
    changed = choose_for_all(
        tournament=tournament,
        kind=form.chosen_display,
        confirmed_ids=confirmed_ids,
        by=actor_of(request),
        at=timezone.now(),
    )
    return _redirect_with_message(request, tournament, len(changed))


@require_http_methods(["GET", "HEAD", "POST"])
def public_names_for_new(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """POST stores how the club shows new people, or nothing if invalid; always redirects."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    form = ForAllForm(request.POST)
    if request.method == "POST" and form.is_valid():
        set_default_display(
            club=tournament.club,
            kind=form.chosen_display,
            tournament=tournament,
            by=actor_of(request),
            at=timezone.now(),
        )
        messages.success(request, _("Saved. It applies to new entrants from now on."))
    return see_other("tournaments:public_names", tournament.public_id)


def _players_page(request: PageRequest, tournament: Tournament) -> Page[EntrantPlayer]:
    rosters = EntrantPlayer.objects.filter(entrant__tournament=tournament)
    listed = rosters.select_related("player", "entrant").order_by("entrant__number", "place", "pk")
    return Paginator(listed, _PLAYERS_PER_PAGE).get_page(request.GET.get("page"))


def _players(page: Page[EntrantPlayer]) -> list[Player]:
    return [row.player for row in page]


def _public_names_context(
    request: PageRequest, tournament: Tournament, page: Page[EntrantPlayer], form: NamesForm
) -> dict[str, Any]:
    """Add rows with their form, None for anonymized players."""
    rows = [
        (row, row_form if player.anonymous_as is None else None)
        for row, (player, row_form) in zip(page, form.rows, strict=True)
    ]
    return organizer_context(
        request,
        tournament,
        "public_names",
        page=page,
        rows=rows,
        display_choices=CHOICES_FOR_ALL,
        can_anonymize=managed_clubs(request.user).filter(pk=tournament.club_id).exists(),
    )


def _redirect_with_message(
    request: PageRequest, tournament: Tournament, changed: int, page: int = 1
) -> SeeOther:
    text = ngettext("%(count)s public name is changed.", "%(count)s public names are changed.", changed)
    messages.success(request, text % {"count": changed} if changed else _("Nothing had changed."))
    answer = see_other("tournaments:public_names", tournament.public_id)
    if page > 1:
        answer.headers["Location"] += f"?page={page}"
    return answer
