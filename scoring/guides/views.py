from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.guides.markdown.guide_links import guide_url
from scoring.guides.markdown.guide_page import render_guide
from scoring.guides.queries import GUIDES, guides_in
from tournaments.languages import DEFAULT_LANGUAGE


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    language = get_language() or DEFAULT_LANGUAGE
    listed = [(guide_url(guide, language), render_guide(guide, language)) for guide in guides_in(language)]
    return render(request, "scoring/guides/guides.html", {"listed": listed})


@require_safe
def guide(request: HttpRequest, code: str) -> HttpResponse:
    """Render a guide; redirect to its own language if it isn't written in this one."""
    chosen, language = GUIDES[code], get_language() or DEFAULT_LANGUAGE
    if language not in chosen.url_slugs:
        return redirect(guide_url(chosen, next(iter(chosen.url_slugs))))
    return render(request, "scoring/guides/guide.html", {"guide": render_guide(chosen, language)})
