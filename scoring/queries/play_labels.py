from __future__ import annotations

from types import MappingProxyType
from typing import Final, Protocol

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext

from rules.localized_text import Text, format_signed
from rules.standings.steps import average_per_hand, format_average
from scoring.ledger.played_matches import BellOutcome
from scoring.queries.bracket.slot_sources import Slot
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import FigureKind, MatchListing
from scoring.queries.final_records import StageReached
from scoring.queries.round_names import TieName, round_title, tie_name
from scoring.queries.tournament_context import TournamentContext
from tournaments.enums import StageKind
from tournaments.models import EncounterSide, Feed, Stage, Tournament
from tournaments.sentences import untranslated
from tournaments.stages.stage_names import describe_feed, stage_name
from tournaments.stages.stage_settings import FeedSettings

_FEWEST: Final = gettext_lazy("fewest first")
_HIGHEST: Final = gettext_lazy("highest first")
_DIRECTIONS: Final = MappingProxyType(
    {
        "average": (gettext_lazy("Average"), _HIGHEST),
        "points": (gettext_lazy("Penalty points"), _FEWEST),
        "a_hand": (gettext_lazy("Penalty points a hand"), _FEWEST),
        "left": (gettext_lazy("Points left"), _HIGHEST),
    }
)
"""+101 is bad at the table, +4,280 is good in the standings."""


def stage_reached_label(reached: StageReached) -> str:
    """Return “Semi-finals”, “Group A, place 2” or “Swiss system, place 5”, for example."""
    if reached.round is not None:
        return round_title(reached.round)
    values = {"group": reached.group_name, "stage": reached.stage.name, "rank": reached.rank}
    if reached.group_name:
        return gettext("Group %(group)s, place %(rank)s") % values
    return gettext("%(stage)s, place %(rank)s") % values


class PaidHands(Protocol):
    @property
    def penalties(self) -> int: ...

    @property
    def hands(self) -> int: ...


def penalties_per_hand(row: PaidHands | None) -> str:
    """With two decimals."""
    return format_average(average_per_hand(row.penalties, row.hands), get_language() or "tr") if row else ""


def shared_place_note(*, singles: bool) -> str:
    """Return the order within a shared place of a final ranking."""
    if singles:
        return gettext("Within a shared place, fewer points a hand come first.")
    return gettext("Within a shared place, the better average comes first.")


def slot_source_label(slot: Slot) -> str:
    if slot.vacant:
        return gettext("Nobody: bye")
    if slot.waits_for:
        return _place_of_tie(slot.waits_for, slot.from_place)
    if slot.rank:
        return place_name(slot.group, slot.rank)
    return gettext("Not known yet")


def source_label(listing: EncounterListing, side: EncounterSide) -> str:
    """Return “loser of SF 1” or “runner-up of group A”, for example."""
    return slot_source_label(
        Slot(
            side.letter,
            group=side.from_group.name if side.from_group else "",
            rank=side.from_rank,
            waits_for=listing.names().get(side.from_encounter_id or 0) if side.from_encounter_id else None,
            from_place=side.from_place,
            vacant=side.vacant,
        )
    )


def _place_of_tie(tie: TieName, place: int) -> str:
    values = {"tie": tie_name(tie), "place": place}
    if tie.round.kind == StageKind.TABLES:
        return gettext("Number %(place)s of %(tie)s") % values
    return (gettext("Winner of %(tie)s") if place == 1 else gettext("Loser of %(tie)s")) % values


def place_name(group: str, rank: int) -> str:
    """Winner, runner-up, number 3."""
    if not group:
        return gettext("Place %(rank)s of the previous stage") % {"rank": rank}
    places = {1: gettext("Winner of group %(group)s"), 2: gettext("Runner-up of group %(group)s")}
    return (places.get(rank) or gettext("Number %(rank)s of group %(group)s")) % {
        "group": group,
        "rank": rank,
    }


def stage_label(stage: Stage) -> str:
    return stage_name(stage)


def target_name(feed: Feed, context: TournamentContext) -> str:
    return context.stage(feed.stage_id).name


def qualifiers_label(feed: Feed, source: Stage) -> str:
    """First 2 of each group, best 4 of place 3."""
    return describe_feed(
        FeedSettings(source.position, feed.first_rank, feed.last_rank, feed.best), source.kind
    )


def candidates_label(slot: Slot) -> SafeString:
    candidates = [candidate for candidate in slot.candidates if not candidate.vacant]
    names = [
        untranslated(candidate.entrant.name) if candidate.entrant else slot_source_label(candidate)
        for candidate in candidates
    ]
    return format_html_join(" / ", "{}", ((name,) for name in names))


def hand_name(match: MatchListing) -> str:
    if match.extra:
        return gettext("extra hand")
    return gettext("hand %(number)s") % {"number": match.next_number}


def position_label(listing: EncounterListing) -> str:
    if listing.encounter.reopened_at and not listing.decided:
        return gettext("reopened")
    match = listing.current
    if listing.encounter.stage.best_of == 1 or listing.bell_outcome is BellOutcome.REFEREE:
        return hand_label(listing)
    return gettext("match %(match)s, %(hand)s") % {"match": match.number, "hand": hand_label(listing)}


def hand_label(listing: EncounterListing) -> str:
    labels_after_bell = {
        BellOutcome.LAST_HAND: pgettext("time is up", "last hand"),
        BellOutcome.LEVEL: pgettext("time is up", "level: one more hand"),
        BellOutcome.REFEREE: pgettext("time is up", "the referee decides"),
    }
    return labels_after_bell.get(listing.bell_outcome or BellOutcome.DECIDED) or hand_name(
        listing.shown_match
    )


def leads(match: MatchListing, letter: str) -> bool:
    return match.leader == letter


def total_label(penalties: int, ends_at: int | None) -> str:
    """Say what a side has paid, or has left."""
    figure = figure_label(penalties, ends_at)
    return figure if ends_at is None else gettext("%(points)s left") % {"points": figure}


def figure_label(penalties: int | None, ends_at: int | None) -> str:
    """Return the bare figure of `total_label`: a match is over at 0 left, so nothing below it is named."""
    if penalties is None:
        return ""
    if ends_at is None:
        return format_signed(penalties, get_language() or "tr")
    return str(max(ends_at - penalties, 0))


def change_by(penalties: int | None, ends_at: int | None) -> str:
    if penalties is None:
        return ""
    return format_signed(penalties if ends_at is None else -penalties, get_language() or "tr")


def side_figure(match: MatchListing, letter: str) -> str:
    return figure_label(match.total(letter), match.ends_at)


def total(match: MatchListing, letter: str) -> int | None:
    return match.total(letter)


def localized(text: Text) -> str:
    return text.in_language(get_language() or "tr")


def uncounted_reason(tournament: Tournament) -> str:
    if tournament.counts:
        return ""
    return gettext("cancelled") if tournament.cancelled else gettext("not played yet")


def sort_directions(*figures: FigureKind) -> str:
    """“Average: highest first · Penalty points: fewest first”."""
    return " · ".join(
        f"{name}: {direction}" for name, direction in (_DIRECTIONS[figure] for figure in figures)
    )


def sort_direction(figure: FigureKind) -> str:
    return str(_DIRECTIONS[figure][1])
