"""One encounter as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch

from scoring.domain.seating import sent_on
from tournaments.models import Encounter, EntrantPlayer, Tournament

from .meetings import SIDES, Meeting, with_scores
from .rounds import TieName, read_round_names, tie_name_of


@dataclass(frozen=True)
class EncounterView:
    """An encounter, its tournament, its name in a bracket, and how many its table plays first (`ahead`).

    `sent_on` says how many of a table of four go on; None of the last one, and of two sides.
    """

    meeting: Meeting
    tournament: Tournament
    tie: TieName | None
    ahead: int
    sent_on: int | None = None

    @property
    def first_places(self) -> int:
        """How many places go on, or win."""
        return self.sent_on or 1

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
        sent_on=sent_on(meeting.encounter),
    )


def _tie(encounter: Encounter) -> TieName | None:
    if encounter.group_id is not None:
        return None
    return tie_name_of(encounter, read_round_names([encounter.stage]))


def _ahead(encounter: Encounter) -> int:
    """Encounters that its table has still to play before it."""
    return (
        Encounter.objects.undecided()
        .filter(table=encounter.table_id, queue_place__lt=encounter.queue_place or 0)
        .count()
    )
