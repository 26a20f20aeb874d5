"""What the head of a page tells messengers and search engines: title, description, address, picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from scoring.live.everybody import LANGUAGE
from scoring.share.described import PUBLIC, describe
from tournaments.enums import Visibility
from tournaments.models import Tournament
from tournaments.views.address import public_address

LOCALES = {"tr": "tr_TR", "en": "en_US"}
"""The languages in which messengers may tell of an address that is handed on; its reader has his own."""


class Titled(template.Node):
    """A title, with everything that is said of a page by machines to machines."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        with override(_language_of_link(context.get("request")) or get_language() or "tr"):
            told = _meta(context, self._title(context))
        return format_html("<title>{}</title>{}", self._title(context), told)

    def _title(self, context: template.Context) -> SafeString:
        return SafeString(" ".join(self.nodelist.render(context).split()))


def titled(parser: Parser, token: Token) -> Titled:
    """`{% titled %}…{% endtitled %}`: a page's title; a public one can be shared, others are not listed."""
    nodelist = parser.parse(("endtitled",))
    parser.delete_first_token()
    return Titled(nodelist)


def with_language(address: str) -> str:
    """An address to hand on: what messengers show of it is in the language of whoever hands it on."""
    return f"{address}{'&' if '?' in address else '?'}{LANGUAGE}={get_language()}"


def _language_of_link(request: object) -> str | None:
    """The language that an address bears, or None; messengers that follow it have none of their own."""
    asked = request.GET.get(LANGUAGE) if isinstance(request, HttpRequest) else None
    return asked if asked in LOCALES else None


def _meta(context: template.Context, title: SafeString) -> SafeString:
    given: dict[Any, Any] = context.flatten()
    request = given.get("request")
    if not isinstance(request, HttpRequest) or not _public(request, given):
        return SafeString('\n<meta name="robots" content="noindex">')
    address = public_address(request)
    told = describe(given)
    page = request.GET.get("page", "")
    canonical = address + request.path + (f"?page={page}" if page.isdigit() else "")
    image = address + _picture(given)
    named = [("description", told), ("twitter:card", "summary_large_image")]
    properties = [
        ("og:type", "website"),
        ("og:site_name", "Istaka"),
        ("og:locale", LOCALES.get(get_language() or "tr", "tr_TR")),
        ("og:title", title),
        ("og:description", told),
        ("og:url", with_language(canonical) if _language_of_link(request) else canonical),
        ("og:image", image),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", title),
    ]
    return format_html(
        '\n{}\n{}\n<link rel="canonical" href="{}">',
        format_html_join("\n", '<meta name="{}" content="{}">', named),
        format_html_join("\n", '<meta property="{}" content="{}">', properties),
        canonical,
    )


def _public(request: HttpRequest, context: Mapping[Any, Any]) -> bool:
    match = request.resolver_match
    tournament = context.get("tournament")
    hidden = isinstance(tournament, Tournament) and tournament.visibility != Visibility.PUBLIC
    return match is not None and match.view_name in PUBLIC and not hidden


def _picture(context: Mapping[Any, Any]) -> str:
    """The card of what a page is about; its version makes a messenger ask anew when play has gone on."""
    language = get_language() or "tr"
    if context.get("listing") and hasattr(context["listing"], "encounter"):
        path = reverse("scoring:encounter_card", args=[context["listing"].encounter.public_id, language])
    elif context.get("tournament"):
        path = reverse("scoring:tournament_card", args=[context["tournament"].public_id, language])
    else:
        return reverse("scoring:house_card", args=[language])
    return f"{path}?v={context['counter']}" if "counter" in context else path
