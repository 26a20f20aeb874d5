from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.sharing.page_descriptions import PUBLIC_PAGES, describe_page
from tournaments.enums import Visibility
from tournaments.languages import DEFAULT_LANGUAGE, default_path, paths_by_language
from tournaments.models import Tournament
from tournaments.web.public_address import public_address

LOCALES = {"tr": "tr_TR", "en": "en_US"}


class PageMetadataNode(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        title = SafeString(" ".join(self.nodelist.render(context).split()))
        return format_html('<title translate="no">{}</title>{}', title, _render_metadata(context, title))


def titled(parser: Parser, token: Token) -> PageMetadataNode:
    """Parse `{% titled %}…{% endtitled %}`: a page's title, with metadata if public, else noindex."""
    nodelist = parser.parse(("endtitled",))
    parser.delete_first_token()
    return PageMetadataNode(nodelist)


def _render_metadata(context: template.Context, title: SafeString) -> SafeString:
    values: dict[Any, Any] = context.flatten()
    request = values.get("request")
    if not isinstance(request, HttpRequest) or not _is_public(request, values):
        return SafeString('\n<meta name="robots" content="noindex">')
    address = public_address(request)
    description = describe_page(values)
    page = request.GET.get("page", "")
    query = f"?page={page}" if page.isdigit() else ""
    canonical = address + request.path + query
    image = address + _card_path(values)
    metas = [("description", description), ("twitter:card", "summary_large_image")]
    properties = [
        ("og:type", "website"),
        ("og:site_name", "Istaka"),
        ("og:locale", LOCALES.get(get_language() or "tr", "tr_TR")),
        ("og:title", title),
        ("og:description", description),
        ("og:url", canonical),
        ("og:image", image),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", title),
    ]
    return format_html(
        '\n{}\n{}\n<link rel="canonical" href="{}">\n{}',
        format_html_join("\n", '<meta name="{}" content="{}">', metas),
        format_html_join("\n", '<meta property="{}" content="{}">', properties),
        canonical,
        format_html_join(
            "\n",
            '<link rel="alternate" hreflang="{}" href="{}{}{}">',
            ((language, address, path, query) for language, path in _alternates(request)),
        ),
    )


def _alternates(request: HttpRequest) -> list[tuple[str, str]]:
    """Other languages get the bare path."""
    match = request.resolver_match
    paths = paths_by_language(match.view_name, **match.kwargs) if match else {}
    return [*paths.items(), ("x-default", paths[DEFAULT_LANGUAGE])] if paths else []


def _is_public(request: HttpRequest, context: Mapping[Any, Any]) -> bool:
    match = request.resolver_match
    tournament = context.get("tournament")
    hidden = isinstance(tournament, Tournament) and tournament.visibility != Visibility.PUBLIC
    return match is not None and match.view_name in PUBLIC_PAGES and not hidden


def _card_path(context: Mapping[Any, Any]) -> str:
    """Return the encounter's, tournament's or site's card path, versioned to be fetched again after play."""
    language = get_language() or "tr"
    if context.get("listing") and hasattr(context["listing"], "encounter"):
        path = default_path("scoring:encounter_card", context["listing"].encounter.public_id, language)
    elif context.get("tournament"):
        path = default_path("scoring:tournament_card", context["tournament"].public_id, language)
    else:
        return default_path("scoring:site_card", language)
    return f"{path}?v={context['counter']}" if "counter" in context else path
