"""The hands that count in statistics.

As in standings, void and withdrawn hands, needless matches, annulled encounters and tie-breaks don't count;
extra hands do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from rules.games import game_of
from rules.games.game import Game
from rules.seat_events import SeatEvent, SeatEventKind
from scoring.models import EntrySeat, Hand
from scoring.models.hand import HandQuerySet
from tournaments.enums import Part

PLAYING_ORDER = "match__encounter__started_at", "match__encounter", "match__number", "deal", "pk"


@dataclass(frozen=True)
class CountedSeat:
    """A person's hand, under any of their aliases."""

    side: str
    player: int
    points: int
    seat_events: list[SeatEvent]


@dataclass(frozen=True)
class CountedHand:
    encounter: int
    match: int
    game: Game[Any, Any]
    seats: Mapping[str, CountedSeat]

    @property
    def match_key(self) -> tuple[int, int]:
        return self.encounter, self.match

    def seats_of_side(self, letter: str) -> list[CountedSeat]:
        return [seat for seat in self.seats.values() if seat.side == letter]

    def seats_against(self, letter: str) -> list[CountedSeat]:
        return [seat for seat in self.seats.values() if seat.side != letter]

    def side_points(self, letter: str) -> int:
        return sum(seat.points for seat in self.seats_of_side(letter))

    def payments(self, seats: Iterable[CountedSeat]) -> list[int]:
        """Of each seat, or side where sides pay."""
        if self.game.charges_sides:
            return [self.side_points(letter) for letter in dict.fromkeys(seat.side for seat in seats)]
        return [seat.points for seat in seats]

    def player_seat(self, player: int) -> CountedSeat | None:
        return next((seat for seat in self.seats.values() if seat.player == player), None)


def counting_hands() -> HandQuerySet:
    scored = Hand.objects.counting().filter(current__void=False, match__encounter__annulled_at=None)
    return scored.exclude(match__encounter__part=Part.EXTRA)


def read_hands(hands: HandQuerySet, seats: QuerySet[EntrySeat]) -> list[CountedHand]:
    """In the order played, in two queries: a nested one would be slow."""
    seated = _counted_seats(seats)
    rules = "match__encounter__stage__tournament__rule_book__rule_set_id"
    rows = hands.order_by(*PLAYING_ORDER).values_list("current", "match__encounter", "match__number", rules)
    return [
        CountedHand(encounter, match, game_of(rule_set), seated[entry])
        for entry, encounter, match, rule_set in rows
    ]


def _counted_seats(seats: QuerySet[EntrySeat]) -> Mapping[int, Mapping[str, CountedSeat]]:
    """Return seats by entry and seat; `player` is the person, not an alias."""
    rows = (
        seats.annotate(person=Coalesce("player__same_as", "player"))
        .order_by("pk", "seat_events")
        .values_list(
            *(
                "entry",
                "seat",
                "side",
                "person",
                "points",
                "seat_events__kind",
                "seat_events__what",
                "seat_events__times",
            )
        )
    )
    seated: defaultdict[int, dict[str, CountedSeat]] = defaultdict(dict)
    for entry, seat, side, player, points, kind, event, times in rows:
        seat_row = seated[entry].setdefault(seat, CountedSeat(side, player, points, []))
        if kind is not None:
            seat_row.seat_events.append(SeatEvent(seat, SeatEventKind(kind), event, times))
    return seated
