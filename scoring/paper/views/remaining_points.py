"""What each side has left row by row, until a row ends the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.standings.matches import decide_match
from scoring.ledger.played_matches import MatchPlay
from scoring.paper.games.typed_row import Row
from scoring.paper.views.typed_rows import RowOnPage, row_on_page
from scoring.table.views.seat_labels import Seat


class Countdown:
    """Without a countdown a row doesn't depend on those before it."""

    def __init__(self, match: MatchPlay, seats: Sequence[Seat], first: int) -> None:
        self.match, self.seats = match, seats
        self.hands = [hand.totals for hand in match.hands[: first - 1] if not hand.void]
        self.whole = match.ends_at is not None and match.result.winner is None
        self.ended_with: int | None = None

    def read(self, row: Row, *, strict: bool) -> RowOnPage:
        """Return the row for the page; a row after the end of the match gets an error."""
        if self.ended_with is not None and not row.empty:
            row.say(ended_words(self.ended_with))
        page_row = row_on_page(row, self.seats, strict=strict, before=self._paid())
        if not self.whole or row.empty:
            return page_row
        if not page_row.figures or page_row.preview is None:
            self.whole = False
            return page_row
        self.hands.append(page_row.preview.sides)
        return replace(page_row, left=self._left(), over=self._ends(row.deal))

    def _paid(self) -> Mapping[str, int]:
        paid: Counter[str] = Counter()
        for hand in self.hands:
            paid.update(hand)
        return dict(paid)

    def _left(self) -> dict[str, int]:
        assert self.match.ends_at is not None
        return {side: self.match.ends_at - points for side, points in sorted(self._paid().items())}

    def _ends(self, deal: int) -> bool:
        match = self.match
        decided = decide_match(self.hands, match.hands_per_match, cuts=match.cuts, ends_at=match.ends_at)
        if decided.winner is None:
            return False
        self.ended_with, self.whole = deal, False
        return True


def ended_words(deal: int) -> str:
    return _("The match ended with row %(row)s.") % {"row": deal}


def last_row(match: MatchPlay) -> int | None:
    """Return the row that ended a match with countdown."""
    if match.ends_at is None or match.result.winner is None:
        return None
    played = match.result.played
    return max(hand.deal for hand, number in zip(match.hands, match.numbers, strict=True) if number <= played)
