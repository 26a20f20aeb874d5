"""Random tournaments in which hands end in every way, and players are replaced in between."""

from __future__ import annotations

from typing import Any

from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.reports import parse_report
from rules.hands import HandReport
from rules.seats import side_of
from scoring.ledger.rulebooks import rules_of
from tests.factories import NOW, void_report
from tests.simulation.random_evening import SimulatedEvening
from tournaments.enums import SINGLES_KINDS, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter
from tournaments.play import substitutes

SINGLES, PAIRS = ("A1", "B1", "C1", "D1"), ("A1", "B1", "A2", "B2")
FOULS = ("opening_taken_back", "invalid_meld", "side_tile_returned")


class VariedEvening(SimulatedEvening):
    def _report(self, encounter: Encounter) -> HandReport:
        rules = rules_of(encounter.stage.tournament.rule_book)
        singles = encounter.stage.kind in SINGLES_KINDS
        if not singles and self.chance.random() < 0.05:
            self.incident_counts["void hands"] += 1
            return void_report()
        while True:
            report = parse_report(self._random_hand(SINGLES if singles else PAIRS))
            if not find_errors(report, rules) and not find_warnings(report, rules):
                return report

    def _random_hand(self, seats: tuple[str, ...]) -> dict[str, Any]:
        if self.chance.random() < 0.1:
            seat_reports = {seat: self._random_seat(self._random_opening()) for seat in seats}
            return {"outcome": "deck_exhausted", "seats": seat_reports}
        finisher = self.chance.choice(seats)
        direct = self.chance.random() < 0.15
        seat_reports = {
            seat: self._random_seat("none" if direct else self._random_opening()) for seat in seats
        }
        seat_reports[finisher] = {
            key: value for key, value in seat_reports[finisher].items() if key == "infractions"
        }
        seat_reports[finisher]["opening"] = "series" if self.chance.random() < 0.8 else "pairs"
        for seat in seats:
            if side_of(seat) == side_of(finisher) and seat != finisher and self.chance.random() < 0.7:
                seat_reports[seat] = {
                    key: value for key, value in seat_reports[seat].items() if key == "infractions"
                }
        last = self.chance.choice(["plain", "plain", "plain", "okey", "double_okey"])
        return {
            "outcome": "finished",
            "finisher": finisher,
            "finish": {"last_tile": last, "direct": direct},
            "seats": seat_reports,
        }

    def _random_opening(self) -> str:
        return self.chance.choice(["series", "series", "pairs", "none"])

    def _random_seat(self, opening: str) -> dict[str, Any]:
        seat: dict[str, Any] = {"opening": opening}
        if opening != "none":
            seat["rack"] = {"points": self.chance.randint(1, 120), "okeys": int(self.chance.random() < 0.05)}
        if self.chance.random() < 0.1:
            code = self.chance.choice(FOULS)
            seat["infractions"] = [{"code": code, "count": self.chance.randint(1, 2)}]
        return seat

    def _random_incident(self) -> None:
        if self.chance.random() < 0.35:
            self._substitute()
        else:
            super()._random_incident()

    def _substitute(self) -> None:
        """Replace a player by a new one or by the previous player of the seat."""
        playing = list(self.tournament.entrants.in_play().order_by("number"))
        entrant = self.chance.choice(playing)
        self.tournament.refresh_from_db()
        if self.tournament.state != TournamentState.PLAYING:
            return
        leaves = self.chance.choice(list(entrant.players.order_by("pk")))
        comes = f"Yedek {self.incident_counts['substitutes'] + 1}"
        substitutes.substitute(entrant=entrant, old_player=leaves, new_name=comes, by=CONSOLE, at=NOW)
        self._note_incident("substitutes", f"{comes} for {leaves.name}")
