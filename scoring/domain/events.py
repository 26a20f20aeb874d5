"""Reading the lines of a recorded evening (RULES §9): one event each, as typed by other programs."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.reports import HandReport, MalformedHand, parse_report
from tournaments.domain import setup
from tournaments.domain.refusals import Refused
from tournaments.enums import StageKind

Event = Mapping[str, Any]
PAIR = 2
UNREADABLE = ("Cc", "Cs")  # control characters, and halves of characters


LONGEST_TEXT = 80


class LineNotPlayable(Refused):
    """A line that makes no sense where it stands."""

    code = "line_not_playable"
    template = _("This line can't be played: %(why)s")


class ReportMalformed(Refused):
    code = "malformed_hand"
    template = _("The report of this line is no hand: %(why)s")


def read_event(line: bytes | str) -> Event:
    """The JSON object of a line. Raises LineNotPlayable."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LineNotPlayable(why="not JSON") from error
    if not isinstance(event, dict):
        raise LineNotPlayable(why="not a JSON object")
    return event


def text_of(event: Event, key: str) -> str:
    """A text that people can read: not empty, of at most 80 letters."""
    return _readable(event.get(key), key)


def players_of(event: Event) -> list[str]:
    """The names of the two players of a pair."""
    players = event.get("players")
    if not isinstance(players, list) or len(players) != PAIR:
        raise LineNotPlayable(why="a pair has two players")
    return [_readable(player, "player") for player in players]


def number_of(event: Event, key: str) -> int:
    """A whole number from 1."""
    value = event.get(key)
    if type(value) is not int or value < 1:
        raise LineNotPlayable(why=f"{key} is missing")
    return value


def settings_of(event: Event, at: datetime) -> setup.TournamentSettings:
    """The settings of a tournament's line: those under `stages` win over the plain ones."""
    stages = {} if event.get("stages") is None else event["stages"]
    if not isinstance(stages, dict):
        raise LineNotPlayable(why="stages")
    plans = {}
    for kind in StageKind.values:
        own = stages.get(kind, {})
        if not isinstance(own, dict):
            raise LineNotPlayable(why=f"stages.{kind}")
        figures = {**event, **own}
        plans[kind] = setup.StageSettings(number_of(figures, "best_of"), number_of(figures, "hands"))
    return setup.TournamentSettings(
        name=text_of(event, "name"),
        first_day=at.date(),
        last_day=at.date(),
        venue="",
        tables=8,
        groups=plans[StageKind.GROUPS],
        knockout=plans[StageKind.KNOCKOUT],
        advance=number_of(event, "advance"),
    )


def report_of(event: Event, turned: bool) -> HandReport:
    """The report of a line; `turned` when its side A was drawn as side B."""
    try:
        return parse_report(_turn(event.get("report")) if turned else event.get("report"))
    except MalformedHand as malformed:
        raise ReportMalformed(why=malformed.message.en) from malformed


def _readable(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise LineNotPlayable(why=f"{key} is missing")
    if len(value) > LONGEST_TEXT or any(unicodedata.category(letter) in UNREADABLE for letter in value):
        raise LineNotPlayable(why=f"{key} is no readable text of at most {LONGEST_TEXT} letters")
    return value


def _turn(report: object) -> object:
    """The same report with the sides' letters exchanged: partners stay together, so the score does too."""
    if not isinstance(report, dict):
        return report
    letters = {"A1": "B1", "B1": "A1", "A2": "B2", "B2": "A2"}
    turned = dict(report)
    if isinstance(report.get("seats"), dict):
        turned["seats"] = {letters.get(seat, seat): said for seat, said in report["seats"].items()}
    if isinstance(report.get("finisher"), str):
        turned["finisher"] = letters.get(report["finisher"], report["finisher"])
    return turned
