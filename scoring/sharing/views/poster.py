from __future__ import annotations

from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.ledger.digests import tournament_digest
from scoring.ledger.receipts import receipt
from scoring.queries.bracket.board import build_boards
from scoring.queries.bracket.projected_bracket import projected_brackets
from scoring.queries.bracket.stage_brackets import StageBracket, drawn_brackets
from scoring.queries.club_logos import large_logo
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.qualification import read_group_places
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from scoring.sharing.posters.poster_document import SIZES, Poster, draw_posters
from tournaments.access import shown_tournament_or_404
from tournaments.web.http import PageRequest
from tournaments.web.public_address import public_address

DEFAULT_SIZE: Final = "a3"


@never_cache
@require_safe
def bracket_poster(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Draw A3 or `?size=a4` sheets of all brackets or of `?stage=2`.

    404 unless visible, before the draw, without such a bracket, or for another size.
    """
    context = read_tournament_context(shown_tournament_or_404(request.user, tournament_id).public_id)
    if not context.drawn:
        raise Http404
    size, stage = request.GET.get("size", DEFAULT_SIZE), request.GET.get("stage", "")
    chosen = [bracket for bracket in _brackets(context) if stage in ("", str(bracket.stage.stage.position))]
    if size not in SIZES or not chosen:
        raise Http404
    link = public_address(request) + reverse("scoring:bracket", args=[tournament_id])
    digest, logo = receipt(tournament_digest(context.tournament)), large_logo(context.tournament.club)
    posters = [
        Poster(
            context.tournament, bracket, build_boards(bracket), link, _title(context, bracket), digest, logo
        )
        for bracket in chosen
    ]
    zone = ZoneInfo(context.tournament.club.time_zone)
    pdf = draw_posters(posters, size=size, at=timezone.localtime(timezone.now(), zone))
    return _pdf(pdf, f"{context.tournament.name} {_('bracket')} {size}")


def _brackets(context: TournamentContext) -> list[StageBracket]:
    brackets = drawn_brackets(context, read_listings(context.tournament))
    every = [*brackets, *projected_brackets(context, read_group_places(context.tournament))]
    return [bracket for bracket in every if not bracket.of_four]


def _title(context: TournamentContext, bracket: StageBracket) -> str:
    return bracket.stage.name if len(context.knockouts) > 1 or bracket.stage.stage.name else ""


def _pdf(content: bytes, name: str) -> HttpResponse:
    file = slugify(name.replace("ı", "i")) or "istaka"
    headers = {"Content-Disposition": f'inline; filename="{file}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)
