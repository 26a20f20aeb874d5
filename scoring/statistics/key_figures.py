from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.games.game import Game
from rules.hands import Opening
from rules.seat_events import PLAIN_FINISH, SeatEventKind
from scoring.statistics.counted_hands import CountedHand, CountedSeat


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
    sides pay, was charged. `unknown_openings`: not asked, as the partner had finished.
    """

    game: Game[Any, Any]
    hands: int = 0
    player_turns: int = 0
    payments: int = 0
    points: int = 0
    opened_with_series: int = 0
    opened_with_pairs: int = 0
    not_opened: int = 0
    unknown_openings: int = 0
    times_charged: int = 0
    indicators_shown: int = 0
    finishes: Mapping[str, int] = field(default_factory=dict)
    fouls: Mapping[str, int] = field(default_factory=dict)

    @property
    def counted(self) -> dict[str, bool]:
        return {kind.value: kind in self.game.counted_event_kinds for kind in SeatEventKind}

    @property
    def average(self) -> float | None:
        return self.points / self.hands if self.hands else None

    @property
    def average_payment(self) -> float | None:
        return self.points / self.payments if self.payments else None

    @property
    def known_openings(self) -> int:
        return self.opened_with_series + self.opened_with_pairs + self.not_opened

    @property
    def openings(self) -> list[tuple[str, Share]]:
        """Series, pairs and unopened as shares of the known turns."""
        counts = {
            Opening.SERIES: self.opened_with_series,
            Opening.PAIRS: self.opened_with_pairs,
            Opening.NONE: self.not_opened,
        }
        return [(opening.value, Share(count, self.known_openings)) for opening, count in counts.items()]

    @property
    def opened_share(self) -> Share:
        return Share(self.opened_with_series + self.opened_with_pairs, self.known_openings)

    @property
    def finished_share(self) -> Share:
        return Share(sum(self.finishes.values()), self.hands)

    @property
    def finish_kinds(self) -> list[tuple[str, Share]]:
        kinds = sorted({*self.game.usual_finishes, *self.finishes}, key=self._rank)
        return [(kind, Share(self.finishes.get(kind, 0), self.finished_share.count)) for kind in kinds]

    def _rank(self, kind: str) -> tuple[int, list[int]]:
        order = list(dict.fromkeys((*self.game.usual_finishes, *self.game.finish_names)))
        special = [name for name in kind.split("+") if name != PLAIN_FINISH]
        return len(special), [order.index(name) for name in special]

    @property
    def infractions(self) -> int:
        return sum(self.fouls.values())

    @property
    def foul_kinds(self) -> list[tuple[str, int]]:
        """Codes and counts, most frequent first."""
        order = {code: place for place, code in enumerate(self.game.infraction_names)}
        return sorted(
            self.fouls.items(), key=lambda item: (-item[1], order.get(item[0], len(order)), item[0])
        )


def sum_figures(
    game: Game[Any, Any], hands_with_seats: Iterable[tuple[CountedHand, Sequence[CountedSeat]]]
) -> Figures:
    """Sum over the hands' seats; hands without any don't count."""
    hands = players = 0
    payments: list[int] = []
    counts: dict[SeatEventKind, Counter[str]] = {kind: Counter() for kind in SeatEventKind}
    for hand, seats in hands_with_seats:
        hands += bool(seats)
        players += len(seats)
        payments += hand.payments(seats)
        for seat in seats:
            for event in seat.seat_events:
                counts[event.kind][event.what] += event.times
    opened = counts[SeatEventKind.OPENED]
    return Figures(
        game=game,
        hands=hands,
        player_turns=players,
        payments=len(payments),
        points=sum(payments),
        opened_with_series=opened[Opening.SERIES],
        opened_with_pairs=opened[Opening.PAIRS],
        not_opened=opened[Opening.NONE],
        unknown_openings=players - opened.total(),
        times_charged=counts[SeatEventKind.CHARGED].total(),
        indicators_shown=counts[SeatEventKind.SHOWN].total(),
        finishes=counts[SeatEventKind.FINISHED],
        fouls=counts[SeatEventKind.INFRACTION],
    )
