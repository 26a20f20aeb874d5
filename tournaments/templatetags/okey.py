from __future__ import annotations

from typing import Any

from django import template
from django.utils.dates import WEEKDAYS
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from rules.games.game import Game
from rules.localized_text import format_signed
from rules.standings.steps import format_average
from rules.tiles import (
    FALSE_OKEY_NAME,
    NUMBERED_TILES,
    Colour,
    okey_of,
    parse_indicator,
    parse_tile,
    tile_name,
)
from tournaments.enums import SideLetter
from tournaments.event_times import days, hours, when
from tournaments.models import Club, Tournament
from tournaments.sentences import untranslated
from tournaments.web.user_agents import device_kind

from .icons import ICONS

register = template.Library()
register.filter(device_kind)
register.filter(days)
register.filter(hours)
register.filter(when)
register.filter(untranslated)

_FALSE_OKEY = mark_safe(
    '<svg viewBox="0 0 24 24" aria-hidden="true"><g stroke="#fcf6e6" stroke-width=".8">'
    '<circle cx="12" cy="6.5" r="5" fill="#b9232b"/><circle cx="17.5" cy="12" r="5" fill="#1d4b9e"/>'
    '<circle cx="12" cy="17.5" r="5" fill="#945400"/><circle cx="6.5" cy="12" r="5" fill="#1f1f1d"/></g>'
    '<circle cx="12" cy="12" r="3" fill="#fcf6e6"/></svg>'
)


FADING_MARKS = 3
"""Marks of coming hands in a match without a fixed length."""


def _language() -> str:
    return get_language() or "tr"


@register.filter
def signed(number: int | None) -> str:
    """Return +2.390, −101, 0, or "" for None."""
    return "" if number is None else format_signed(number, _language())


@register.filter
def paid_a_hand(average: int) -> str:
    """Return 12,50, or a dash."""
    return format_average(average, _language())


@register.simple_tag
def icon(name: str) -> SafeString:
    """Screen readers skip it: put a word beside it."""
    return mark_safe(f'<svg class="i" viewBox="0 0 24 24" aria-hidden="true">{ICONS[name]}</svg>')  # noqa: S308


@register.simple_tag
def side(letter: str) -> SafeString:
    css_class = "" if letter == SideLetter.A else f" {letter.lower()}"
    return format_html('<span class="side{}">{}</span>', css_class, letter)


@register.simple_tag
def tile(code: str, size: str = "", indicator: str = "", game: Game[Any, Any] | None = None) -> SafeString:
    """Render a tile; `size` is `s`, "" or `l`.

    The okey of the `indicator` has a ring; `game` names the false okey. Raises UnknownTile.
    """
    parsed, shown_indicator = parse_tile(code), parse_indicator(indicator)
    colour = parsed.colour.value if parsed.colour else "false"
    face = format_html("<b>{}</b>", parsed.number) if parsed.colour else _FALSE_OKEY
    return format_html(
        '<span class="tile {}{}{}" role="img" aria-label="{}">{}</span>',
        colour,
        f" {size}" if size else "",
        " okey" if shown_indicator and parsed == okey_of(shown_indicator) else "",
        tile_name(parsed, game.numberless_name if game else FALSE_OKEY_NAME).in_language(_language()),
        face,
    )


@register.simple_tag
def tile_rows() -> list[list[str]]:
    return [[tile.code for tile in NUMBERED_TILES if tile.colour is colour] for colour in Colour]


@register.simple_tag
def hands_progress(played: int, now: bool, total: int | None) -> SafeString:
    """Render a mark for each hand; `now` adds one in play.

    Extra hands lengthen the row; without a `total` it fades out.
    """
    remaining = ["open"] * FADING_MARKS if total is None else ["todo"] * (total - played - bool(now))
    marks = [""] * played + ["now"] * bool(now) + remaining
    if total is None:
        label = ngettext("%(played)s hand played", "%(played)s hands played", played)
    elif played > total:
        label = gettext("%(played)s hands played, extra hands included")
    else:
        label = ngettext("%(played)s of %(total)s hand played", "%(played)s of %(total)s hands played", total)
    return format_html(
        '<span class="hands" role="img" aria-label="{}">{}</span>',
        label % {"played": played, "total": total},
        format_html_join("", '<i class="{}"></i>', ((mark,) for mark in marks)),
    )


@register.filter
def weekday(number: int) -> str:
    """Monday is 0."""
    return str(WEEKDAYS[number])


@register.simple_tag(takes_context=True)
def club_colour(context: dict[str, Any]) -> str:
    """No query; "" is felt green."""
    tournament = context.get("tournament")
    club = context.get("host") or context.get("club")
    if isinstance(tournament, Tournament) and (
        context.get("for_everybody") or context.get("tournament_context")
    ):
        club = tournament.club
    return club.colour if isinstance(club, Club) else ""
