from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import Http404

from rules.localized_text import Text
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import seats_of
from scoring.models import Entry
from scoring.officials.forms import kinds_for
from scoring.queries.encounter_page import EncounterView
from scoring.queries.match_sheets import HandRow, Sheet, read_sheet
from scoring.queries.player_labels import players_by_seat, short_player_names
from scoring.table.views.games import hand_entry_of
from scoring.table.views.seat_labels import Payer, build_seats
from tournaments.enums import EncounterState
from tournaments.models import Encounter, Player


@dataclass(frozen=True)
class RuledPoints:
    """`left_before_hand` needs a points limit."""

    charged: Payer
    points_before: int | None
    points_after: int | None
    left_before_hand: int | None

    @property
    def left_before_ruling(self) -> int | None:
        return None if self.left_before_hand is None else self.left_before_hand - (self.points_before or 0)

    @property
    def left_after_ruling(self) -> int | None:
        return None if self.left_before_hand is None else self.left_before_hand - (self.points_after or 0)


class RuledHand:
    """Raises Http404 unless the deal is recorded or next."""

    def __init__(self, view: EncounterView, match: int, deal: int) -> None:
        self.view, self.match, self.deal = view, match, deal
        self.rules = rules_of(view.tournament.rule_book)
        self.entering = hand_entry_of(self.rules)
        if not self.players or (self.row is None and next_hand(view) != (match, deal)):
            raise Http404

    @property
    def encounter(self) -> Encounter:
        return self.view.encounter

    @cached_property
    def sheet(self) -> Sheet:
        return read_sheet(self.encounter, self.match)

    @property
    def row(self) -> HandRow | None:
        return next((row for row in self.sheet.hands if row.deal == self.deal), None)

    @property
    def entry(self) -> Entry | None:
        return self.row.current.entry if self.row else None

    @property
    def version(self) -> int:
        return self.entry.version if self.entry else 0

    @property
    def number(self) -> int:
        return self.row.number if self.row else self.view.listing.current.next_number

    @cached_property
    def players(self) -> dict[str, Player]:
        """By seat; empty while a side is unknown."""
        seated, seats = players_by_seat(self.view.listing.sides), seats_of(self.encounter.stage)
        return {seat: seated[seat] for seat in seats} if seated.keys() >= {*seats} else {}

    @property
    def names(self) -> dict[str, str]:
        return short_player_names(self.players)

    @property
    def kinds(self) -> list[str]:
        scored_by_rules = self.entry is None or self.entry.scored_by_rules
        return kinds_for(self.version, takes_infraction=scored_by_rules and bool(self.infractions))

    @property
    def infractions(self) -> Mapping[str, Text]:
        return self.entering.game.fined_infractions(self.rules)

    @cached_property
    def charged(self) -> Sequence[Payer]:
        return self.entering.charged(build_seats(self.players, tuple(self.players)))

    @property
    def points(self) -> dict[str, int | None]:
        if self.row is None or self.row.current.void:
            return {payer.code: None for payer in self.charged}
        charged_now = self.row.current.charged
        return {payer.code: charged_now[payer.code].points for payer in self.charged}

    @property
    def points_left(self) -> dict[str, int]:
        """By side before a counting hand; empty without points limit."""
        ends_at = self.entering.game.ends_at
        if ends_at is None or (self.row and self.row.needless):
            return {}
        before = [row.totals for row in self.sheet.hands if row.deal < self.deal]
        paid = before[-1] if before else {}
        return {letter: ends_at - paid.get(letter, 0) for letter in self.encounter.stage.letters}

    def compare_points(self, after: Mapping[str, int | None]) -> list[RuledPoints]:
        points_left, points_now = self.points_left, self.points
        return [
            RuledPoints(payer, points_now[payer.code], after[payer.code], points_left.get(payer.side))
            for payer in self.charged
        ]


def next_hand(view: EncounterView) -> tuple[int, int] | None:
    """Return match and deal."""
    if view.encounter.state not in (EncounterState.READY, EncounterState.PLAYING):
        return None
    match = view.listing.current.number
    has_hands = any(listed_match.number == match for listed_match in view.listing.all_matches)
    sheet = read_sheet(view.encounter, match) if has_hands else Sheet.empty()
    return match, len(sheet.hands) + 1
