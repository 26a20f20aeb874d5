from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from rules.standings.matches import (
    FIRST,
    EncounterResult,
    MatchResult,
    decide_encounter,
    decide_match,
    hand_numbers,
)
from rules.standings.time_up import decide_cut_short
from scoring.models import Match


@dataclass(frozen=True)
class HandPlay:
    """The current version of a deal.

    `unopened` counts players who paid the 202, if needed. `counts` is false after the end of the match.
    """

    hand_id: int
    deal: int
    entry_id: int
    version: int
    void: bool
    totals: dict[str, int]
    unopened: Mapping[str, int]
    counts: bool = True


@dataclass(frozen=True)
class WithdrawnDeal:
    hand_id: int
    version: int


class BellOutcome(Enum):
    DECIDED = "decided"
    LAST_HAND = "last"
    LEVEL = "level"
    REFEREE = "referee"


@dataclass(frozen=True)
class BellStop:
    """The match and deal that may be the last."""

    match: int
    deal: int
    enough: int


@dataclass
class MatchPlay:
    """A match; `row` is None before its first deal.

    Below the places `cuts` the order matters (see `decide_match`). `ends_at` penalties end the match; the
    bell sets `stop`.
    """

    number: int
    hands_per_match: int | None
    row: Match | None = None
    hands: list[HandPlay] = field(default_factory=list)
    taken_back: WithdrawnDeal | None = None
    cuts: Collection[int] = FIRST
    stop: BellStop | None = None
    ends_at: int | None = None

    @property
    def result(self) -> MatchResult:
        scored = [hand for hand in self.hands if not hand.void]
        return decide_match(
            [hand.totals for hand in scored],
            self.hands_per_match,
            unopened=[hand.unopened for hand in scored],
            cuts=self.cuts,
            enough_hands=self.stop.enough if self.stop and not self._in_play else None,
            ends_at=self.ends_at,
        )

    @property
    def extra(self) -> bool:
        if self.ends_at is not None:
            return self.result.level
        return self.hands_per_match is not None and self.next_number > self.hands_per_match

    @property
    def needless(self) -> list[HandPlay]:
        """Hands after an end by figures."""
        if self.ends_at is None or self.result.winner is None:
            return []
        hands_to_end = self.result.played
        return [hand for hand, number in zip(self.hands, self.numbers, strict=True) if number > hands_to_end]

    def before(self, deal: int) -> dict[str, int]:
        totals: Counter[str] = Counter()
        for hand in self.hands[: deal - 1]:
            totals.update(hand.totals)
        return dict(totals)

    @property
    def _in_play(self) -> bool:
        """Whether a hand dealt before the bell is missing."""
        stop = self.stop
        return stop is not None and stop.match == self.number and len(self.hands) < stop.deal

    @property
    def awaits_last(self) -> bool:
        return self._in_play and self.result.winner is None

    @property
    def wants_hand(self) -> bool:
        """Whether to play a hand; after the bell only the last, or if level."""
        result = self.result
        return result.winner is None and (self.stop is None or self._in_play or result.level)

    @property
    def next_deal(self) -> int:
        return len(self.hands) + 1

    @property
    def next_number(self) -> int:
        return self.result.played + 1

    @property
    def numbers(self) -> list[int]:
        return hand_numbers([hand.void for hand in self.hands])

    def hand_of_number(self, number: int) -> HandPlay | None:
        scored = [hand for hand in self.hands if not hand.void]
        return scored[number - 1] if 1 <= number <= len(scored) else None


@dataclass
class EncounterPlay:
    best_of: int
    hands_per_match: int | None
    matches: list[MatchPlay]
    last_hash: dict[int, str]
    cuts: Collection[int] = FIRST
    letters: Sequence[str] = ("A", "B")
    stop: BellStop | None = None
    ends_at: int | None = None

    @property
    def result(self) -> EncounterResult:
        results = [match.result for match in self.matches]
        if self.stop is None or self.awaits_last:
            return decide_encounter([result.winner for result in results], self.best_of)
        return decide_cut_short(results, self.best_of)

    @property
    def awaits_last(self) -> bool:
        return any(match.awaits_last for match in (*self.matches, self._next))

    @property
    def places(self) -> Mapping[str, int]:
        places = self.matches[0].result.places if self.matches else {}
        return places if len(places) > 2 else {}  # noqa: PLR2004 - two sides

    @property
    def current(self) -> MatchPlay:
        """The first match that wants a hand, else the first undecided one."""
        undecided = [*(match for match in self.matches if match.result.winner is None), self._next]
        return next((match for match in undecided if match.wants_hand), undecided[0])

    @property
    def _next(self) -> MatchPlay:
        return MatchPlay(
            len(self.matches) + 1,
            self.hands_per_match,
            cuts=self.cuts,
            stop=self.stop,
            ends_at=self.ends_at,
        )

    @property
    def wants_hand(self) -> bool:
        return self.result.winner is None and self.current.wants_hand

    @property
    def fate(self) -> BellOutcome:
        """State after the bell, or as if it rang now."""
        if self.result.winner is not None:
            return BellOutcome.DECIDED
        if self.awaits_last:
            return BellOutcome.LAST_HAND
        return BellOutcome.LEVEL if self.wants_hand else BellOutcome.REFEREE

    def stopped(self, stop: BellStop) -> EncounterPlay:
        return replace(self, matches=[replace(match, stop=stop) for match in self.matches], stop=stop)

    @property
    def dealt(self) -> tuple[int, int]:
        """Match and deal of the last hand; (1, 0) before the first."""
        played = [match for match in self.matches if match.hands]
        return (played[-1].number, len(played[-1].hands)) if played else (1, 0)

    def match(self, number: int) -> MatchPlay | None:
        return self.matches[number - 1] if 1 <= number <= len(self.matches) else None
