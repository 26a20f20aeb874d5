"""Recompute the same figures slowly, from the texts of the ledger alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scoring.models import Entry, Match
from tournaments.models import Encounter, Tournament


@dataclass(frozen=True)
class RecountedTurn:
    encounter: Encounter
    match: Match
    entry: Entry
    seat: str
    player: int
    entrant: int
    hand_report: dict[str, Any]
    lines: list[dict[str, Any]]

    @property
    def side(self) -> str:
        return self.seat[0]

    @property
    def points(self) -> int:
        return sum(line["points"] for line in self.lines if line["seat"] == self.seat)

    @property
    def paid(self) -> bool:
        return any(line["seat"] == self.seat and line["rule"] == "unopened" for line in self.lines)

    @property
    def opening(self) -> str:
        seat = self.hand_report["seats"][self.seat]
        if "opening" in seat:
            return str(seat["opening"])
        mate = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}.get(self.seat)
        unasked = "A2" in self.hand_report["seats"] and self.hand_report.get("finisher") == mate
        return "unknown" if unasked and not self.hand_report["finish"]["direct"] else "none"

    @property
    def finish(self) -> tuple[bool, bool, str] | None:
        """Return whether it was direct, whether with pairs, and the last tile."""
        if self.hand_report.get("finisher") != self.seat:
            return None
        finish = self.hand_report["finish"]
        return (
            finish["direct"],
            self.hand_report["seats"][self.seat]["opening"] == "pairs",
            finish["last_tile"],
        )

    @property
    def fouls(self) -> Counter[str]:
        counted: Counter[str] = Counter()
        for foul in self.hand_report["seats"][self.seat].get("infractions", ()):
            counted[foul["code"]] += foul["count"]
        return counted


@dataclass
class Recount:
    hands: set[int] = field(default_factory=set)
    turns: int = 0
    points: int = 0
    paid: int = 0
    openings: Counter[str] = field(default_factory=Counter)
    finishes: Counter[tuple[bool, bool, str]] = field(default_factory=Counter)
    fouls: Counter[str] = field(default_factory=Counter)

    def add(self, turn: RecountedTurn) -> None:
        self.hands.add(turn.entry.pk)
        self.turns += 1
        self.points += turn.points
        self.paid += turn.paid
        self.openings[turn.opening] += 1
        self.fouls += turn.fouls
        if turn.finish:
            self.finishes[turn.finish] += 1


def turns_of(tournament: Tournament) -> Iterator[RecountedTurn]:
    for encounter in Encounter.objects.filter(stage__tournament=tournament).order_by("pk"):
        if encounter.annulled_at is not None or encounter.part == "extra":
            continue
        if encounter.decided_by in ("walkover", "double", "bye"):
            continue
        for match in encounter.matches.filter(counts=True).order_by("number"):
            for hand in match.hands.order_by("deal"):
                yield from _of_entry(encounter, match, hand.current)


def _of_entry(encounter: Encounter, match: Match, entry: Entry | None) -> Iterator[RecountedTurn]:
    if entry is None or entry.kind == "withdrawal" or entry.void:
        return
    report, lines = json.loads(entry.report), json.loads(entry.lines)
    entrants = dict(encounter.sides.values_list("letter", "entrant"))
    for seat in entry.seats.order_by("seat"):
        sits_for = entrants[seat.seat[0]]
        yield RecountedTurn(encounter, match, entry, seat.seat, seat.player_id, sits_for, report, lines)


def added(turns: Iterator[RecountedTurn] | list[RecountedTurn]) -> Recount:
    recount = Recount()
    for played in turns:
        recount.add(played)
    return recount
