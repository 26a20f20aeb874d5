"""Begun encounters keep their sides: which ones have begun, and the refusal of a change to them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.enums import WALKOVERS, DecidedBy, EncounterState, EntrantState
from tournaments.models import Encounter
from tournaments.naming.names import join_sides
from tournaments.refusals import Refused


class LaterPlayAffected(Refused):
    """A change of a result would change the sides of `encounters`."""

    code = "later_play_affected"
    template = _("Later encounters that depend on this result have begun: %(names)s. The organizer decides.")

    def __init__(self, encounters: Sequence[Encounter]) -> None:
        self.encounters = list(encounters)
        super().__init__(names="; ".join(_encounter_label(encounter) for encounter in self.encounters))


def has_begun(encounter: Encounter) -> bool:
    """Byes and absences don't count."""
    if encounter.state == EncounterState.DECIDED:
        return encounter.decided_by != DecidedBy.BYE and not is_decided_by_absence(encounter)
    return encounter.state == EncounterState.PLAYING


def is_decided_by_absence(encounter: Encounter) -> bool:
    """An entrant had left before any hand."""
    if encounter.decided_by not in WALKOVERS or encounter.started_at is not None:
        return False
    return encounter.sides.exclude(entrant=None).exclude(entrant__state=EntrantState.PLAYING).exists()


def _encounter_label(encounter: Encounter) -> str:
    return join_sides(side.entrant.name if side.entrant else "?" for side in encounter.sides_in_order)
