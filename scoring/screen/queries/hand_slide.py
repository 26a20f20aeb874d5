from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, OrderBy, Window
from django.db.models.functions import RowNumber

from rules.hands import Outcome, Report
from rules.seat_events import SeatEventKind
from scoring.enums import SlideKind
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.models import Entry, EntrySeat, Match
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.hand_numbers import read_hand_numbers
from scoring.queries.hand_versions import Version, version_of
from scoring.screen.queries.slide_capacity import GAP, LINE, SlideArea
from scoring.screen.queries.slide_kinds import Slide, SlideInputs
from tournaments.models import Tournament

MOST_HANDS = 8
FINISHED = "???????? ???????? ???? ??? ????"
"""A text as long as the label of a finish."""
NUMBER, FIGURE = 18.8, 6.6
"""Widths of a table's number with its gap, and of a signed total."""


@dataclass(frozen=True)
class SideLine:
    letter: str
    name: str
    points: int


@dataclass(frozen=True)
class StoredHand:
    listing: EncounterListing
    match: int
    number: int
    version: Version
    report: Report
    finish_codes: frozenset[str]

    @property
    def entry(self) -> Entry:
        return self.version.entry

    @property
    def has_several_matches(self) -> bool:
        return self.listing.encounter.stage.best_of > 1

    @property
    def key(self) -> str:
        return str(self.entry.public_id)

    @property
    def finisher(self) -> str:
        seat = self.version.seats.get(self.report.finisher or "")
        return seat.player.name if seat else ""

    @property
    def deck_ran_out(self) -> bool:
        return self.report.outcome == Outcome.DECK_EXHAUSTED

    @property
    def with_okey(self) -> bool:
        return "okey" in self.finish_codes

    @property
    def direct(self) -> bool:
        return "direct" in self.finish_codes

    @property
    def lines(self) -> list[SideLine]:
        points = self.version.sides
        return [
            SideLine(side.letter, side.entrant.name if side.entrant else "", points.get(side.letter, 0))
            for side in self.listing.sides
        ]


def hands_slides(inputs: SlideInputs) -> list[Slide]:
    hands = newest_hands(inputs.tournament_context.tournament, inputs.listings)
    while len(hands) > 1 and _height(hands, inputs.slide_area) > inputs.slide_area.height:
        hands.pop()
    return [Slide(SlideKind.HANDS, hands)] if hands else []


def _height(hands: Sequence[StoredHand], area: SlideArea) -> float:
    return sum(_hand_height(hand, area) + GAP / 2 for hand in hands)


def _hand_height(hand: StoredHand, area: SlideArea) -> float:
    width = area.width - NUMBER
    four = hand.listing.of_four
    sentence_lines = area.lines(f"{hand.finisher} {FINISHED}", area.width - width / (3 if four else 2))
    name = area.width - width / (3 if four else 2) + FIGURE + (1 if four else 0)
    lines = [area.lines(side.name, name) for side in hand.lines]
    names = max(lines[:2]) + max(lines[2:]) if four else sum(lines)
    return max(5.2, 1.0 + LINE * max(sentence_lines, names))


def newest_hands(tournament: Tournament, listings: Sequence[EncounterListing]) -> list[StoredHand]:
    """Return each table's newest counting hand, latest first, at most MOST_HANDS; no withdrawn ones.

    Only of encounters in `listings`.
    """
    by_encounter = {listing.encounter.pk: listing for listing in listings}
    entries = list(
        Entry.objects.filter(
            current_of__match__encounter__stage__tournament=tournament,
            current_of__match__encounter__annulled_at=None,
            current_of__match__counts=True,
            current_of__counts=True,
        )
        .exclude(kind="withdrawal")
        .annotate(at_table=Window(RowNumber(), F("hand__match__encounter__table"), _newest_first()))
        .filter(at_table=1)
        .select_related("hand__match", "rule_book")
        .order_by(*_newest_first())[:MOST_HANDS]
    )
    seats = EntrySeat.objects.filter(entry__in=entries).select_related("player").order_by("entry", "seat")
    numbers = read_hand_numbers(Match.objects.filter(pk__in={entry.hand.match_id for entry in entries}))
    return [
        StoredHand(
            listing=by_encounter[entry.hand.match.encounter_id],
            match=entry.hand.match.number,
            number=numbers[entry.hand_id],
            version=version_of(entry, [seat for seat in seats if seat.entry_id == entry.pk]),
            report=report_of(entry),
            finish_codes=_finish_codes(entry),
        )
        for entry in entries
        if entry.hand.match.encounter_id in by_encounter
    ]


def _newest_first() -> list[OrderBy]:
    return [F("received_at").desc(), F("pk").desc()]


def _finish_codes(entry: Entry) -> frozenset[str]:
    events = game_of_rules(rules_of(entry.rule_book)).seat_events_of(report_of(entry), ())
    finish_codes = [event.what for event in events if event.kind is SeatEventKind.FINISHED]
    return frozenset(part for code in finish_codes for part in code.split("+"))
