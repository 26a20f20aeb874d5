"""Points left row by row, until a row ends the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.standings.matches import decide_match
from scoring.ledger.played_matches import MatchPlay
from scoring.paper.games.typed_row import SheetRow
from scoring.paper.views.typed_rows import RowOnPage, build_page_row
from scoring.table.views.seat_labels import Seat


class Countdown:
    """Without a countdown rows don't depend on those before."""

    def __init__(self, match: MatchPlay, seats: Sequence[Seat], first: int) -> None:
        self.match, self.seats = match, seats
        self.hands = [hand.totals for hand in match.hands[: first - 1] if not hand.void]
        self.whole = match.ends_at is not None and match.result.winner is None
        self.ended_with: int | None = None

    def read_row(self, row: SheetRow, *, strict: bool) -> RowOnPage:
        """Return the row with each side's points left after it; rows must come in order.

        A filled row after the match's end gets an error; an incomplete one ends the countdown.
        """
        if self.ended_with is not None and not row.empty:
            row.add_error(match_ended_message(self.ended_with))
        page_row = build_page_row(row, self.seats, strict=strict, before=self._points_paid())
        if not self.whole or row.empty:
            return page_row
        if not page_row.side_points or page_row.preview is None:
            self.whole = False
            return page_row
        self.hands.append(page_row.preview.sides)
        return replace(page_row, points_left=self._points_left(), ends_match=self._ends_match(row.deal))

    def _points_paid(self) -> Mapping[str, int]:
        paid: Counter[str] = Counter()
        for hand in self.hands:
            paid.update(hand)
        return dict(paid)

    def _points_left(self) -> dict[str, int]:
        assert self.match.ends_at is not None
        return {side: self.match.ends_at - points for side, points in sorted(self._points_paid().items())}

    def _ends_match(self, deal: int) -> bool:
        match = self.match
        decided = decide_match(self.hands, match.hands_per_match, cuts=match.cuts, ends_at=match.ends_at)
        if decided.winner is None:
            return False
        self.ended_with, self.whole = deal, False
        return True


def match_ended_message(deal: int) -> str:
    return _("The match ended with row %(row)s.") % {"row": deal}


def find_ending_row(match: MatchPlay) -> int | None:
    """Return the row that ended a match with countdown."""
    if match.ends_at is None or match.result.winner is None:
        return None
    played = match.result.played
    return max(hand.deal for hand, number in zip(match.hands, match.numbers, strict=True) if number <= played)
