from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from tournaments.enums import WALKOVERS, EntrantState
from tournaments.models import Entrant, LogRow

DECISION_ACTIONS = ("walkover_recorded", "double_walkover_recorded", "places_awarded")


@dataclass(frozen=True)
class DecisionReason:
    entrant: Entrant | None
    reason: str

    @property
    def disqualified(self) -> bool:
        return bool(self.entrant and self.entrant.state == EntrantState.DISQUALIFIED)


def read_decision_reasons(listing: EncounterListing) -> list[DecisionReason]:
    """Read why a walkover, annulment or reopening was decided; empty for others or without a reason.

    Each withdrawn entrant has one, perhaps blank; other reasons have no entrant.
    """
    encounter = listing.encounter
    if encounter.reopened_at and not listing.decided:
        reason = _reasons(listing, [], ("encounter_reopened",)).get(str(encounter.public_id), "")
        return [DecisionReason(None, reason)] if reason else []
    if not (encounter.annulled_at or encounter.decided_by in WALKOVERS):
        return []
    departed = _departed_entrants(listing)
    reasons = _reasons(listing, departed, ("entrant_left", *DECISION_ACTIONS))
    if departed:
        return [DecisionReason(entrant, reasons.get(str(entrant.public_id), "")) for entrant in departed]
    reason = reasons.get(str(encounter.public_id), "")
    return [DecisionReason(None, reason)] if reason else []


def _departed_entrants(listing: EncounterListing) -> list[Entrant]:
    encounter = listing.encounter
    at = encounter.annulled_at or encounter.decided_at
    entrants = [side.entrant for side in listing.sides if side.entrant]
    departed = [entrant for entrant in entrants if entrant.has_left and entrant.left_at]
    return [entrant for entrant in departed if at and entrant.left_at and entrant.left_at <= at]


def _reasons(
    listing: EncounterListing, departed: Sequence[Entrant], actions: Sequence[str]
) -> dict[str, str]:
    subjects = [str(listing.encounter.public_id), *(str(entrant.public_id) for entrant in departed)]
    rows = LogRow.objects.filter(
        tournament=listing.encounter.stage.tournament_id, action__in=actions, subject__in=subjects
    )
    return {row.subject: json.loads(row.after or "{}").get("reason", "") for row in rows.order_by("pk")}
