"""The pages of the guides, in the language of their address whatever else a visitor reads."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.http import require_safe

from scoring.guides.markdown.links import address_of
from scoring.guides.markdown.written import written
from scoring.guides.queries import GUIDES, ROOTS, guides_in


@require_safe
def guides(request: HttpRequest, language: str) -> HttpResponse:
    """Every guide, by who reads it."""
    listed = [(address_of(guide.code, language), written(guide, language)) for guide in guides_in(language)]
    return _in(language, request, "scoring/guides/guides.html", {"listed": listed})


@require_safe
def guide(request: HttpRequest, language: str, code: str) -> HttpResponse:
    """One guide."""
    context = {"guide": written(GUIDES[code], language), "code": code}
    return _in(language, request, "scoring/guides/guide.html", context)


def _in(language: str, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Make a page in a language; its switch leads to the same guide in the other one."""
    other = next(one for one in ROOTS if one != language)
    shown = context | {"in_other_language": address_of(context.get("code", ""), other)}
    with override(language):
        answer = render(request, template, shown)
    answer.headers["Content-Language"] = language
    return answer
