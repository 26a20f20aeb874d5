"""Marks of whom this browser follows, and how things stand for him."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from scoring.live.queries.followed_state import Following
from scoring.live.views.followed import followed_by, strip_of
from scoring.live.views.places import are_left_open, place, place_of_strip
from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.standing_tables import GroupTable
from scoring.reading.words import to_come
from tournaments.models import EncounterSide, Entrant, Tournament
from tournaments.templatetags.okey import icon


def as_listed(listing: EncounterListing) -> Sequence[EncounterSide]:
    """The sides of an encounter as a list shows them: of four as they ended, of two as they sit."""
    return listing.placed if listing.of_four and listing.decided else listing.sides


def moment(at: datetime, tournament: Tournament) -> str:
    """A time of day; with the day of the week where a tournament goes over several."""
    local = timezone.localtime(at)
    several = tournament.first_day != tournament.last_day
    return date_format(local, "D H:i" if several else "H:i")


def awaited(side: EncounterSide, mine: Following) -> str:
    """Whom an empty side waits for, and who plays for that: winner of SF 1 (Aksoy / Tunalı)."""
    feed = mine.ahead.feeds.get(side.from_encounter_id or 0)
    playing = [one.entrant.name for one in feed.sides if one.entrant] if feed else []
    words = to_come(mine.listing, side) if mine.listing else ""
    return f"{words} ({' / '.join(playing)})" if playing else words


def mine_mark() -> SafeString:
    """The star beside a name that this browser follows, with its word."""
    word = pgettext("an entrant", "followed")
    return format_html('<span class="mine-mark">{}<span>{}</span></span>', icon("star"), word)


Whom = Entrant | EncounterListing | GroupTable | Tournament | Sequence[EncounterListing] | None


class Followed(template.Node):
    def __init__(self, whom: FilterExpression, if_one: template.NodeList, if_not: template.NodeList) -> None:
        self.whom, self.if_one, self.if_not = whom, if_one, if_not

    def render(self, context: template.Context) -> SafeString:
        whom, request = self.whom.resolve(context), context["request"]
        if are_left_open(request):
            return place(_ids(whom), self.if_one.render(context), self.if_not.render(context))
        if isinstance(whom, Tournament):
            one_is = bool(strip_of(request, whom, context.get("frame")))
        else:
            one_is = not _ids(whom).isdisjoint(followed_by(request))
        return (self.if_one if one_is else self.if_not).render(context)


def followed(parser: Parser, token: Token) -> Followed:
    """`{% followed x %}…{% else %}…{% endfollowed %}`: what is shown if this browser follows x, and if not.

    Of an encounter or a table of standings one is enough, and of a tournament anybody who is in it.
    """
    _name, whom = token.split_contents()
    if_one, if_not = parser.parse(("else", "endfollowed")), template.NodeList()
    if parser.next_token().contents == "else":
        if_not = parser.parse(("endfollowed",))
        parser.delete_first_token()
    return Followed(parser.compile_filter(whom), if_one, if_not)


def _ids(whom: Whom) -> set[UUID]:
    match whom:
        case None:
            return set()
        case Entrant() | Tournament():
            return {whom.public_id}
        case GroupTable():
            return {place.entrant.public_id for place in whom.places}
        case EncounterListing():
            return {side.entrant.public_id for side in whom.sides if side.entrant is not None}
        case _:
            return {one for listing in whom for one in _ids(listing)}


def following_strip(context: dict[str, Any], tournament: Tournament) -> SafeString:
    """How things stand for whom this browser follows in a tournament; nothing where it is nobody."""
    request = context["request"]
    if are_left_open(request):
        return place_of_strip(tournament.public_id)
    return strip_of(request, tournament, context.get("frame"))
