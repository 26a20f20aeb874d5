from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.people import domain
from scoring.people.domain import AnonymizedPlayer
from scoring.people.linked_texts import link_texts
from scoring.play.dry_run import run_and_roll_back
from tournaments.access import managed_club_or_404, managed_tournament_or_404, person_or_404
from tournaments.models import Player, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal

_PAGE = "scoring/people/anonymize.html"


@require_http_methods(["GET", "HEAD", "POST"])
def make_anonymous(request: PageRequest, tournament_id: UUID, player_id: UUID) -> HttpResponse:
    """Show a dry run; POST with `sure` anonymizes and redirects to the public names.

    422 without `sure` or if refused. 404 unless manager of the whole club.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    managed_club_or_404(request.user, tournament.club.public_id)
    players = Player.objects.filter(rosters__entrant__tournament=tournament)
    player = get_object_or_404(players.distinct(), public_id=player_id)
    back = reverse("tournaments:public_names", args=[tournament.public_id])
    base = {"base": "tournaments/tournament_base.html", "back": back}
    return _confirm(request, player, organizer_context(request, tournament, "anonymous", **base), tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def erase_person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    player = person_or_404(request.user, club_id, player_id).person
    person_url = reverse("scoring:person", args=[player.club.public_id, player.public_id])
    page_context = {"club": player.club, "base": "tournaments/organizer_base.html", "back": person_url}
    next_url = reverse("scoring:club_people", args=[player.club.public_id])
    return _confirm(request, player, page_context, None, next_url=next_url)


def _confirm(
    request: PageRequest,
    player: Player,
    page_context: dict[str, Any],
    tournament: Tournament | None,
    *,
    next_url: str = "",
) -> HttpResponse:
    """Show a dry run; POST with `sure` anonymizes and redirects to `next_url` or back.

    422 without `sure` or if refused.
    """
    before = player.real_name
    context = page_context | {"player": player}

    def act() -> AnonymizedPlayer:
        return domain.make_anonymous(
            player=player, by=actor_of(request), at=timezone.now(), tournament=tournament
        )

    try:
        if request.method != "POST":
            return render(request, _PAGE, context | _preview_context(player, run_and_roll_back(act)))
        if request.POST.get("sure") != "on":
            return render_refusal(
                request,
                _PAGE,
                context | _preview_context(player, run_and_roll_back(act)) | {"not_confirmed": True},
            )
        done = act()
    except Refused as refusal:
        return render_refusal(request, _PAGE, context | {"refusal": refusal})
    names = {"before": before, "now": done.player.public_name}
    messages.success(request, with_names(_("%(before)s is now “%(now)s”."), **names))
    return SeeOther(next_url or page_context["back"])


def _preview_context(player: Player, preview: AnonymizedPlayer) -> dict[str, Any]:
    aliases = Player.objects.of_person(player).exclude(same_as=None).order_by("pk")
    return {
        "preview": preview,
        "texts": link_texts(preview.texts),
        "reasons": link_texts(preview.reasons),
        "logs": Tournament.objects.filter(log__in=preview.log_keys).distinct().newest_first(),
        "alias_names": list(aliases.values_list("own_name", flat=True)),
    }
