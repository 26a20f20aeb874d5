from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.games.okey101.reports import parse_report
from rules.games.okey101.switches import MultiplierRule
from rules.hands import HandReport
from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import rules_of
from scoring.models import Entry, Hand, Match
from scoring.officials.domain import amendments
from scoring.officials.domain.amendments import Amendment
from scoring.play.later_play import LaterPlayChoice
from tests.factories import (
    NOW,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tournaments.enums import StageKind
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, RuleBook, Stage, Tournament

FLAT: dict[str, Any] = {"multiplier": MultiplierRule.NONE}
"""Switches under which every finish counts the same."""


def rules(tournament: Tournament, **switches: Any) -> Any:
    tournament.refresh_from_db()
    return replace(rules_of(tournament.rule_book), **switches)


def change(tournament: Tournament, other: RuleSet) -> None:
    amendments.change_rules(tournament=tournament, rules=other, by=CONSOLE, at=NOW)


def preview(tournament: Tournament, **switches: Any) -> Amendment:
    return amendments.preview_amendment(tournament=tournament, rules=rules(tournament, **switches))


def amend(
    tournament: Tournament,
    *,
    reason: str = "Yanlış kural kitabı",
    seen: str = "",
    later: LaterPlayChoice = LaterPlayChoice.ASKS,
    by: Actor = CONSOLE,
    **switches: Any,
) -> Amendment:
    other = rules(tournament, **switches)
    seen = seen or amendments.preview_amendment(tournament=tournament, rules=other).state_digest
    return amendments.amend_rules(
        tournament=tournament, rules=other, reason=reason, state_digest=seen, later=later, by=by, at=NOW
    )


def stored_state(tournament: Tournament) -> tuple[Any, ...]:
    tournament.refresh_from_db()
    return (
        tournament.rule_book_id,
        tournament.counter,
        list(Entry.objects.order_by("pk").values_list("pk", "hash")),
        list(Hand.objects.order_by("pk").values_list("pk", "current")),
        list(Match.objects.order_by("pk").values_list("pk", "winner", "counts")),
        list(Encounter.objects.order_by("pk").values_list("pk", "winner", "state", "sides__entrant")),
        list(Stage.objects.order_by("pk").values_list("ledger_version", "drawn_at")),
        LogRow.objects.count(),
        RuleBook.objects.count(),
    )


def turning_hands() -> list[HandReport]:
    """Return three hands: A wins by 2 thanks to its double okey, B once that counts simply."""
    double_okey = {"last_tile": "double_okey", "direct": False}
    return [
        report(points=(5, 5), finish=double_okey),
        report(finisher="B1", points=(60, 60)),
        report(finisher="B1", points=(60, 60)),
    ]


def play_turning_hands(encounter: Encounter) -> None:
    for hand in turning_hands():
        play_hand(encounter, hand)


def uneven_report() -> HandReport:
    racks = {"A2": 10, "B1": 106, "B2": 106}
    seats: dict[str, Any] = {
        seat: {"opening": "series", "rack": {"points": points}} for seat, points in racks.items()
    }
    return parse_report({"outcome": "deck_exhausted", "seats": seats | {"A1": {"opening": "none"}}})


def group_encounters(tournament: Tournament, name: str = "A") -> list[Encounter]:
    return [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.group is not None and encounter.group.name == name
    ]


def play_groups(tournament: Tournament, turning: Callable[[Encounter], bool] = lambda _one: False) -> None:
    for encounter in encounters_of(tournament):
        if encounter.stage.kind == StageKind.GROUPS:
            play = play_turning_hands if turning(encounter) else play_encounter
            play(encounter)


def is_in_group_a(encounter: Encounter) -> bool:
    return encounter.group is not None and encounter.group.name == "A"
