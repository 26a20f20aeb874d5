from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import OuterRef, QuerySet

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.round_names import RoundKey, RoundName, round_key_of
from scoring.statistics.win_records import opponents_at, side_at
from tournaments.enums import EntrantKind
from tournaments.models import EncounterSide, Entrant, Group, GroupPlace, Stage
from tournaments.models.aggregate_subqueries import count_subquery


class Outcome(StrEnum):
    WON = "won"
    LOST = "lost"
    PLACED = "placed"
    BYE = "bye"
    PLAYING = "playing"
    READY = "ready"
    WAITING = "waiting"
    CUT_SHORT = "cut_short"
    UNPLAYED = "unplayed"
    ANNULLED = "annulled"


@dataclass(frozen=True)
class MatchResult:
    match: MatchListing
    own: int | None
    others: Sequence[int | None]
    won: bool

    @property
    def lost(self) -> bool:
        return self.match.winner is not None and not self.won


@dataclass(frozen=True)
class Result:
    listing: EncounterListing
    round: RoundName | None
    own_side: EncounterSide
    called_off: bool

    @property
    def opponents(self) -> list[EncounterSide]:
        return opponents_at(self.listing, self.own_side)

    @property
    def side_outcome(self) -> Outcome:
        """Return the outcome for the side; in a cancelled tournament, cut short or unplayed if undecided."""
        listing = self.listing
        if listing.encounter.annulled_at is not None:
            return Outcome.ANNULLED
        if listing.decided:
            return self._decided_outcome()
        if self.called_off:
            return Outcome.CUT_SHORT if listing.playing else Outcome.UNPLAYED
        if listing.playing:
            return Outcome.PLAYING
        return Outcome.READY if listing.ready else Outcome.WAITING

    def _decided_outcome(self) -> Outcome:
        if self.listing.bye:
            return Outcome.BYE
        if self.listing.of_four:
            return Outcome.PLACED
        return Outcome.WON if self.listing.encounter.winner == self.own_side.letter else Outcome.LOST

    @property
    def score(self) -> tuple[int, int] | None:
        """Matches won, own first; None at a table of four, before play or if both lost."""
        score = self.listing.score
        if score is None or self.listing.double_walkover or self.listing.bye:
            return None
        return score if self.own_side.letter == "A" else (score[1], score[0])

    @property
    def matches(self) -> list[MatchResult]:
        """Return matches with hands, also those that don't count."""
        letters = [side.letter for side in self.listing.sides if side.letter != self.own_side.letter]
        return [
            MatchResult(
                match=match,
                own=match.total(self.own_side.letter),
                others=[match.total(letter) for letter in letters],
                won=match.winner == self.own_side.letter,
            )
            for match in self.listing.all_matches
            if match.played
        ]


class StageProgress(StrEnum):
    RANK = "rank"
    """A final rank in its group."""

    STANDS = "stands"
    """A provisional rank in its group."""

    IN_GROUP = "in_group"
    """In a group where nobody has a rank yet."""

    WON = "won"
    """Won its last encounter."""

    LOST = "lost"
    PLACED = "placed"
    """Took this place at its last table of four."""

    PLAYS = "plays"
    """The last encounter isn't decided."""

    CALLED_OFF = "called_off"
    """The last encounter won't be decided: the tournament was cancelled."""


@dataclass(frozen=True)
class StageResults:
    """With the rank or round reached."""

    stage: Stage
    stage_progress: StageProgress
    results: Sequence[Result]
    rank: int | None = None
    group_size: int = 0
    group: GroupPlace | None = None
    round: RoundName | None = None
    only_group: bool = False
    kind: str = EntrantKind.PAIRS


def entrant_results(
    entrant: Entrant, listings: Sequence[EncounterListing], names: Mapping[RoundKey, RoundName]
) -> list[Result]:
    """Return the entrant's results among `listings`, annulled and open ones too."""
    called_off = entrant.tournament.cancelled
    return [
        Result(listing, names.get(round_key_of(listing.encounter)), side_at(listing, side.letter), called_off)
        for listing in listings
        for side in listing.sides
        if side.entrant_id == entrant.pk
    ]


@dataclass(frozen=True)
class GroupPlaces:
    places: Sequence[GroupPlace]
    sizes: Mapping[int, int]
    only_groups: Collection[int]

    def places_of_entrant(self, entrant: Entrant) -> list[GroupPlace]:
        return [place for place in self.places if place.entrant_id == entrant.pk]


def read_group_places(places: QuerySet[GroupPlace]) -> GroupPlaces:
    """Read places with group sizes, and groups alone in their stage."""
    rows = list(
        places.select_related("group")
        .annotate(
            size=count_subquery(GroupPlace.objects.filter(group=OuterRef("group"))),
            beside=count_subquery(Group.objects.filter(stage=OuterRef("group__stage"))),
        )
        .order_by("pk")
    )
    return GroupPlaces(
        rows,
        sizes={place.group_id: place.size for place in rows},
        only_groups={place.group_id for place in rows if place.beside == 1},
    )


def results_by_stage(
    stages: Sequence[Stage],
    results: Sequence[Result],
    entrant: Entrant,
    places: GroupPlaces,
    *,
    current_ranks: Mapping[int, int],
) -> list[StageResults]:
    """Return the entrant's results in each stage, without stages that they aren't in.

    `current_ranks` by group apply where the final rank is open.
    """
    path, kind = [], entrant.tournament.kind
    for stage in stages:
        own_results = [result for result in results if result.listing.encounter.stage_id == stage.pk]
        place = next(
            (place for place in places.places_of_entrant(entrant) if place.group.stage_id == stage.pk), None
        )
        if place is not None:
            rank, key = place.rank or current_ranks.get(place.group_id), place.group_id
            reached, only = _group_progress(place, rank), key in places.only_groups
            path.append(
                StageResults(
                    stage, reached, own_results, rank, places.sizes.get(key, 0), place, None, only, kind
                )
            )
        elif (last := _last_result(own_results)) is not None:
            path.append(
                StageResults(
                    stage, _last_progress(last), own_results, rank=last.own_side.place, round=last.round
                )
            )
    return path


def _group_progress(place: GroupPlace, rank: int | None) -> StageProgress:
    if place.rank:
        return StageProgress.RANK
    return StageProgress.STANDS if rank else StageProgress.IN_GROUP


def _last_result(results: Sequence[Result]) -> Result | None:
    valid = [result for result in results if result.side_outcome != Outcome.ANNULLED]
    return max(valid, key=_depth, default=None)


def _depth(result: Result) -> tuple[int, int]:
    return result.listing.encounter.round, result.listing.encounter.pk


def _last_progress(last: Result) -> StageProgress:
    if last.side_outcome in (Outcome.WON, Outcome.LOST):
        return StageProgress(last.side_outcome.value)
    if last.side_outcome == Outcome.PLACED:
        return StageProgress.PLACED
    return StageProgress.CALLED_OFF if last.called_off else StageProgress.PLAYS
