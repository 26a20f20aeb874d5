from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rules.seats import sides_of
from scoring.paper.games.game_sheet import GameSheet
from scoring.paper.games.written_hands import DealOnPaper
from scoring.queries.agreement_status import MatchAgreement
from scoring.queries.encounters.encounter_list import EncounterListing
from tournaments.models import Stage

MANY_ROWS = 22
"""From so many rows a page, each match has one spare row instead of two."""
ROWS_OF_OPEN_MATCH = 20
HIGH_ROWS = 24
"""Up to so many rows a page, each has two lines."""


@dataclass(frozen=True)
class RowOnPaper:
    """`points_left` by side after the hand, where counted down."""

    number: int
    spare: bool
    deal: DealOnPaper | None
    protested: bool = False
    points_left: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class MatchOnPaper:
    """`totals` are of a won match, `provisional` until all sides confirm."""

    number: int
    rows: Sequence[RowOnPaper]
    winner: str | None = None
    totals: Mapping[str, int] = field(default_factory=dict)
    provisional: bool = False

    @property
    def protested(self) -> list[int]:
        return [row.number for row in self.rows if row.protested]

    @property
    def total_a(self) -> int | None:
        return self.totals.get("A")

    @property
    def total_b(self) -> int | None:
        return self.totals.get("B")

    @property
    def deals(self) -> list[DealOnPaper]:
        return [row.deal for row in self.rows if row.deal is not None]


def matches_of(
    listing: EncounterListing,
    game_sheet: GameSheet,
    deals: Mapping[int, Sequence[DealOnPaper]],
    agreements: Mapping[tuple[int, int], MatchAgreement],
) -> list[MatchOnPaper]:
    """Return all possible matches; once decided or stopped, those with hands (at least one).

    `deals` are by match number, `agreements` by encounter's primary key and match number.
    """
    stage = listing.encounter.stage
    scores = {score.number: score for score in listing.all_matches}
    finished = listing.decided or listing.encounter.stopped_at is not None
    match_count = max(len(scores), 1) if finished else stage.best_of
    listed = []
    for number in range(1, match_count + 1):
        score = scores.get(number)
        winner = score.winner if score else None
        agreement = agreements.get((listing.encounter.pk, number))
        protested = agreement.protested_deals if agreement else set()
        listed.append(
            MatchOnPaper(
                number=number,
                rows=_rows(
                    count_match_rows(stage, game_sheet),
                    _spare_rows(stage, game_sheet, match_count),
                    deals.get(number, ()),
                    protested,
                    over=winner is not None,
                    counted_down_from=game_sheet.ends_at,
                ),
                winner=winner,
                totals=score.totals if score and winner else {},
                provisional=agreement is not None and agreement.provisional,
            )
        )
    return listed


def split_into_pages(matches: Sequence[MatchOnPaper], most: int | None) -> list[Sequence[MatchOnPaper]]:
    """Return pages of at most `most` rows, unless a match has more; None: one page."""
    pages: list[list[MatchOnPaper]] = []
    for match in matches:
        rows = len(match.rows) + (sum(len(page.rows) for page in pages[-1]) if pages else 0)
        if pages and (most is None or rows <= most):
            pages[-1].append(match)
        else:
            pages.append([match])
    return list(pages)


def rows_are_high(matches: Sequence[MatchOnPaper]) -> bool:
    return sum(len(match.rows) for match in matches) <= HIGH_ROWS


def count_match_rows(stage: Stage, game_sheet: GameSheet) -> int:
    """Without spare rows."""
    if game_sheet.ends_at is None:
        return stage.hands_per_match or ROWS_OF_OPEN_MATCH
    return min(stage.hands_per_match or ROWS_OF_OPEN_MATCH, ROWS_OF_OPEN_MATCH)


def _spare_rows(stage: Stage, game_sheet: GameSheet, matches: int) -> int:
    hands = count_match_rows(stage, game_sheet)
    if game_sheet.ends_at is not None and stage.hands_per_match != hands:
        return 0
    return 1 if hands * (1 if game_sheet.one_match_per_sheet else matches) >= MANY_ROWS else 2


def _rows(
    hands: int,
    spare: int,
    deals: Sequence[DealOnPaper],
    protested: Collection[int],
    *,
    over: bool,
    counted_down_from: int | None,
) -> list[RowOnPaper]:
    """Return `hands` plus `spare` rows, or more for more deals; void deals take a row and number too.

    At least one is empty unless `over`. With `counted_down_from` (the points limit), rows of deals have each
    side's points left.
    """
    count = max(hands + spare, len(deals) + (0 if over else 1))
    left = _points_left(deals, counted_down_from) if counted_down_from is not None else []
    return [
        RowOnPaper(
            number,
            number > hands,
            deals[number - 1] if number <= len(deals) else None,
            number in protested,
            left[number - 1] if number <= len(left) else {},
        )
        for number in range(1, count + 1)
    ]


def _points_left(deals: Sequence[DealOnPaper], start: int) -> list[dict[str, int]]:
    left: list[dict[str, int]] = []
    for deal in deals:
        before = left[-1] if left else {}
        left.append(
            {side: before.get(side, start) - deal.side_cost(side) for side in sides_of(sorted(deal.costs))}
        )
    return left
