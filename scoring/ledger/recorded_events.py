from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.games.game import Game
from rules.hands import Report
from rules.strict_json import Malformed, decode
from tournaments.enums import StageKind
from tournaments.naming.names import MAX_NAME_LENGTH
from tournaments.refusals import Refused
from tournaments.setup.domain import tournament_settings
from tournaments.stages.stage_settings import Length, groups_then_knockout, usual_tie_breaks

Event = Mapping[str, Any]
PAIR_SIZE = 2
ADVANCE = (1, 2)
UNREADABLE = ("Cc", "Cs")  # control characters and surrogates


class LineNotPlayable(Refused):
    code = "line_not_playable"
    template = _("This line can't be played: %(why)s")


class ReportMalformed(Refused):
    code = "malformed_hand"
    template = _("The report in this line isn't a hand: %(why)s")


def read_event(line: bytes | str) -> Event:
    try:
        event = decode(line)
    except Malformed as malformed:
        raise LineNotPlayable(why=malformed.message.en) from malformed
    if not isinstance(event, dict):
        raise LineNotPlayable(why="not a JSON object")
    return event


def read_text(event: Event, key: str, max_length: int = MAX_NAME_LENGTH) -> str:
    return _require_readable(event.get(key), key, max_length)


def read_players(event: Event) -> list[str]:
    players = event.get("players")
    if not isinstance(players, list) or len(players) != PAIR_SIZE:
        raise LineNotPlayable(why="a pair has two players")
    return [_require_readable(player, "player") for player in players]


def read_number(event: Event, key: str) -> int:
    """Refuse anything but whole numbers from 1."""
    value = event.get(key)
    if type(value) is not int or value < 1:
        raise LineNotPlayable(why=f"{key} is missing")
    return value


def read_settings(event: Event, game: Game[Any, Any], at: datetime) -> tournament_settings.TournamentSettings:
    """Groups and a knock-out on the day of `at` at 8 tables; lengths under `stages` take precedence.

    Raises LineNotPlayable, also unless `advance` is 1 or 2.
    """
    stages = {} if event.get("stages") is None else event["stages"]
    if not isinstance(stages, dict):
        raise LineNotPlayable(why="stages")
    plans = {}
    for kind in (StageKind.GROUPS, StageKind.KNOCKOUT):
        stage_figures = stages.get(kind, {})
        if not isinstance(stage_figures, dict):
            raise LineNotPlayable(why=f"stages.{kind}")
        figures = {**event, **stage_figures}
        open_length = game.ends_at is not None and figures.get("hands") is None
        hands = None if open_length else read_number(figures, "hands")
        plans[kind] = Length(read_number(figures, "best_of"), hands)
    advance = read_number(event, "advance")
    if advance not in ADVANCE:
        raise LineNotPlayable(why=f"advance {advance}: the couples of the bracket are for {ADVANCE}")
    return tournament_settings.TournamentSettings(
        name=read_text(event, "name"),
        first_day=at.date(),
        last_day=at.date(),
        tables=8,
        stages=groups_then_knockout(
            plans[StageKind.GROUPS],
            plans[StageKind.KNOCKOUT],
            advance,
            usual_tie_breaks(StageKind.GROUPS, game),
        ),
    )


def read_report(event: Event, game: Game[Any, Any], sides_exchanged: bool) -> Report:
    """Return the event's report, with sides A and B swapped if `sides_exchanged`. Raises ReportMalformed."""
    try:
        parsed = game.parse_report(event.get("report"))
        report: Report = (
            game.parse_report(_with_sides_exchanged(parsed.to_dict())) if sides_exchanged else parsed
        )
    except Malformed as malformed:
        raise ReportMalformed(why=malformed.message.en) from malformed
    return report


def _require_readable(value: object, key: str, max_length: int = MAX_NAME_LENGTH) -> str:
    if not isinstance(value, str) or not value.strip():
        raise LineNotPlayable(why=f"{key} is missing")
    if len(value) > max_length or any(unicodedata.category(letter) in UNREADABLE for letter in value):
        raise LineNotPlayable(why=f"{key} is no readable text of at most {max_length} letters")
    return value


_LETTERS = str.maketrans("AB", "BA")
_SIDE_KEYED_FIELDS = ("seats", "before", "finisher", "indicator_shown_by")


def _with_sides_exchanged(entry: dict[str, Any]) -> dict[str, Any]:
    return entry | {
        name: _with_letters_exchanged(entry[name]) for name in _SIDE_KEYED_FIELDS if name in entry
    }


def _with_letters_exchanged(side_names: Any) -> Any:
    if isinstance(side_names, str):
        return side_names.translate(_LETTERS)
    return {name.translate(_LETTERS): value for name, value in side_names.items()}
