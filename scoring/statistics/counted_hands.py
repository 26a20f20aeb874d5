"""The hands that count in statistics.

As in the standings, a hand doesn't count that is void or was taken back, whose match became needless, or
whose encounter was annulled or only broke a tie. Extra hands count.
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
class SeatOfHand:
    """A person's hand, under any of their aliases."""

    side: str
    player: int
    points: int
    deeds: list[SeatEvent]


@dataclass(frozen=True)
class CountedHand:
    encounter: int
    match: int
    game: Game[Any, Any]
    seats: Mapping[str, SeatOfHand]

    @property
    def match_key(self) -> tuple[int, int]:
        return self.encounter, self.match

    def of_side(self, letter: str) -> list[SeatOfHand]:
        return [seat for seat in self.seats.values() if seat.side == letter]

    def against(self, letter: str) -> list[SeatOfHand]:
        return [seat for seat in self.seats.values() if seat.side != letter]

    def points_of(self, letter: str) -> int:
        return sum(seat.points for seat in self.of_side(letter))

    def payments(self, seats: Iterable[SeatOfHand]) -> list[int]:
        """Return the points of each seat, or of each side where sides pay."""
        if self.game.charges_sides:
            return [self.points_of(letter) for letter in dict.fromkeys(seat.side for seat in seats)]
        return [seat.points for seat in seats]

    def seat_of(self, player: int) -> SeatOfHand | None:
        return next((seat for seat in self.seats.values() if seat.player == player), None)


def counting_hands() -> HandQuerySet:
    scored = Hand.objects.counting().filter(current__void=False, match__encounter__annulled_at=None)
    return scored.exclude(match__encounter__part=Part.EXTRA)


def read_hands(hands: HandQuerySet, seats: QuerySet[EntrySeat]) -> list[CountedHand]:
    """Read hands in the order played, in two queries: a nested one would be slow."""
    seated = _seats(seats)
    rules = "match__encounter__stage__tournament__rule_book__rule_set_id"
    rows = hands.order_by(*PLAYING_ORDER).values_list("current", "match__encounter", "match__number", rules)
    return [
        CountedHand(encounter, match, game_of(rule_set), seated[entry])
        for entry, encounter, match, rule_set in rows
    ]


def _seats(seats: QuerySet[EntrySeat]) -> Mapping[int, Mapping[str, SeatOfHand]]:
    rows = (
        seats.annotate(person=Coalesce("player__same_as", "player"))
        .order_by("pk", "deeds")
        .values_list(
            *("entry", "seat", "side", "person", "points", "deeds__kind", "deeds__what", "deeds__times")
        )
    )
    seated: defaultdict[int, dict[str, SeatOfHand]] = defaultdict(dict)
    for entry, seat, side, player, points, kind, event, times in rows:
        seat_row = seated[entry].setdefault(seat, SeatOfHand(side, player, points, []))
        if kind is not None:
            seat_row.deeds.append(SeatEvent(seat, SeatEventKind(kind), event, times))
    return seated
