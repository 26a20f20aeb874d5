from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.utils.translation import gettext, ngettext

from scoring.officials.domain.late_entries import LatePlace
from scoring.officials.queries.room_overview import RoundInRoom
from scoring.queries.round_names import round_title
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.stages.stage_names import stage_name

LAGGING_HANDS = 3
"""Hands behind the room that need attention."""
MINUTES_AN_HOUR = 60
STEP = timedelta(minutes=5)
MIDDLE, HAND, MOST = 22, 4, 4
"""A pin's position on the pace rail in percent: level, per hand; most hands shown."""


def round_heading(room_round: RoundInRoom) -> str:
    title = round_title(room_round.name)
    if room_round.name.kind == StageKind.KNOCKOUT and not room_round.stage.stage.name:
        return title
    return gettext("%(stage)s: %(round)s") % {"stage": room_round.stage.name, "round": title}


def late_place_text(place: LatePlace) -> str:
    """Say where a late entrant plays: the rest of a sentence that begins with the name."""
    stage = stage_name(place.stage)
    opponent_names = ", ".join(opponent.real_name for opponent in place.opponents)
    if place.stage.kind in SWISS_KINDS:
        return gettext("joins “%(stage)s” from its next round on.") % {"stage": stage}
    if place.group is None:
        labels = {"stage": stage, "name": opponent_names}
        return gettext("takes the place of a bye in “%(stage)s”, against %(name)s.") % labels
    labels = {
        "group": place.group.name,
        "stage": stage,
        "number": str(place.members),
        "names": opponent_names,
    }
    if place.group.name:
        return gettext("joins group %(group)s as number %(number)s, against %(names)s.") % labels
    return gettext("joins “%(stage)s” as number %(number)s, against %(names)s.") % labels


def reschedule_text(rounds: int, finish: str) -> str:
    text = gettext("%(count)s rounds in the group. Encounters that have begun stay where they are.")
    return f"{text % {'count': rounds}} {finish}".strip()


def late_rounds_text(rounds: int, finish: str) -> str:
    text = gettext("%(count)s rounds in the group. In the last ones only this entrant plays.")
    return f"{text % {'count': rounds}} {finish}".strip()


def pace_label(ahead: int) -> str:
    if not ahead:
        return gettext("level with the room")
    if ahead < 0:
        return ngettext("%(count)s hand behind", "%(count)s hands behind", -ahead) % {"count": -ahead}
    return ngettext("%(count)s hand ahead", "%(count)s hands ahead", ahead) % {"count": ahead}


def is_lagging(ahead: int | None) -> bool:
    return ahead is not None and ahead <= -LAGGING_HANDS


def pin_position(ahead: int) -> int:
    """Right of the middle means behind."""
    return MIDDLE - HAND * max(-MOST, min(MOST, ahead))


def hours_and_minutes(time: timedelta) -> tuple[int, int]:
    """Round up to five minutes, the estimate's precision."""
    return divmod(ceil(time / STEP) * STEP // timedelta(minutes=1), MINUTES_AN_HOUR)
