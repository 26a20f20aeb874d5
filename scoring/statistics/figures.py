from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.games.game import Game
from rules.hands import Opening
from rules.seat_events import PLAIN_FINISH, SeatEventKind
from scoring.statistics.counted_hands import CountedHand, SeatOfHand


@dataclass(frozen=True)
class Share:
    count: int
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.count / self.of if self.of else 0.0


@dataclass(frozen=True)
class Figures:
    """The figures of `hands` hands of one game.

    Each partner's part in a hand counts by itself; payments count how often a player, or their side where
    sides pay, was charged. `unknown`: the opening wasn't asked for because the partner had finished.
    """

    game: Game[Any, Any]
    hands: int = 0
    turns: int = 0
    payments: int = 0
    points: int = 0
    series: int = 0
    pairs: int = 0
    none: int = 0
    unknown: int = 0
    paid: int = 0
    shown: int = 0
    finishes: Mapping[str, int] = field(default_factory=dict)
    fouls: Mapping[str, int] = field(default_factory=dict)

    @property
    def counted(self) -> dict[str, bool]:
        return {kind.value: kind in self.game.counts for kind in SeatEventKind}

    @property
    def average(self) -> float | None:
        return self.points / self.hands if self.hands else None

    @property
    def a_payment(self) -> float | None:
        return self.points / self.payments if self.payments else None

    @property
    def known(self) -> int:
        return self.series + self.pairs + self.none

    @property
    def openings(self) -> list[tuple[str, Share]]:
        """Return series, pairs and unopened as shares of the known turns."""
        counts = {Opening.SERIES: self.series, Opening.PAIRS: self.pairs, Opening.NONE: self.none}
        return [(opening.value, Share(count, self.known)) for opening, count in counts.items()]

    @property
    def opened(self) -> Share:
        return Share(self.series + self.pairs, self.known)

    @property
    def finished(self) -> Share:
        return Share(sum(self.finishes.values()), self.hands)

    @property
    def finish_kinds(self) -> list[tuple[str, Share]]:
        kinds = sorted({*self.game.usual_finishes, *self.finishes}, key=self._rank)
        return [(kind, Share(self.finishes.get(kind, 0), self.finished.count)) for kind in kinds]

    def _rank(self, kind: str) -> tuple[int, list[int]]:
        order = list(dict.fromkeys((*self.game.usual_finishes, *self.game.finish_names)))
        special = [name for name in kind.split("+") if name != PLAIN_FINISH]
        return len(special), [order.index(name) for name in special]

    @property
    def infractions(self) -> int:
        return sum(self.fouls.values())

    @property
    def foul_kinds(self) -> list[tuple[str, int]]:
        """Return codes and counts, most frequent first."""
        order = {code: place for place, code in enumerate(self.game.infraction_names)}
        return sorted(
            self.fouls.items(), key=lambda item: (-item[1], order.get(item[0], len(order)), item[0])
        )


def add_up(
    game: Game[Any, Any], hands_with_seats: Iterable[tuple[CountedHand, Sequence[SeatOfHand]]]
) -> Figures:
    hands = players = 0
    payments: list[int] = []
    counts: dict[SeatEventKind, Counter[str]] = {kind: Counter() for kind in SeatEventKind}
    for hand, seats in hands_with_seats:
        hands += bool(seats)
        players += len(seats)
        payments += hand.payments(seats)
        for seat in seats:
            for event in seat.deeds:
                counts[event.kind][event.what] += event.times
    opened = counts[SeatEventKind.OPENED]
    return Figures(
        game=game,
        hands=hands,
        turns=players,
        payments=len(payments),
        points=sum(payments),
        series=opened[Opening.SERIES],
        pairs=opened[Opening.PAIRS],
        none=opened[Opening.NONE],
        unknown=players - opened.total(),
        paid=counts[SeatEventKind.CHARGED].total(),
        shown=counts[SeatEventKind.SHOWN].total(),
        finishes=counts[SeatEventKind.FINISHED],
        fouls=counts[SeatEventKind.INFRACTION],
    )
