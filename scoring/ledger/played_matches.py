from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from rules.standings.matches import (
    FIRST_PLACE_CUT,
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
    """`unopened` counts players who paid the 202, if needed; `counts` is false after the match's end."""

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
    enough_hands: int


@dataclass
class MatchPlay:
    """`row` is None before its first deal; below the places `cuts` the order matters.

    `ends_at` penalties end the match; the bell sets `bell_stop`.
    """

    number: int
    hands_per_match: int | None
    row: Match | None = None
    hands: list[HandPlay] = field(default_factory=list)
    withdrawn_deal: WithdrawnDeal | None = None
    cuts: Collection[int] = FIRST_PLACE_CUT
    bell_stop: BellStop | None = None
    ends_at: int | None = None

    @property
    def result(self) -> MatchResult:
        """Return the result so far, by hands not void; after the bell's last hand, fewer may decide."""
        scored = [hand for hand in self.hands if not hand.void]
        return decide_match(
            [hand.totals for hand in scored],
            self.hands_per_match,
            unopened=[hand.unopened for hand in scored],
            cuts=self.cuts,
            enough_hands=self.bell_stop.enough_hands
            if self.bell_stop and not self._is_last_hand_missing
            else None,
            ends_at=self.ends_at,
        )

    @property
    def is_next_hand_extra(self) -> bool:
        if self.ends_at is not None:
            return self.result.level
        return self.hands_per_match is not None and self.next_number > self.hands_per_match

    @property
    def needless_hands(self) -> list[HandPlay]:
        if self.ends_at is None or self.result.winner is None:
            return []
        hands_to_end = self.result.played
        return [hand for hand, number in zip(self.hands, self.numbers, strict=True) if number > hands_to_end]

    def add_hand(self, hand: HandPlay) -> HandPlay:
        self.hands.append(hand)
        self.withdrawn_deal = None
        return hand

    def totals_before(self, deal: int) -> dict[str, int]:
        totals: Counter[str] = Counter()
        for hand in self.hands[: deal - 1]:
            totals.update(hand.totals)
        return dict(totals)

    @property
    def _is_last_hand_missing(self) -> bool:
        """Whether a hand dealt before the bell is missing."""
        stop = self.bell_stop
        return stop is not None and stop.match == self.number and len(self.hands) < stop.deal

    @property
    def awaits_last_hand(self) -> bool:
        return self._is_last_hand_missing and self.result.winner is None

    @property
    def wants_hand(self) -> bool:
        """After the bell only the last, or if level."""
        result = self.result
        return result.winner is None and (
            self.bell_stop is None or self._is_last_hand_missing or result.level
        )

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
    last_hash_by_match: dict[int, str]
    cuts: Collection[int] = FIRST_PLACE_CUT
    letters: Sequence[str] = ("A", "B")
    bell_stop: BellStop | None = None
    ends_at: int | None = None

    @property
    def result(self) -> EncounterResult:
        results = [match.result for match in self.matches]
        if self.bell_stop is None or self.awaits_last_hand:
            return decide_encounter([result.winner for result in results], self.best_of)
        return decide_cut_short(results, self.best_of)

    @property
    def awaits_last_hand(self) -> bool:
        return any(match.awaits_last_hand for match in (*self.matches, self._next_match))

    @property
    def places(self) -> Mapping[str, int]:
        places = self.matches[0].result.places if self.matches else {}
        return places if len(places) > 2 else {}  # noqa: PLR2004 - two sides

    @property
    def current(self) -> MatchPlay:
        """The first match that wants a hand, else the first undecided."""
        undecided = [*(match for match in self.matches if match.result.winner is None), self._next_match]
        return next((match for match in undecided if match.wants_hand), undecided[0])

    @property
    def _next_match(self) -> MatchPlay:
        return MatchPlay(
            len(self.matches) + 1,
            self.hands_per_match,
            cuts=self.cuts,
            bell_stop=self.bell_stop,
            ends_at=self.ends_at,
        )

    @property
    def wants_hand(self) -> bool:
        return self.result.winner is None and self.current.wants_hand

    @property
    def bell_outcome(self) -> BellOutcome:
        """State after the bell, or as if it rang now."""
        if self.result.winner is not None:
            return BellOutcome.DECIDED
        if self.awaits_last_hand:
            return BellOutcome.LAST_HAND
        return BellOutcome.LEVEL if self.wants_hand else BellOutcome.REFEREE

    def with_bell_stop(self, stop: BellStop) -> EncounterPlay:
        return replace(
            self, matches=[replace(match, bell_stop=stop) for match in self.matches], bell_stop=stop
        )

    @property
    def hand_count(self) -> int:
        return sum(len(match.hands) for match in self.matches)

    @property
    def last_dealt(self) -> tuple[int, int]:
        """Match and deal; (1, 0) before the first."""
        played = [match for match in self.matches if match.hands]
        return (played[-1].number, len(played[-1].hands)) if played else (1, 0)

    def match(self, number: int) -> MatchPlay | None:
        return self.matches[number - 1] if 1 <= number <= len(self.matches) else None
