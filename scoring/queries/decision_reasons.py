"""Why an encounter was decided, annulled or opened again by people and not by its hands, as they said it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from tournaments.enums import EntrantState
from tournaments.models import Entrant, LogRow
from tournaments.schedule.bracket_slots import WALKED_OVER

DECIDED = ("walkover_recorded", "double_walkover_recorded", "places_awarded")


@dataclass(frozen=True)
class Ground:
    """Who left, or None where somebody decided without that; `reason` in the words it was given with."""

    entrant: Entrant | None
    reason: str

    @property
    def disqualified(self) -> bool:
        return bool(self.entrant and self.entrant.state == EntrantState.DISQUALIFIED)


def grounds_of(listing: EncounterListing) -> list[Ground]:
    """The grounds of a walkover, an annulment or a reopening, in one query; nothing where play decides."""
    encounter = listing.encounter
    if encounter.reopened_at and not listing.decided:
        reason = _reasons(listing, [], ("encounter_reopened",)).get(str(encounter.public_id), "")
        return [Ground(None, reason)] if reason else []
    if not (encounter.annulled_at or encounter.decided_by in WALKED_OVER):
        return []
    gone = _gone(listing)
    told = _reasons(listing, gone, ("entrant_left", *DECIDED))
    if gone:
        return [Ground(one, told.get(str(one.public_id), "")) for one in gone]
    reason = told.get(str(encounter.public_id), "")
    return [Ground(None, reason)] if reason else []


def _gone(listing: EncounterListing) -> list[Entrant]:
    """The entrants who had left when it was decided or annulled."""
    encounter = listing.encounter
    at = encounter.annulled_at or encounter.decided_at
    entrants = [side.entrant for side in listing.sides if side.entrant]
    left = [one for one in entrants if one.has_left and one.left_at]
    return [one for one in left if at and one.left_at and one.left_at <= at]


def _reasons(listing: EncounterListing, gone: Sequence[Entrant], actions: Sequence[str]) -> dict[str, str]:
    """The newest reason given with some actions, by the public id of what they changed."""
    subjects = [str(listing.encounter.public_id), *(str(one.public_id) for one in gone)]
    rows = LogRow.objects.filter(
        tournament=listing.encounter.stage.tournament_id, action__in=actions, subject__in=subjects
    )
    return {row.subject: json.loads(row.after or "{}").get("reason", "") for row in rows.order_by("pk")}
