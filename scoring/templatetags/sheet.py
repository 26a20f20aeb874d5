"""Words for the sheet of a match, and what stands in its head."""

from __future__ import annotations

from django import template
from django.utils.translation import get_language, gettext

from rules.text import grouped
from scoring.domain.queries.match_scores import MatchScore
from scoring.domain.queries.meetings import Meeting
from scoring.domain.queries.ways import Awaited, Ways
from scoring.views.agreement_status import MatchStatus

register = template.Library()


@register.filter
def part_words(kind: str) -> str:
    """Name the kind of lines that part of a total is made of (see `queries.sums.KINDS`)."""
    return {
        "finish": gettext("Finished hands"),
        "rack": gettext("Left on the rack"),
        "unopened": gettext("Not opened"),
        "okey": gettext("Okey left"),
        "infractions": gettext("Infractions"),
        "ruling": gettext("Fixed by the referee"),
    }.get(kind, gettext("Other"))


@register.filter
def side_entrant(meeting: Meeting, letter: str) -> str:
    """The name of a side's entrant; nothing while it waits for one."""
    found = next((side.entrant for side in meeting.sides if side.letter == letter), None)
    return found.name if found else ""


@register.filter
def unsettled(status: MatchStatus | None, deal: int) -> bool:
    """Whether a hand is open to protest although hands before it are agreed by all sides."""
    return bool(status and status.standing.provisional and 0 < status.standing.deals_agreed < deal)


@register.filter
def lead(match: MatchScore) -> int:
    """By how many points the first of two sides is ahead of the other."""
    first, second = sorted(match.totals.values())[:2]
    return second - first


@register.filter
def average_of_a(meeting: Meeting) -> int | None:
    """What B paid minus what A paid over the matches that count; None before their first scored hand."""
    played = [match for match in meeting.matches if match.totals]
    return sum((match.b or 0) - (match.a or 0) for match in played) if played else None


@register.filter
def opposite(points: int) -> int:
    """The same amount for the other of two sides."""
    return -points


@register.filter
def matches_to_come(meeting: Meeting) -> range:
    """The numbers of the matches that may still be played."""
    encounter = meeting.encounter
    if not meeting.playing or encounter.reopened_at or encounter.annulled_at:
        return range(0)
    return range(len(meeting.all_matches) + 1, encounter.stage.best_of + 1)


@register.filter
def plain(points: int) -> str:
    """An amount that has no sign: 1.548, in English 1,548."""
    return grouped(points, get_language() or "tr")


@register.filter
def awaits(ways: Ways, letter: str) -> Awaited | None:
    """What a side waits for; None once somebody sits there."""
    return next((one for one in ways.awaited if one.slot.letter == letter), None)
