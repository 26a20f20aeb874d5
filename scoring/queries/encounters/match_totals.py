from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.db.models import Count, Q, QuerySet

from rules.games import game_of
from scoring.ledger.encounter_state import sums_by_side
from scoring.models import Hand
from tournaments.enums import SideLetter
from tournaments.models.stage import letters_of

RULE_SET = "match__encounter__stage__tournament__rule_book__rule_set_id"

FigureKind = Literal["average", "points", "a_hand", "left"]


@dataclass(frozen=True)
class MatchListing:
    """Penalties are by side; `deals` include void hands.

    `counts` is false if a walkover, correction or the bell made it unnecessary. `ends_at` penalties end
    it; None with a fixed number of hands.
    """

    number: int
    hands_per_match: int | None
    totals: Mapping[str, int] = field(default_factory=dict)
    played: int = 0
    winner: str | None = None
    counts: bool = True
    deals: int = 0
    ends_at: int | None = None

    @property
    def cache_value(self) -> tuple[object, ...]:
        state = (self.hands_per_match, self.winner, self.counts, self.ends_at)
        return self.number, self.played, self.deals, *state, *self.totals.items()

    @property
    def figure_kind(self) -> FigureKind:
        return figure_kind_of(self.ends_at)

    @property
    def a(self) -> int | None:
        return self.total("A")

    @property
    def b(self) -> int | None:
        return self.total("B")

    @property
    def leader(self) -> str | None:
        lowest = [letter for letter, points in self.totals.items() if points == min(self.totals.values())]
        return lowest[0] if len(lowest) == 1 else None

    @property
    def decided_by_unopened(self) -> bool:
        """Whether penalties for not opening decided it."""
        return self.winner is not None and self.a is not None and set(self.totals.values()) == {self.a}

    @property
    def next_number(self) -> int:
        return self.played + 1

    @property
    def extra(self) -> bool:
        fixed_hands, highest_total = self.hands_per_match, max(self.totals.values(), default=0)
        ended = fixed_hands is not None and self.played >= fixed_hands
        return self.winner is None and (ended or (self.ends_at is not None and highest_total >= self.ends_at))

    def total(self, letter: str) -> int | None:
        return self.totals.get(letter)


def figure_kind_of(ends_at: int | None) -> FigureKind:
    return "points" if ends_at is None else "left"


def _select_scores(encounters: list[int]) -> QuerySet[Hand, dict[str, Any]]:
    """Select matches with sums by side, `deals` and `played` (without void)."""
    rows: QuerySet[Hand, dict[str, Any]] = (
        Hand.objects.played()
        .filter(match__encounter__in=encounters, counts=True)
        .values(
            "match__encounter",
            "match__encounter__stage__hands_per_match",
            "match__encounter__stage__kind",
            RULE_SET,
            "match__number",
            "match__winner",
            "match__counts",
        )
        .annotate(
            **sums_by_side(SideLetter.values),
            played=Count("pk", filter=Q(current__void=False), distinct=True),
            deals=Count("pk", distinct=True),
        )
        .order_by("match__encounter", "match__number")
    )
    return rows


def read_scores(encounters: list[int]) -> dict[int, list[MatchListing]]:
    """Return matches with deals that count, by encounter's primary key; `totals` is empty if all are void."""
    scores: dict[int, list[MatchListing]] = defaultdict(list)
    for row in _select_scores(encounters) if encounters else ():
        scores[row["match__encounter"]].append(
            MatchListing(
                number=row["match__number"],
                hands_per_match=row["match__encounter__stage__hands_per_match"],
                totals=_totals(row) if row["played"] else {},
                played=row["played"],
                winner=row["match__winner"],
                counts=row["match__counts"],
                deals=row["deals"],
                ends_at=game_of(row[RULE_SET]).ends_at,
            )
        )
    return scores


def _totals(row: Mapping[str, Any]) -> dict[str, int]:
    letters = letters_of(row["match__encounter__stage__kind"])
    return {letter: row[f"sum_{letter}"] or 0 for letter in letters}
