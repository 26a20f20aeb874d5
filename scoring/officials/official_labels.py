"""Words of the officials: the hall's rounds, how its tables keep up, the place of who comes late."""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.utils.translation import gettext, ngettext

from scoring.officials.domain.late_entries import LatePlace
from scoring.officials.queries.room_overview import RoundInHall
from scoring.queries.play_labels import round_title
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.stages.stage_names import stage_name

LAGS = 3
"""So many hands behind the room a table is one to look after."""
MINUTES_AN_HOUR = 60
STEP = timedelta(minutes=5)
MIDDLE, HAND, MOST = 22, 4, 4
"""Where the pin stands with the room, how far a hand moves it, and how many hands fit on the rail."""


def round_heading(part: RoundInHall) -> str:
    """A round with its stage, where a round alone does not tell which."""
    round_said = round_title(part.name)
    if part.name.kind == StageKind.KNOCKOUT and not part.stage.stage.name:
        return round_said
    return gettext("%(stage)s: %(round)s") % {"stage": part.stage.name, "round": round_said}


def late_place(place: LatePlace) -> str:
    """Where somebody who comes late plays, and whom he meets."""
    stage = stage_name(place.stage)
    met = ", ".join(one.real_name for one in place.opponents)
    if place.stage.kind in SWISS_KINDS:
        return gettext("joins “%(stage)s” from its next round on.") % {"stage": stage}
    if place.group is None:
        told = {"stage": stage, "name": met}
        return gettext("takes the place of a bye in “%(stage)s”, against %(name)s.") % told
    told = {"group": place.group.name, "stage": stage, "number": str(place.members), "names": met}
    if place.group.name:
        return gettext("joins group %(group)s as number %(number)s, against %(names)s.") % told
    return gettext("joins “%(stage)s” as number %(number)s, against %(names)s.") % told


def pace_words(ahead: int) -> str:
    """How many hands a table is ahead of the room, or behind it."""
    if not ahead:
        return gettext("with the room")
    if ahead < 0:
        return ngettext("%(count)s hand behind", "%(count)s hands behind", -ahead) % {"count": -ahead}
    return ngettext("%(count)s hand ahead", "%(count)s hands ahead", ahead) % {"count": ahead}


def lags(ahead: int | None) -> bool:
    """Whether a table is so far behind that somebody should look."""
    return ahead is not None and ahead <= -LAGS


def pin(ahead: int) -> int:
    """Where a table's pin stands on the rail: to the right of the middle who is behind."""
    return MIDDLE - HAND * max(-MOST, min(MOST, ahead))


def hours_and_minutes(time: timedelta) -> tuple[int, int]:
    """A time of play up to the next five minutes: nobody knows it better."""
    return divmod(ceil(time / STEP) * STEP // timedelta(minutes=1), MINUTES_AN_HOUR)
