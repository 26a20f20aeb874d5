from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scoring.sharing.views.cards import A_MINUTE
from tournaments.access import club_with_logo_or_404
from tournaments.models import ClubLogo
from tournaments.web.http import PageRequest


@require_safe
def club_logo(request: PageRequest, club_id: UUID, logo: str) -> HttpResponse:
    """Return the current logo, or 304 if the visitor has it; 404 for the digest of another.

    Only members see that of a club with no public page; a public one may be cached for a minute.
    """
    club, shared = club_with_logo_or_404(request.user, club_id)
    if logo != club.logo:
        raise Http404
    tag = f'"{club.logo}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        picture = get_object_or_404(ClubLogo, club=club)
        response = HttpResponse(bytes(picture.small), content_type="image/png")
    response["ETag"] = tag
    response["Cache-Control"] = f"public, max-age={A_MINUTE}" if shared else "private, no-cache"
    return response
