from __future__ import annotations

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from scoring.models import Bell
from scoring.play import bell
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    first_stage,
    level_report,
    open_tournament,
    play_hand,
    report,
)
from tournaments.draws.domain.stage_layout import store_order
from tournaments.enums import TimeUp
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, Tournament
from tournaments.schedule.change import Change
from tournaments.schedule.stage_encounters import SeedEntrant
from tournaments.stages.stage_settings import FeedSettings, StageSettings


def timed_knockout(*, best_of: int = 3, hands: int = 5, least: int = 3, **changes: Any) -> Tournament:
    limits = {"time_up": changes.pop("time_up", TimeUp.BELL).value, "least_hands": least}
    stage = StageSettings("knockout", best_of, hands, **limits)
    tournament = open_tournament(pairs=4, stages=(stage,), **changes)
    store_order(
        first_stage(tournament),
        [SeedEntrant(entrant) for entrant in tournament.entrants.order_by("number")],
        at=NOW,
    )
    tournament.refresh_from_db()
    return tournament


def timed_groups(*, best_of: int = 3, hands: int = 5, least: int = 3) -> Tournament:
    limits: dict[str, Any] = {"time_up": TimeUp.BELL.value, "least_hands": least}
    stages = (
        StageSettings("groups", best_of, hands, **limits),
        StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 2),)),
    )
    return drawn_tournament(pairs=6, groups=2, stages=stages)


def play(encounter: Encounter, hands: str) -> None:
    """Play hands: A or B is the finishing side, = is a level hand."""
    for finisher in hands:
        play_hand(encounter, level_report() if finisher == "=" else report(finisher=f"{finisher}1"))
    encounter.refresh_from_db()


def round_of(encounter: Encounter) -> bell.StageRound:
    return bell.StageRound(encounter.stage, encounter.part, encounter.round)


def ring_bell(encounter: Encounter, *, between: Collection[Encounter] = (), **changes: Any) -> Bell:
    """Ring for an encounter's round; the encounters in `between` have no hand in play."""
    arguments: dict[str, Any] = {"key": uuid.uuid4().hex, "by": CONSOLE, "at": NOW} | changes
    rung = bell.ring_bell(
        stage_round=round_of(encounter),
        between={encounter_between.public_id for encounter_between in between},
        **arguments,
    )
    encounter.refresh_from_db()
    return rung


def take_bell_back(
    encounter: Encounter, *, by: Actor = CONSOLE, at: datetime = NOW, keep_later_play: bool = False
) -> None:
    bell.take_bell_back(
        stage_round=round_of(encounter), change=Change(by, at, keep_later_play=keep_later_play)
    )
    encounter.refresh_from_db()


def encounters_of_round(tournament: Tournament, number: int = 1) -> list[Encounter]:
    return [
        encounter
        for encounter in encounters_of(tournament)
        if (encounter.stage.position, encounter.round) == (1, number)
    ]
