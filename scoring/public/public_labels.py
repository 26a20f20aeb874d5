from __future__ import annotations

from django.utils.translation import get_language, gettext

from rules.localized_text import format_number
from scoring.confirmation.views.confirmation_status import MatchStatus
from scoring.public.queries.totals_chart import Chart
from scoring.queries.bracket_links import BracketLinks, SlotSource
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.play_labels import figure_label
from scoring.queries.table_queues import TableStatus
from tournaments.enums import EncounterState


def side_entrant(listing: EncounterListing, letter: str) -> str:
    entrant = next((side.entrant for side in listing.sides if side.letter == letter), None)
    return entrant.name if entrant else ""


def can_be_protested(status: MatchStatus | None, deal: int) -> bool:
    """Even if all sides agreed on earlier hands."""
    return bool(status and status.agreement.provisional and 0 < status.agreement.deals_agreed < deal)


def chart_figure(figure: int, chart: Chart) -> str:
    return (
        figure_label((chart.start or 0) - figure, chart.start) if chart.start else figure_label(figure, None)
    )


def points_lead(match: MatchListing) -> int:
    first, second = sorted(match.totals.values())[:2]
    return second - first


def average_of_a(listing: EncounterListing) -> int | None:
    """B's minus A's points over counting matches; None before the first scored hand."""
    played = [match for match in listing.matches if match.totals]
    return sum((match.b or 0) - (match.a or 0) for match in played) if played else None


def negated(points: int) -> int:
    return -points


def matches_to_come(listing: EncounterListing) -> range:
    encounter = listing.encounter
    if not listing.playing or encounter.reopened_at or encounter.annulled_at:
        return range(0)
    return range(len(listing.all_matches) + 1, encounter.stage.best_of + 1)


def unsigned(points: int) -> str:
    """Format without sign: 1.548, in English 1,548."""
    return format_number(points, get_language() or "tr")


def awaited_slot(links: BracketLinks, letter: str) -> SlotSource | None:
    return next((awaited for awaited in links.slot_sources if awaited.slot.letter == letter), None)


def waits_for_label(table: TableStatus) -> str:
    """Say when the next encounter can begin, for example “after the game at table 4”.

    "" if none is queued, the table is closed, or nothing holds it up.
    """
    following, elsewhere = table.next_queued, table.awaited_elsewhere
    if following is None or table.closed:
        return ""
    if following.listing.waits_for_organizer:
        return gettext("waits for the organizer")
    *others, last = [encounter.table.number for encounter in elsewhere if encounter.table] or [0]
    if others:
        numbers = gettext("%(numbers)s and %(last)s") % {"numbers": ", ".join(map(str, others)), "last": last}
        return gettext("after the games at tables %(numbers)s") % {"numbers": numbers}
    if elsewhere and elsewhere[0].state == EncounterState.PLAYING:
        return gettext("after the game at table %(number)s") % {"number": last}
    if elsewhere:
        return gettext("first a game at table %(number)s") % {"number": last}
    if any(feeder is None or feeder.table_id != table.table.pk for _side, feeder in following.feeders):
        return gettext("when the opponents are known")
    return gettext("after this game") if table.is_playing else ""
