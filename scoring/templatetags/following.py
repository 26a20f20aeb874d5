from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from scoring.live.queries.followed_state import FollowedEntrant
from scoring.live.views.follow_cookie import SHORT_ID_LENGTH
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import source_label
from tournaments.models import EncounterSide, Entrant, Tournament
from tournaments.templatetags.okey import icon

register = template.Library()


@register.filter
def sides_as_listed(listing: EncounterListing) -> Sequence[EncounterSide]:
    """A decided table of four by place, others by seat."""
    return listing.sides_by_place if listing.of_four and listing.decided else listing.sides


@register.filter
def local_time_label(at: datetime, tournament: Tournament) -> str:
    local = timezone.localtime(at)
    several = tournament.first_day != tournament.last_day
    return date_format(local, "D H:i" if several else "H:i")


@register.filter
def awaited_source(side: EncounterSide, following: FollowedEntrant) -> str:
    """For example winner of SF 1 (Aksoy / Tunalı)."""
    feed = following.ahead.feeds.get(side.from_encounter_id or 0)
    names = [candidate.entrant.name for candidate in feed.sides if candidate.entrant] if feed else []
    label = source_label(following.listing, side) if following.listing else ""
    return f"{label} ({' / '.join(names)})" if names else label


@register.simple_tag
def mark_attribute(entrant: Entrant | None) -> SafeString:
    """Scripts find the name by it (`live/marks.js`); browsers don't translate it."""
    hook = f'translate="no" data-of="{entrant.public_id.hex[:SHORT_ID_LENGTH]}"' if entrant else ""
    return mark_safe(hook)  # noqa: S308 - letters and digits


@register.simple_tag
def followed_star() -> SafeString:
    word = pgettext("an entrant", "followed")
    return format_html('<span class="mine-mark">{}<span>{}</span></span>', icon("star"), word)
