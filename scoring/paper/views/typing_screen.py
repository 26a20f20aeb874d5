from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse

from rules.hands import Report
from rules.seats import seats_in_columns
from rules.strict_json import decode
from scoring.ledger.encounter_state import read_play, unopened_breaks_ties, unopened_by_side
from scoring.ledger.hand_versions import score_by_rules, with_penalties_before
from scoring.ledger.played_matches import HandPlay, MatchPlay
from scoring.models import Entry
from scoring.paper import domain
from scoring.paper.domain import DoubleEntry
from scoring.paper.games.seat_marks import seat_numbers
from scoring.table.views.seat_labels import Seat
from scoring.table.views.table_screen import LastHand, TableScreen
from tournaments import access
from tournaments.enums import EncounterState
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Keeper, Table, User
from tournaments.web.http import PageRequest


@dataclass(frozen=True)
class RowSoFar:
    """Points and totals are by side, A first; drafts are kept for double entry.

    `correct_url` is blank for stored hands without a table.
    """

    deal: int
    void: bool
    finisher: Seat | None
    points_and_totals: Sequence[tuple[int, int]]
    is_draft: bool
    correct_url: str


class TypingScreen(TableScreen):
    """One match of an encounter, typed from paper.

    With double entry its hands are the stored ones and the user's own; once two have typed it, the first's.
    """

    page = "scoring/paper/type_sheet.html"
    form_assets_url = ""

    def __init__(self, table: Table, encounter: Encounter, number: int, user: User) -> None:
        super().__init__(table, encounter)
        self.number, self.user = number, user
        self.double_entry: DoubleEntry = domain.read_double_entry(encounter, number)
        self.own_sheet = self.double_entry.sheet_by(user)
        self.play = read_play(encounter, self.rules)
        current, playable = self.play.current, (EncounterState.READY, EncounterState.PLAYING)
        self.open = encounter.state in playable and self.play.wants_hand and current.number == number
        self.stored_deals = len(self.match.hands)
        self.drafts = self._add_drafts() if self.open else {}
        self.deal = self.match.next_deal
        self._hands = list(self.match.hands) if self.play.match(number) else []

    @cached_property
    def match(self) -> MatchPlay:
        """The match in play if this one has no hands."""
        return self.play.match(self.number) or self.play.current

    @cached_property
    def last_hand(self) -> LastHand | None:
        return None

    @property
    def keeper(self) -> Keeper | None:
        return None

    @property
    def last_entry_key(self) -> str:
        """It names the draft in the browser."""
        return f"{self.number}.{self.deal}.{self.user.pk}"

    @property
    def wants_hand(self) -> bool:
        return self.open and self.match.wants_hand

    @property
    def has_finished(self) -> bool:
        """Whether nothing is left to type for double entry, by this user."""
        return self.double_entry.is_complete or (self.own_sheet is not None and self.own_sheet.finished)

    @property
    def won(self) -> bool:
        return self.play.match(self.number) is not None and self.match.result.winner is not None

    @property
    def seats_on_paper(self) -> list[tuple[str, Seat]]:
        """Each player with the number of their column."""
        seats = {seat.code: seat for seat in self.seats}
        return [(number, seats[code]) for code, number in seat_numbers(seats_in_columns(seats)).items()]

    @property
    def rows(self) -> list[RowSoFar]:
        entries = Entry.objects.in_bulk([hand.entry_id for hand in self._hands])
        totals: Counter[str] = Counter()
        rows = []
        for hand in self._hands:
            totals.update(hand.totals)
            rows.append(
                RowSoFar(
                    hand.deal,
                    hand.void,
                    self.seat(self._finisher(hand, entries)),
                    [(hand.totals.get(side.letter, 0), totals[side.letter]) for side in self.sides],
                    hand.deal in self.drafts,
                    self._correct_url(hand.deal),
                )
            )
        return rows

    @property
    def rows_saved_otherwise(self) -> list[int]:
        """Rows that a phone saved meanwhile, as neither of two typists typed them."""
        hands = {hand.deal: hand.entry_id for hand in self._hands[: self.stored_deals]}
        entries = Entry.objects.in_bulk(hands.values())
        rows = []
        for deal, entry_id in hands.items():
            typed = [sheet.rows[str(deal)] for sheet in self.double_entry.sheets if str(deal) in sheet.rows]
            if typed and entries[entry_id].report not in typed:
                rows.append(deal)
        return rows

    def go_to(self, row: int) -> None:
        """Make a draft the row to type: its score builds on those before it."""
        self.deal = row
        if row in self.drafts:
            del self.match.hands[row - 1 :]

    def address(self, name: str = "type_sheet") -> str:
        return reverse(f"scoring:{name}", args=[self.encounter.public_id, self.number])

    def context(self, actor: Actor) -> dict[str, Any]:
        return super().context(actor) | {
            "typing": self,
            "save_url": self.address(),
            "preview_url": self.address("preview_typed_row"),
            "encounter": self.encounter,
            "match": self.number,
            "double_entry": self.double_entry,
            "own_sheet": self.own_sheet,
            "manages": access.may_manage(self.user, self.table.tournament),
        }

    def _add_drafts(self) -> dict[int, Report]:
        """Add drafts to the play, up to the first missing one or the end; return their reports by deal."""
        sheet = self.double_entry.finished_sheets[0] if self.double_entry.is_complete else self.own_sheet
        reports: dict[int, Report] = {}
        while sheet and self.match.wants_hand and str(self.match.next_deal) in sheet.rows:
            deal = self.match.next_deal
            reports[deal] = self.parse_report(sheet.rows[str(deal)])
            self._add_hand(deal, reports[deal])
        return reports

    def parse_report(self, text: str) -> Report:
        report: Report = self.entering.game.parse_report(decode(text))
        return report

    def _add_hand(self, deal: int, report: Report) -> None:
        match = self.match
        if match not in self.play.matches:
            self.play.matches.append(match)
        completed = with_penalties_before(report, self.rules, match.totals_before(deal))
        score = score_by_rules(completed, self.rules).score
        unopened = unopened_by_side(score.lines) if unopened_breaks_ties(self.rules) else {}
        match.add_hand(HandPlay(0, deal, 0, 1, void=score.void, totals=score.by_side(), unopened=unopened))

    def _finisher(self, hand: HandPlay, entries: dict[int, Entry]) -> str | None:
        if hand.deal in self.drafts:
            return self.drafts[hand.deal].finisher
        return entries[hand.entry_id].report_data.get("finisher")

    def _correct_url(self, deal: int) -> str:
        if deal in self.drafts:
            return f"{self.address()}?row={deal}"
        if self.encounter.table_id is None:
            return ""
        place = [self.table.public_id, self.encounter.public_id, self.number, deal]
        return reverse("scoring:correct_hand", args=place)


def open_sheet(request: PageRequest, encounter_id: UUID, match: int) -> TypingScreen:
    """Raise Http404 unless users may enter hands, all seats are known and the match can exist."""
    encounter = access.staff_encounter_or_404(request.user, encounter_id)
    assert isinstance(request.user, User), "staff has signed in"
    tournament = encounter.stage.tournament
    table = encounter.table or Table(tournament=tournament)
    table.tournament = tournament
    if not 1 <= match <= encounter.stage.best_of:
        raise Http404
    screen = TypingScreen(table, encounter, match, request.user)
    if not screen.seats:
        raise Http404
    return screen
