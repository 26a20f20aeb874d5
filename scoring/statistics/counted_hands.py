"""The hands from which figures are added up: those that count, and nothing else.

As in the standings, a hand counts nowhere that is void or was taken back, whose match a walkover or a
correction made needless, whose encounter was annulled or only parted a tie. Extra hands count.
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
from rules.seat_events import Deed, DeedKind
from scoring.models import EntrySeat, Hand
from scoring.models.hand import HandQuerySet
from tournaments.enums import Part

PLAYED = "match__encounter__started_at", "match__encounter", "match__number", "deal", "pk"
"""The order in which hands were played."""


@dataclass(frozen=True)
class SeatOfHand:
    """What a hand says of one person, whichever his alias."""

    side: str
    player: int
    points: int
    deeds: list[Deed]


@dataclass(frozen=True)
class CountedHand:
    """A hand that counts, as its current version has it, with its encounter's primary key and its game."""

    encounter: int
    match: int
    game: Game[Any, Any]
    seats: Mapping[str, SeatOfHand]

    @property
    def match_key(self) -> tuple[int, int]:
        return self.encounter, self.match

    def of_side(self, letter: str) -> list[SeatOfHand]:
        """The players of a side."""
        return [one for one in self.seats.values() if one.side == letter]

    def against(self, letter: str) -> list[SeatOfHand]:
        """Everybody else."""
        return [one for one in self.seats.values() if one.side != letter]

    def points_of(self, letter: str) -> int:
        """What it cost a side."""
        return sum(one.points for one in self.of_side(letter))

    def payments(self, seats: Iterable[SeatOfHand]) -> list[int]:
        """What it cost each of these, or each side among them where sides pay."""
        if self.game.charges_sides:
            return [self.points_of(letter) for letter in dict.fromkeys(one.side for one in seats)]
        return [one.points for one in seats]

    def seat_of(self, player: int) -> SeatOfHand | None:
        """Where a player sat, if he did."""
        return next((one for one in self.seats.values() if one.player == player), None)


def counting_hands() -> HandQuerySet:
    """All hands that count in the figures of those who played them."""
    scored = Hand.objects.counting().filter(current__void=False, match__encounter__annulled_at=None)
    return scored.exclude(match__encounter__part=Part.EXTRA)


def read_hands(hands: HandQuerySet, seats: QuerySet[EntrySeat]) -> list[CountedHand]:
    """Hands in the order in which they were played, in two queries; `seats` are theirs, and may be more.

    The seats are asked for apart: of all hands that a database holds it finds a few by their seats, but not
    by a query about hands inside one about seats.
    """
    seated = _seats(seats)
    rules = "match__encounter__stage__tournament__rule_book__rule_set_id"
    rows = hands.order_by(*PLAYED).values_list("current", "match__encounter", "match__number", rules)
    return [
        CountedHand(encounter, match, game_of(rule_set), seated[entry])
        for entry, encounter, match, rule_set in rows
    ]


def _seats(seats: QuerySet[EntrySeat]) -> Mapping[int, Mapping[str, SeatOfHand]]:
    """By the entry's primary key; a row for each deed, and one for a seat without any."""
    rows = (
        seats.annotate(person=Coalesce("player__same_as", "player"))
        .order_by("pk", "deeds")
        .values_list(
            *("entry", "seat", "side", "person", "points", "deeds__kind", "deeds__what", "deeds__times")
        )
    )
    seated: defaultdict[int, dict[str, SeatOfHand]] = defaultdict(dict)
    for entry, seat, side, player, points, kind, what, times in rows:
        one = seated[entry].setdefault(seat, SeatOfHand(side, player, points, []))
        if kind is not None:
            one.deeds.append(Deed(seat, DeedKind(kind), what, times))
    return seated
