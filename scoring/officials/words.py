"""Words of the officials: the rounds of the hall, the place of who comes late."""

from __future__ import annotations

from django.utils.translation import gettext

from scoring.officials.domain.late_entrants import LatePlace
from scoring.officials.queries.hall import RoundInHall
from scoring.reading.words import round_title
from tournaments.domain.plans.wording import stage_name
from tournaments.enums import SWISS_KINDS, StageKind


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
