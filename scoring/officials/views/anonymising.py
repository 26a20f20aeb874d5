"""Making a player anonymous: what will happen, asked once, and done for good."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.officials.domain import anonymity
from scoring.officials.domain.anonymity import Anonymised
from scoring.play.rehearsal import rehearse
from tournaments.access import managed_club_or_404, managed_tournament_or_404
from tournaments.domain.refusals import Refused
from tournaments.models import Player, Tournament
from tournaments.views.frame import framed
from tournaments.views.http import PageRequest, actor_of, refuse, see_other

_PAGE = "scoring/officials/anonymous.html"


@require_http_methods(["GET", "HEAD", "POST"])
def make_anonymous(request: PageRequest, tournament_id: UUID, player_id: UUID) -> HttpResponse:
    """For those who manage the whole club: it takes the name out of all its tournaments."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    managed_club_or_404(request.user, tournament.club.public_id)
    players = Player.objects.filter(rosters__entrant__tournament=tournament)
    player = get_object_or_404(players.distinct(), public_id=player_id)
    before = player.real_name

    def act() -> Anonymised:
        return anonymity.make_anonymous(
            player=player, by=actor_of(request), at=timezone.now(), tournament=tournament
        )

    try:
        if request.method != "POST":
            return render(request, _PAGE, _context(request, tournament, player, rehearse(act)))
        if request.POST.get("sure") != "on":
            return refuse(
                request, _PAGE, _context(request, tournament, player, rehearse(act)) | {"unsure": True}
            )
        done = act()
    except Refused as refusal:
        return refuse(
            request, _PAGE, framed(request, tournament, "anonymous", player=player, refusal=refusal)
        )
    names = {"before": before, "now": done.player.public_name}
    messages.success(request, _("%(before)s is “%(now)s” from now on.") % names)
    return see_other("tournaments:public_names", tournament.public_id)


def _context(
    request: PageRequest, tournament: Tournament, player: Player, seen: Anonymised
) -> dict[str, Any]:
    aliases = Player.objects.of_person(player).exclude(same_as=None).order_by("pk")
    joined = list(aliases.values_list("own_name", flat=True))
    return framed(request, tournament, "anonymous", player=player, seen=seen, joined=joined)
