"""One encounter as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch

from tournaments.enums import StageKind
from tournaments.models import Encounter, EntrantPlayer, Tournament

from .bracket import TieName
from .meetings import SIDES, Meeting, with_scores


@dataclass(frozen=True)
class EncounterView:
    """An encounter, its tournament, its name in a bracket, and how many its table plays first (`ahead`)."""

    meeting: Meeting
    tournament: Tournament
    tie: TieName | None
    ahead: int

    @property
    def encounter(self) -> Encounter:
        return self.meeting.encounter


def read_encounter(encounter_id: UUID) -> EncounterView:
    """An encounter by its public id, with its players, in a fixed number of queries.

    Raises Encounter.DoesNotExist.
    """
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    seated = SIDES.prefetch_related(Prefetch("entrant__roster", roster))
    related = Encounter.objects.select_related("stage__tournament__club")
    meetings = with_scores(related.filter(public_id=encounter_id), sides=seated)
    if not meetings:
        raise Encounter.DoesNotExist
    meeting = meetings[0]
    return EncounterView(
        meeting=meeting,
        tournament=meeting.encounter.stage.tournament,
        tie=_tie(meeting.encounter),
        ahead=_ahead(meeting.encounter) if meeting.ready else 0,
    )


def _tie(encounter: Encounter) -> TieName | None:
    if encounter.stage.kind != StageKind.KNOCKOUT:
        return None
    ties = encounter.stage.encounters.filter(round=encounter.round).count()
    return TieName(ties, encounter.position + 1)


def _ahead(encounter: Encounter) -> int:
    """Encounters that its table has still to play before it."""
    return (
        Encounter.objects.undecided()
        .filter(table=encounter.table_id, queue_place__lt=encounter.queue_place or 0)
        .count()
    )
