from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.standings.standings_rows import StandingsRow, add_record
from scoring.queries.final_ranking import FinalPlace
from scoring.queries.round_names import RoundName, round_key_of, round_names
from scoring.queries.tournament_context import StageContext, TournamentContext
from scoring.standings.records import read_results
from scoring.standings.standings_cache import read_current_rows
from tournaments.enums import DecidedBy, EntrantState, Part
from tournaments.models import Encounter, Entrant, GroupPlace

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


def read_final_records(context: TournamentContext, places: Sequence[FinalPlace]) -> list[FinalRecord]:
    """Return a record per entrant in order of `places`, a shared one by its figure.

    Figures cover all stages, without extra encounters and byes in brackets: from stored standings where they
    are current, else from the ledger.
    """
    if not places:
        return []
    ranked = _read_group_places(context)
    rows, bracket = _rows(context, {place.group_id for place in ranked})
    stages = _stages(context, ranked, bracket)
    return [
        FinalRecord(place, entrant, rows.get(entrant.pk, StandingsRow()), stages.get(entrant.pk, ()))
        for place in places
        for entrant in sorted(
            place.entrants,
            key=lambda entrant: _best_first(rows.get(entrant.pk, StandingsRow()), singles=context.singles),
        )
    ]


def _best_first(row: StandingsRow, *, singles: bool) -> tuple[bool, Fraction | int]:
    """By the figure shown, entrants without play last."""
    if singles:
        return not row.hands, Fraction(row.penalties, row.hands or 1)
    return not row.encounters_played, -row.average


def _rows(
    context: TournamentContext, groups: set[int]
) -> tuple[Mapping[int, StandingsRow], Sequence[Encounter]]:
    """Return current rows, plus results of brackets and other `groups`, by entrant; bracket encounters."""
    rows: defaultdict[int, StandingsRow] = defaultdict(StandingsRow)
    current_groups = set()
    for group, entrant, row in read_current_rows(context.tournament):
        rows[entrant] += row
        current_groups.add(group)
    brackets = [stage.stage.pk for stage in context.knockouts]
    results = list(read_results(stage__in=brackets, group__in=groups - current_groups))
    for encounter, record in results:
        knockout_bye = encounter.group_id is None and encounter.decided_by == DecidedBy.BYE
        if record is None or record.extra or knockout_bye:
            continue
        for side, key in zip(encounter.sides_in_order, record.sides, strict=True):
            if side.entrant_id is not None:
                rows[side.entrant_id] = add_record(rows[side.entrant_id], record, key)
    return rows, [encounter for encounter, _record in results if encounter.group_id is None]


def _stages(
    context: TournamentContext, ranked: Sequence[GroupPlace], bracket: Sequence[Encounter]
) -> Mapping[int, list[StageReached]]:
    """Return stages by entrant's key, last first: the last round in `bracket`, or rank in the group.

    No rank with one table only: there it is the final place.
    """
    reached: dict[tuple[int, int], StageReached] = {}
    one_table = len(context.stages) == 1 and context.stages[0].only_group
    for place in () if one_table else ranked:
        stage = context.stage(place.group.stage_id)
        name = "" if stage.only_group else place.group.name
        reached[place.entrant_id, stage.stage.pk] = StageReached(stage, None, name, place.rank)
    ties = Counter(round_key_of(encounter) for encounter in bracket)
    names = round_names(ties, {stage.stage.pk: stage.stage.kind for stage in context.knockouts})
    for encounter in bracket:
        stage = context.stage(encounter.stage_id)
        for side in encounter.sides_in_order:
            if side.entrant_id is not None and encounter.part != Part.EXTRA:
                reached[side.entrant_id, stage.stage.pk] = StageReached(stage, names[round_key_of(encounter)])
    return _last_first(context, reached)


def _read_group_places(context: TournamentContext) -> list[GroupPlace]:
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
