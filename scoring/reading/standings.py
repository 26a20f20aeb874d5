"""Reading tables of standings: the rows that a task keeps, and how fresh they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import prefetch_related_objects

from scoring.enums import Outlook
from scoring.models import Standing
from scoring.reading import named
from scoring.reading.encounter_listings import EncounterListing
from scoring.reading.frame import Frame, StageInFrame
from scoring.reading.qualification import Qualification, bare_places, qualification_of
from scoring.reading.standing_tables import BestTable, GroupTable, Place, StageStandings, Standings
from tournaments.models import Group, GroupPlace


def read_standings(
    frame: Frame, listings: Sequence[EncounterListing], *, most: int | None = None
) -> Standings:
    """The tables of a tournament in two queries, each group with its own of the tournament's `listings`.

    Those that were annulled may be among them: they are listed, and count nowhere. With `most`
    it is so many groups of each stage, those that play first, then those not decided.
    """
    places = bare_places(frame)
    standing = [listing for listing in listings if listing.encounter.annulled_at is None]
    qualification = qualification_of(places, standing)
    of_group: defaultdict[int | None, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        of_group[listing.encounter.group_id].append(listing)
    shown = _first(places, of_group, most)
    rows: defaultdict[int, list[Standing]] = defaultdict(list)
    for row in (
        Standing.objects.filter(stage__tournament=frame.tournament, group__in=shown)
        .select_related("entrant")
        .order_by("group__position", "place", "pk")
    ):
        row.group = shown[row.group_id]
        rows[row.stage_id].append(row)
    named.say_names(row for of_stage in rows.values() for row in of_stage)
    read = _Read(frame, [place for place in places if place.group_id in shown], of_group, qualification)
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
    of_group: Mapping[int | None, Sequence[EncounterListing]]
    qualification: Qualification


def _first(
    places: Sequence[GroupPlace], of_group: Mapping[int | None, Sequence[EncounterListing]], most: int | None
) -> dict[int, Group]:
    """The groups that are shown, by primary key."""
    groups: defaultdict[int, dict[int, Group]] = defaultdict(dict)
    for place in places:
        groups[place.group.stage_id][place.group_id] = place.group
    return {
        group.pk: group
        for of_stage in groups.values()
        for group in sorted(of_stage.values(), key=lambda one: _turn(one, of_group))[:most]
    }


def _turn(group: Group, of_group: Mapping[int | None, Sequence[EncounterListing]]) -> tuple[bool, bool, int]:
    ours = of_group.get(group.pk, ())
    return not any(one.playing for one in ours), all(one.decided for one in ours), group.position


def _stage(stage: StageInFrame, rows: Sequence[Standing], read: _Read) -> StageStandings:
    ranked = [(row.group, _place(row, stage, read)) for row in rows]
    entered = [place for place in read.places if place.group.stage_id == stage.stage.pk]
    # Rows left from a draw that was taken back would name groups that are gone.
    if len(ranked) == len(entered):
        listed = ranked
    else:
        prefetch_related_objects(entered, "entrant")
        listed = [(one.group, Place(one.entrant)) for one in entered]
    tables = [
        _table(group, [place for _group, place in members], stage, read)
        for group, members in groupby(listed, key=lambda item: item[0])
    ]
    return StageStandings(stage, tables, _best(stage, ranked), stage.rest_on)


def _table(group: Group, places: Sequence[Place], stage: StageInFrame, read: _Read) -> GroupTable:
    ours = read.of_group.get(group.pk, ())
    return GroupTable(
        group=group,
        places=places,
        advance=stage.advance,
        rounds_left=read.qualification.rounds_left.get(group.pk, 0),
        waits_for_lot=group in read.qualification.lots,
        overtaken=group in read.qualification.overtaken,
        listings=[listing for listing in ours if listing.encounter.annulled_at is None],
        annulled=[listing for listing in ours if listing.encounter.annulled_at is not None],
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
