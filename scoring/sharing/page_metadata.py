from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import position_label, side_figure
from tournaments.enums import EntrantKind, TournamentState, Visibility
from tournaments.event_times import day_and_place
from tournaments.languages import DEFAULT_LANGUAGE, default_path, paths_by_language
from tournaments.models import EncounterSide, Tournament
from tournaments.naming.names import join_sides
from tournaments.web.public_address import public_address

LOCALES = {"tr": "tr_TR", "en": "en_US"}
PUBLIC_PAGES: Final = frozenset(
    f"scoring:{name}"
    for name in (
        "tournaments",
        "tournament",
        "groups",
        "bracket",
        "final_ranking",
        "tables",
        "schedule",
        "entrants",
        "entrant",
        "player",
        "series_page",
        "rules",
        "rule_set_book",
        "text_changes",
        "draw_list",
        "draw_detail",
        "archive",
        "encounter",
        "hand_history",
        "practice",
        "rule_set_practice",
        "tournament_practice",
    )
)
"""Pages that search engines may list and messengers may preview; all others send noindex."""


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
    description = _describe_page(values)
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


def _describe_page(context: Mapping[Any, Any]) -> str:
    """Describe the `tournament`'s `listing`, or itself, with day and place; without it the site. No query."""
    tournament = context.get("tournament")
    if not isinstance(tournament, Tournament):
        return _("Club tournaments of 101 Okey: groups, bracket, tables and every hand, live.")
    listing = context.get("listing")
    about = (
        _describe_encounter(listing)
        if isinstance(listing, EncounterListing)
        else _describe_tournament(tournament, context)
    )
    return f"{about} · {day_and_place(tournament)}"


def _describe_encounter(listing: EncounterListing) -> str:
    sides = [side for side in listing.sides if side.entrant]
    figures = [f"{side.entrant.name} {_figure(listing, side)}".strip() for side in sides if side.entrant]
    return ": ".join(
        part for part in (position_label(listing) if listing.playing else "", join_sides(figures)) if part
    )


def _figure(listing: EncounterListing, side: EncounterSide) -> str:
    if listing.decided and not listing.of_four:
        return str(side.wins or 0)
    return side_figure(listing.shown_match, side.letter)


def _describe_tournament(tournament: Tournament, context: Mapping[Any, Any]) -> str:
    tournament_context = context.get("tournament_context")
    if not tournament_context:
        return _state(tournament)
    entered = _entrant_count_label(tournament, tournament_context.entrant_count)
    return " · ".join(filter(None, (_state(tournament), tournament_context.provisional_note, entered)))


def _state(tournament: Tournament) -> str:
    if tournament.cancelled:
        return _("Cancelled")
    if tournament.champion:
        return _("Champion: %(name)s") % {"name": tournament.champion.name}
    if tournament.state == TournamentState.OPEN:
        return _("Open for entries")
    return _("In play: standings, tables and every hand, live")


def _entrant_count_label(tournament: Tournament, number: int) -> str:
    if tournament.kind == EntrantKind.SINGLES:
        count = ngettext("%(number)s player", "%(number)s players", number)
    else:
        count = ngettext("%(number)s pair", "%(number)s pairs", number)
    return count % {"number": number}
