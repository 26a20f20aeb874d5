from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.standings.standings_rows import EncounterRecord, StandingsRow, add_record
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.final_ranking import FinalPlace
from scoring.queries.round_names import RoundName, add_round_names
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import EntrantState, Part
from tournaments.models import Entrant, GroupPlace

LAST_MEDAL = 3


@dataclass(frozen=True)
class StageReached:
    """The last round of a bracket, or the rank in a group."""

    stage: StageContext
    round: RoundName | None = None
    group_name: str = ""
    rank: int | None = None


@dataclass(frozen=True)
class FinalRecord:
    """A line of the final ranking; `stages` has the last one first."""

    place: FinalPlace
    entrant: Entrant
    row: StandingsRow
    stages: Sequence[StageReached] = ()

    @property
    def medal(self) -> int | None:
        """Return a place of the first three; None if disqualified, or withdrawn without a result."""
        entrant = self.entrant
        lost = entrant.state == EntrantState.DISQUALIFIED or (
            entrant.has_left and not self.row.encounters_played
        )
        return self.place.place if self.place.place <= LAST_MEDAL and not lost else None

    @property
    def encounters_lost(self) -> int:
        return self.row.encounters_played - self.row.encounters_won


def read_final_records(
    context: TournamentContext, places: Sequence[FinalPlace], listings: Sequence[EncounterListing]
) -> list[FinalRecord]:
    """Return a record per entrant in order of `places`, a shared one by its figure; one query.

    Figures cover all stages, without extra encounters and byes in brackets.
    """
    rows, stages = _rows(listings), _stages(context, listings)
    return [
        FinalRecord(place, entrant, rows.get(entrant.pk, StandingsRow()), stages.get(entrant.pk, ()))
        for place in places
        for entrant in sorted(
            place.entrants,
            key=lambda entrant: _best_first(rows.get(entrant.pk, StandingsRow()), singles=context.singles),
        )
    ]


def _best_first(row: StandingsRow, *, singles: bool) -> tuple[bool, Fraction | int]:
    """Order a shared place by the figure shown, entrants without play last."""
    if singles:
        return not row.hands, Fraction(row.penalties, row.hands or 1)
    return not row.encounters_played, -row.average


def _rows(listings: Sequence[EncounterListing]) -> Mapping[int, StandingsRow]:
    """Sum records by entrant's key, without extra encounters and knockout byes."""
    rows: defaultdict[int, StandingsRow] = defaultdict(StandingsRow)
    for listing in listings:
        if listing.encounter.part == Part.EXTRA or (listing.bye and listing.knockout):
            continue
        record = _record(listing)
        for side in listing.sides:
            if side.entrant_id is not None:
                rows[side.entrant_id] = add_record(rows[side.entrant_id], record, str(side.entrant_id))
    return rows


def _record(listing: EncounterListing) -> EncounterRecord:
    """Return what standings count, except infractions, unopened hands and finishes (0)."""
    sides = listing.sides
    zeros = (0,) * len(sides)
    both_lost = listing.double_walkover
    return EncounterRecord(
        sides=tuple(str(side.entrant_id or "") for side in sides),
        winner=str(listing.winner.entrant_id) if listing.decided and listing.winner else None,
        matches_won=tuple(0 if both_lost else side.wins or 0 for side in sides),
        penalties=tuple(sum(match.total(side.letter) or 0 for match in listing.matches) for side in sides),
        infractions=zeros,
        unopened=zeros,
        finishes=zeros,
        hands=sum(match.played for match in listing.matches),
        lost_by_both=listing.encounter.stage.wins_needed if both_lost else 0,
    )


def _stages(
    context: TournamentContext, listings: Sequence[EncounterListing]
) -> Mapping[int, list[StageReached]]:
    """Return stages by entrant's key, last first: the last knockout round, or rank in the group."""
    reached: dict[tuple[int, int], StageReached] = {}
    for place in _ranked_places(context):
        stage = context.stage(place.group.stage_id)
        name = "" if stage.only_group else place.group.name
        reached[place.entrant_id, stage.stage.pk] = StageReached(stage, None, name, place.rank)
    for member in sorted(add_round_names(listings), key=lambda member: member.listing.order):
        listing = member.listing
        if not listing.knockout or listing.encounter.part == Part.EXTRA:
            continue
        stage = context.stage(listing.encounter.stage_id)
        for side in listing.sides:
            if side.entrant_id is not None:
                reached[side.entrant_id, stage.stage.pk] = StageReached(stage, member.round)
    return _last_first(context, reached)


def _ranked_places(context: TournamentContext) -> list[GroupPlace]:
    """None of a tournament with one table only: there the rank is the final place."""
    if len(context.stages) == 1 and context.stages[0].only_group:
        return []
    places = GroupPlace.objects.filter(group__stage__tournament=context.tournament, rank__isnull=False)
    return list(places.select_related("group").order_by("pk"))


def _last_first(
    context: TournamentContext, reached: Mapping[tuple[int, int], StageReached]
) -> Mapping[int, list[StageReached]]:
    by_entrant: defaultdict[int, list[StageReached]] = defaultdict(list)
    for stage in reversed(context.stages):
        for (entrant, stage_key), stage_reached in reached.items():
            if stage_key == stage.stage.pk:
                by_entrant[entrant].append(stage_reached)
    return by_entrant
