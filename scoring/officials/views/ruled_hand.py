"""The hand that a referee rules on: as it stands, or the next one, which nobody has saved yet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404

from rules.seats import side_of
from scoring.ledger.seating import seats_of
from scoring.models import Entry
from scoring.officials.forms.ruling import kinds_for
from scoring.reading.called import called
from scoring.reading.encounter_page import EncounterView
from scoring.reading.match_sheets import HandRow, Sheet, read_sheet
from tournaments.enums import EncounterState
from tournaments.models import Encounter, Player


@dataclass(frozen=True)
class SeatRuled:
    """A player's points, as they are and as they would be; None is no figure."""

    seat: str
    side: str
    player: Player
    before: int | None
    after: int | None


class RuledHand:
    """A deal of an encounter. Raises Http404 unless it is in the ledger or the next one."""

    def __init__(self, view: EncounterView, match: int, deal: int) -> None:
        self.view, self.match, self.deal = view, match, deal
        if not self.players or (self.row is None and next_hand(view) != (match, deal)):
            raise Http404

    @property
    def encounter(self) -> Encounter:
        return self.view.encounter

    @cached_property
    def row(self) -> HandRow | None:
        return next(
            (row for row in read_sheet(self.encounter, self.match).hands if row.deal == self.deal), None
        )

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
        """Who sits where; empty while a side is not known."""
        seated = {side.letter: side.players for side in self.view.listing.sides}
        if not all(seated.values()):
            return {}
        return {seat: seated[side_of(seat)][int(seat[1]) - 1] for seat in seats_of(self.encounter.stage)}

    @property
    def names(self) -> dict[str, str]:
        return called(self.players)

    @property
    def kinds(self) -> list[str]:
        return kinds_for(self.version, scored_by_rules=self.entry is None or self.entry.scored_by_rules)

    @property
    def points(self) -> dict[str, int | None]:
        """What each seat has now."""
        if self.row is None or self.row.current.void:
            return dict.fromkeys(self.players)
        return {seat: self.row.current.seats[seat].points for seat in self.players}

    @property
    def seats(self) -> list[SeatRuled]:
        return [
            SeatRuled(seat, side_of(seat), player, self.points[seat], None)
            for seat, player in self.players.items()
        ]

    def with_points(self, after: dict[str, int | None]) -> list[SeatRuled]:
        """Each player's points, and what they would become."""
        return [SeatRuled(one.seat, one.side, one.player, one.before, after[one.seat]) for one in self.seats]


def next_hand(view: EncounterView) -> tuple[int, int] | None:
    """Match and deal of the hand that comes next; None where none is missing."""
    if view.encounter.state not in (EncounterState.READY, EncounterState.PLAYING):
        return None
    match = view.listing.current.number
    known = any(one.number == match for one in view.listing.all_matches)
    sheet = read_sheet(view.encounter, match) if known else Sheet.empty()
    return match, len(sheet.hands) + 1
