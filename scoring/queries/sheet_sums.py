from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from rules.localized_text import Text
from rules.score_lines import Line
from rules.seats import side_of
from scoring.queries.hand_versions import SeatScore, Version
from tournaments.models import Player


@dataclass(frozen=True)
class ScorePart:
    name: Text
    times: int
    points: int


@dataclass(frozen=True)
class SeatSum:
    """Several `players` after a substitution."""

    seat: str
    players: Sequence[Player]
    points: int
    parts: Sequence[ScorePart]

    @property
    def player(self) -> Player:
        return self.players[-1]


@dataclass(frozen=True)
class SideSum:
    """`average` is the other side's total less this one; None with four sides."""

    letter: str
    seats: Sequence[SeatSum]
    total: int
    average: int | None

    @property
    def parts(self) -> list[ScorePart]:
        return [part for seat in self.seats for part in seat.parts]

    @property
    def opponents_total(self) -> int:
        return self.total + (self.average or 0)


def sum_by_side(versions: Sequence[Version]) -> list[SideSum]:
    """Sum points by seat and side; `average`, not per hand, only with two sides."""
    scores_by_seat: dict[str, list[SeatScore]] = defaultdict(list)
    for version in versions:
        for cell in version.cells:
            scores_by_seat[cell.seat].append(cell)
    seats = [_seat_sum(seat, of_seat, versions[-1].game) for seat, of_seat in scores_by_seat.items()]
    totals: dict[str, int] = {}
    for seat in seats:
        totals[side_of(seat.seat)] = totals.get(side_of(seat.seat), 0) + seat.points
    has_two_sides = len(totals) == 2  # noqa: PLR2004 - two sides
    return [
        SideSum(
            letter=letter,
            seats=[seat for seat in seats if side_of(seat.seat) == letter],
            total=total,
            average=sum(totals.values()) - 2 * total if has_two_sides else None,
        )
        for letter, total in totals.items()
    ]


def _seat_sum(seat: str, cells: Sequence[SeatScore], game: Game[Any, Any]) -> SeatSum:
    return SeatSum(
        seat=seat,
        players=list(dict.fromkeys(cell.player for cell in cells)),
        points=sum(cell.points for cell in cells),
        parts=sum_score_parts((line for cell in cells for line in cell.lines), game),
    )


def sum_score_parts(lines: Iterable[Line], game: Game[Any, Any]) -> list[ScorePart]:
    """Leave out lines without points."""
    points: dict[Text, list[int]] = defaultdict(list)
    for line in lines:
        if line.points:
            points[game.sum_name(line.rule)].append(line.points)
    return [
        ScorePart(name, len(points[name]), sum(points[name])) for name in game.all_sum_names if name in points
    ]
