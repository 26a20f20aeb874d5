from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import position_label, side_figure
from scoring.sharing.cards.card_texts import day_and_place
from tournaments.enums import EntrantKind, TournamentState
from tournaments.models import EncounterSide, Tournament
from tournaments.naming.names import join_sides

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


def describe_page(context: Mapping[Any, Any]) -> str:
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
