from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pytest

from rules.games.okey_points.reports import parse_report as parse_okey
from rules.games.okey_task.reports import parse_report as parse_task
from rules.hands import Report
from scoring.play.recording import RecordedEntry
from tests.factories import drawn_tournament, play_hand, report
from tests.rules.games.okey_task.hand_builders import finished, with_exchanged_jokers
from tournaments.models import Encounter, Tournament
from tournaments.stages.stage_settings import Length, groups_then_knockout


@dataclass(frozen=True, eq=False)
class PlayedGame:
    """A rule set, the number of hands, and an ordinary hand finished by A1.

    `other_hand` is a correction; `typed_fields` and `corrected_fields` are posted forms of both.
    """

    rule_set: str
    hands: int | None
    hand: Report
    other_hand: Report
    typed_fields: dict[str, str]
    corrected_fields: dict[str, str]

    def draw_tournament(self, **changes: Any) -> Tournament:
        length = Length(best_of=1, hands=self.hands)
        stages = groups_then_knockout(length, length)
        return drawn_tournament(**{"rule_set_id": self.rule_set, "stages": stages} | changes)

    def play(self, encounter: Encounter) -> RecordedEntry:
        return play_hand(encounter, self.hand)

    def __str__(self) -> str:
        return self.rule_set


def _okey(last_tile: str = "plain") -> Report:
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2", "B2")}
    finish = {"hand": "groups", "last_tile": last_tile}
    hand = {"outcome": "finished", "finisher": "A1", "finish": finish, "indicator_shown_by": "A2"}
    return parse_okey({"seats": seats} | hand)


OF_101: Final = PlayedGame(
    "101-pairs",
    hands=11,
    hand=report(),
    other_hand=report(points=(31, 40)),
    typed_fields={"end": "A1", "finish": "plain", "A1-opening": "series"}
    | {"B1-opening": "series", "B1-points": "30", "B2-opening": "series", "B2-points": "40"},
    corrected_fields={"B1-points": "31"},
)
COUNTDOWN: Final = PlayedGame(
    "okey-countdown",
    hands=None,
    hand=_okey(),
    other_hand=_okey("okey"),
    typed_fields={"end": "A1", "hand": "groups", "shown": "A2"},
    corrected_fields={"okey": "on"},
)
STANDARD: Final = PlayedGame(**vars(COUNTDOWN) | {"rule_set": "okey-standard"})
_LEFT: Final = {"B1-points": "12", "A2-points": "30", "B2-points": "30"}
TASK: Final = PlayedGame(
    "okey-task",
    hands=11,
    hand=parse_task(finished(B1=with_exchanged_jokers(("series", 12)))),
    other_hand=parse_task(finished(B1=with_exchanged_jokers(("series", 21)))),
    typed_fields={"end": "A1", "task": "seri_4", "B1-opened": "on", "B1-jokers": "1"} | _LEFT,
    corrected_fields={"B1-points": "21"},
)

OTHERS: Final = (COUNTDOWN, STANDARD, TASK)
EVERY: Final = (OF_101, *OTHERS)
in_every_game = pytest.mark.parametrize("game", EVERY, ids=str)
in_other_games = pytest.mark.parametrize("game", OTHERS, ids=str)
STANDARD_TOO: Final = pytest.param(STANDARD, marks=pytest.mark.release)
"""The same game as the countdown variant: slow tests run it only at a release."""
TASK_TOO: Final = pytest.param(TASK, marks=pytest.mark.release)
"""For lists that depend on no game: 101 and one other game are enough."""
