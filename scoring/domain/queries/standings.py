"""Groups as pages show them: the standing rows that a task keeps, and how fresh they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.core.exceptions import ObjectDoesNotExist

from rules.text import Text
from scoring.models import Standing, StandingsTable
from tournaments.models import Entrant, Group

from .frame import Frame
from .meetings import Meeting
from .qualification import Qualification, group_places, qualification_of


@dataclass(frozen=True)
class Place:
    """An entrant's row in its group; `rank` and `standing` are None before the first refresh.

    `through` is who goes on for certain: once the bracket is drawn, whom it holds.
    """

    entrant: Entrant
    rank: int | None = None
    standing: Standing | None = None
    through: bool = False

    @property
    def reasons(self) -> list[Text]:
        return [Text(**reason) for reason in self.standing.reasons] if self.standing else []


@dataclass(frozen=True)
class GroupTable:
    """A group in order, the number that go on from it, and its encounters.

    `waits_for_lot` and `overtaken` as in `Qualification`.
    """

    group: Group
    places: Sequence[Place]
    advance: int
    waits_for_lot: bool
    overtaken: bool
    meetings: Sequence[Meeting] = field(default=())

    @property
    def playing(self) -> int:
        return sum(meeting.playing for meeting in self.meetings)

    @property
    def left(self) -> int:
        """Encounters that are not decided yet."""
        return sum(not meeting.decided for meeting in self.meetings)


@dataclass(frozen=True)
class Standings:
    """All groups; `as_of_hands` is the number of hands they rest on where newer ones were written since."""

    groups: Sequence[GroupTable]
    lots: Sequence[Group]
    as_of_hands: int | None

    @property
    def marked(self) -> bool:
        """Whether there is a state to show: somebody is through for certain."""
        return any(place.through for table in self.groups for place in table.places)


def read_standings(frame: Frame, meetings: Sequence[Meeting]) -> Standings:
    """The groups of a tournament in two queries, each with its own of the tournament's `meetings`."""
    rows = (
        Standing.objects.filter(stage=frame.groups_stage)
        .select_related("group", "entrant")
        .order_by("group__position", "place", "pk")
    )
    places = group_places(frame.tournament)
    qualification = qualification_of(places, meetings)
    ranked = [(row.group, _place(row, qualification)) for row in rows]
    entered = [(place.group, Place(place.entrant)) for place in places]
    # Rows left from a draw that was taken back would name groups that are gone.
    listed = ranked if len(ranked) == len(entered) else entered
    tables = [
        GroupTable(
            group=group,
            places=[place for _group, place in members],
            advance=frame.advance,
            waits_for_lot=group in qualification.lots,
            overtaken=group in qualification.overtaken,
            meetings=[meeting for meeting in meetings if meeting.encounter.group_id == group.pk],
        )
        for group, members in groupby(listed, key=lambda item: item[0])
    ]
    return Standings(groups=tables, lots=qualification.lots, as_of_hands=_stale_since(frame))


def _place(row: Standing, qualification: Qualification) -> Place:
    held = qualification.through
    through = row.qualified if held is None else row.entrant_id in held
    return Place(row.entrant, row.rank, row, through)


def _stale_since(frame: Frame) -> int | None:
    """The hands that the rows rest on, where the ledger has gone on since."""
    table = _table_of(frame)
    if table is None or table.refreshed_at is None or table.as_of >= frame.groups_stage.ledger_version:
        return None
    return table.hands


def _table_of(frame: Frame) -> StandingsTable | None:
    try:
        return frame.groups_stage.standings_table
    except ObjectDoesNotExist:
        return None
