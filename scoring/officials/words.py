"""Words of the hall: its rounds."""

from __future__ import annotations

from django.utils.translation import gettext

from scoring.officials.queries.hall import RoundInHall
from scoring.reading.words import round_title
from tournaments.enums import StageKind


def round_heading(part: RoundInHall) -> str:
    """A round with its stage, where a round alone does not tell which."""
    round_said = round_title(part.name)
    if part.name.kind == StageKind.KNOCKOUT and not part.stage.stage.name:
        return round_said
    return gettext("%(stage)s: %(round)s") % {"stage": part.stage.name, "round": round_said}
