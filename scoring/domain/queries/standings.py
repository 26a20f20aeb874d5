"""Tables of standings as pages show them: the rows that a task keeps, and how fresh they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.core.exceptions import ObjectDoesNotExist

from rules.steps import Step, steps_named
from rules.text import Text
from scoring.enums import Outlook
from scoring.models import Standing, StandingsTable
from tournaments.enums import EntrantState
from tournaments.models import Entrant, Feed, Group, GroupPlace

from .frame import Frame, StageInFrame
from .meetings import Meeting
from .qualification import Qualification, group_places, qualification_of

LONG = 14
"""A table with more places is cut where it is not alone on the page."""
LEADING = 10


@dataclass(frozen=True)
class Place:
    """An entrant's row in its group; `rank` and `standing` are None before the first refresh.

    `outlook` is what it can still reach, as `Outlook` names it, or blank. `goes_to` is the stage that it goes
    on to, once that is certain.
    """

    entrant: Entrant
    rank: int | None = None
    standing: Standing | None = None
    outlook: str = ""
    goes_to: StageInFrame | None = None

    @property
    def through(self) -> bool:
        """Whether it is among the first for certain."""
        return self.outlook == Outlook.THROUGH

    @property
    def out(self) -> bool:
        return self.outlook == Outlook.OUT

    @property
    def estimated(self) -> bool:
        """Whether the outlook rests on wins alone: it may say more often than need be that all is open."""
        return bool(self.standing and self.outlook == self.standing.outlook and not self.standing.exact)

    @property
    def left(self) -> bool:
        """Whether it withdrew, or was disqualified."""
        return self.entrant.state != EntrantState.PLAYING

    @property
    def reasons(self) -> list[Text]:
        return [Text(**reason) for reason in self.standing.reasons] if self.standing else []

    @property
    def across_reasons(self) -> list[Text]:
        return [Text(**reason) for reason in self.standing.across_reasons] if self.standing else []

    @property
    def needs(self) -> Text | None:
        """What it needs of the last round."""
        return Text(**self.standing.needs) if self.standing and self.standing.needs else None


@dataclass(frozen=True)
class GroupTable:
    """A group in order, the number that go on from it for certain, and its encounters, `annulled` ones apart.

    `rounds_left` are those that are not drawn yet, `waits_for_lot` and `overtaken` as in `Qualification`.
    """

    group: Group
    places: Sequence[Place]
    advance: int
    rounds_left: int
    waits_for_lot: bool
    overtaken: bool
    meetings: Sequence[Meeting] = field(default=())
    annulled: Sequence[Meeting] = field(default=())

    @property
    def playing(self) -> int:
        return sum(meeting.playing for meeting in self.meetings)

    @property
    def left(self) -> int:
        """Encounters that are not decided yet."""
        return sum(not meeting.decided for meeting in self.meetings)

    @property
    def leading(self) -> Sequence[Place]:
        """All places, of a long table the first."""
        return self.places if len(self.places) <= LONG else self.places[:LEADING]

    @property
    def rounds(self) -> list[tuple[int, list[Meeting]]]:
        """Its encounters round by round, the newest round first."""
        rounds = groupby(self.meetings, key=lambda meeting: meeting.encounter.round)
        return [(number, list(members)) for number, members in rounds][::-1]

    @property
    def needs(self) -> list[tuple[Entrant, Text]]:
        """Who needs what of the last round."""
        return [(place.entrant, place.needs) for place in self.places if place.needs]


@dataclass(frozen=True)
class BestTable:
    """Those at the rank of which only the best across groups go on, each with its group, best first."""

    feed: Feed
    rows: Sequence[tuple[Group, Place]]

    @property
    def rank(self) -> int:
        return self.feed.first_rank

    @property
    def best(self) -> int:
        return self.feed.best or 0


@dataclass(frozen=True)
class StageStandings:
    """All tables of a stage; `as_of_hands` are the hands they rest on where newer ones were written since."""

    stage: StageInFrame
    groups: Sequence[GroupTable]
    best: BestTable | None
    as_of_hands: int | None

    @property
    def marked(self) -> bool:
        """Whether there is a state to show: somebody is through for certain, or out."""
        return any(place.through or place.out for table in self.groups for place in table.places)

    @property
    def cut_short(self) -> bool:
        """Whether there is more than the first of a long table."""
        return any(len(table.leading) < len(table.places) for table in self.groups)

    @property
    def estimated(self) -> bool:
        return any(place.estimated for table in self.groups for place in table.places)

    @property
    def steps(self) -> tuple[Step, ...]:
        """How the order is decided."""
        return steps_named(self.stage.stage.tie_breaks)

    @property
    def by_strength(self) -> bool:
        """Whether the strength of opponents is a step of the order."""
        return "opponents_strength" in self.stage.stage.tie_breaks


@dataclass(frozen=True)
class Standings:
    """The tables of every drawn stage that has any, and the groups that wait for a lot."""

    stages: Sequence[StageStandings]
    lots: Sequence[Group]
    places: Sequence[GroupPlace]
    qualification: Qualification

    def of(self, pk: int) -> StageStandings | None:
        """Those of the stage with a primary key."""
        return next((one for one in self.stages if one.stage.stage.pk == pk), None)


def read_standings(frame: Frame, meetings: Sequence[Meeting]) -> Standings:
    """The tables of a tournament in two queries, each group with its own of the tournament's `meetings`.

    Those that were annulled may be among them: they are listed, and count nowhere.
    """
    rows: defaultdict[int, list[Standing]] = defaultdict(list)
    for row in (
        Standing.objects.filter(stage__tournament=frame.tournament)
        .select_related("group", "entrant")
        .order_by("group__position", "place", "pk")
    ):
        rows[row.stage_id].append(row)
    places = group_places(frame.tournament)
    standing = [meeting for meeting in meetings if meeting.encounter.annulled_at is None]
    qualification = qualification_of(places, standing)
    read = _Read(frame, places, meetings, qualification)
    return Standings(
        stages=[_stage(stage, rows[stage.stage.pk], read) for stage in frame.tabular if stage.drawn],
        lots=qualification.lots,
        places=places,
        qualification=qualification,
    )


@dataclass(frozen=True)
class _Read:
    """What a page has read of a tournament."""

    frame: Frame
    places: Sequence[GroupPlace]
    meetings: Sequence[Meeting]
    qualification: Qualification


def _stage(stage: StageInFrame, rows: Sequence[Standing], read: _Read) -> StageStandings:
    ranked = [(row.group, _place(row, stage, read)) for row in rows]
    entered = [
        (place.group, Place(place.entrant)) for place in read.places if place.group.stage_id == stage.stage.pk
    ]
    # Rows left from a draw that was taken back would name groups that are gone.
    listed = ranked if len(ranked) == len(entered) else entered
    tables = [
        _table(group, [place for _group, place in members], stage, read)
        for group, members in groupby(listed, key=lambda item: item[0])
    ]
    return StageStandings(stage, tables, _best(stage, ranked), _stale_since(stage))


def _table(group: Group, places: Sequence[Place], stage: StageInFrame, read: _Read) -> GroupTable:
    ours = [meeting for meeting in read.meetings if meeting.encounter.group_id == group.pk]
    return GroupTable(
        group=group,
        places=places,
        advance=stage.advance,
        rounds_left=read.qualification.rounds_left.get(group.pk, 0),
        waits_for_lot=group in read.qualification.lots,
        overtaken=group in read.qualification.overtaken,
        meetings=[meeting for meeting in ours if meeting.encounter.annulled_at is None],
        annulled=[meeting for meeting in ours if meeting.encounter.annulled_at is not None],
    )


def _place(row: Standing, stage: StageInFrame, read: _Read) -> Place:
    """Where later stages are drawn, whom they hold; else what the row says."""
    targets = [read.frame.stage(pk) for pk in dict.fromkeys(feed.stage_id for feed in stage.feeds_out)]
    held = [one for one in targets if row.entrant_id in read.qualification.held.get(one.stage.pk, ())]
    if held:
        outlook = Outlook.THROUGH.value if held[0] is targets[0] else ""
        return Place(row.entrant, row.rank, row, outlook, held[0])
    if targets and targets[0].drawn:
        return Place(row.entrant, row.rank, row, Outlook.OUT.value)
    through = Outlook.THROUGH.value if row.qualified else row.outlook
    return Place(row.entrant, row.rank, row, through, targets[0] if targets and row.qualified else None)


def _best(stage: StageInFrame, ranked: Sequence[tuple[Group, Place]]) -> BestTable | None:
    if stage.best is None:
        return None
    compared = [
        (row.across_place, group, place)
        for group, place in ranked
        if (row := place.standing) is not None and row.across_place is not None
    ]
    return BestTable(
        stage.best, [(group, place) for _place, group, place in sorted(compared, key=lambda one: one[0])]
    )


def _stale_since(stage: StageInFrame) -> int | None:
    """The hands that the rows rest on, where the ledger has gone on since."""
    table = _table_of(stage)
    if table is None or table.refreshed_at is None or table.as_of >= stage.stage.ledger_version:
        return None
    return table.hands


def _table_of(stage: StageInFrame) -> StandingsTable | None:
    try:
        return stage.stage.standings_table
    except ObjectDoesNotExist:
        return None
