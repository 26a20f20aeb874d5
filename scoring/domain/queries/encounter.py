"""One encounter as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch

from tournaments.enums import StageKind
from tournaments.models import Encounter, EncounterSide, EntrantPlayer, Tournament

from .bracket import TieName
from .meetings import Meeting, with_scores


@dataclass(frozen=True)
class EncounterView:
    """An encounter with its tournament. `tie` names it in a bracket; `ahead`: how many its table plays first."""

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
    meetings = with_scores(Encounter.objects.filter(public_id=encounter_id))
    if not meetings:
        raise Encounter.DoesNotExist
    meeting = meetings[0]
    encounter = meeting.encounter
    tournament = Tournament.objects.select_related("club").get(pk=encounter.stage.tournament_id)
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    sides = (
        EncounterSide.objects.filter(encounter=encounter)
        .select_related("entrant", "from_group", "from_encounter")
        .prefetch_related(Prefetch("entrant__roster", roster))
        .order_by("letter")
    )
    a, b = sides
    return EncounterView(
        meeting=Meeting(encounter, a, b, meeting.all_matches),
        tournament=tournament,
        tie=_tie(encounter),
        ahead=_ahead(encounter),
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
