"""Results from one side's view: every encounter, and the place in each stage."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import OuterRef, QuerySet

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.rounds import RoundKey, RoundName, key_of
from scoring.statistics.win_records import opponents_at, side_at
from tournaments.enums import EntrantKind, Part
from tournaments.models import EncounterSide, Entrant, Group, GroupPlace, Stage
from tournaments.models.counts import count_of


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
    mine: EncounterSide
    called_off: bool

    @property
    def opponents(self) -> list[EncounterSide]:
        return opponents_at(self.listing, self.mine)

    @property
    def ended(self) -> Outcome:
        listing = self.listing
        if listing.encounter.annulled_at is not None:
            return Outcome.ANNULLED
        if listing.decided:
            return self._decided()
        if self.called_off:
            return Outcome.CUT_SHORT if listing.playing else Outcome.UNPLAYED
        if listing.playing:
            return Outcome.PLAYING
        return Outcome.READY if listing.ready else Outcome.WAITING

    def _decided(self) -> Outcome:
        if self.listing.bye:
            return Outcome.BYE
        if self.listing.of_four:
            return Outcome.PLACED
        return Outcome.WON if self.listing.encounter.winner == self.mine.letter else Outcome.LOST

    @property
    def score(self) -> tuple[int, int] | None:
        """Return matches won, own first; None at a table of four, before play or if both lost."""
        score = self.listing.score
        if score is None or self.listing.double_walkover or self.listing.bye:
            return None
        return score if self.mine.letter == "A" else (score[1], score[0])

    @property
    def extra(self) -> bool:
        return self.listing.encounter.part == Part.EXTRA

    @property
    def matches(self) -> list[MatchResult]:
        """Return matches with a scored hand, also those that don't count."""
        letters = [side.letter for side in self.listing.sides if side.letter != self.mine.letter]
        return [
            MatchResult(
                match=match,
                own=match.total(self.mine.letter),
                others=[match.total(letter) for letter in letters],
                won=match.winner == self.mine.letter,
            )
            for match in self.listing.all_matches
            if match.played
        ]


class Reached(StrEnum):
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
    """A stage with its results, and the rank or round the side reached."""

    stage: Stage
    reached: Reached
    results: Sequence[Result]
    rank: int | None = None
    of: int = 0
    group: GroupPlace | None = None
    round: RoundName | None = None
    only_group: bool = False
    kind: str = EntrantKind.PAIRS


def results_of(
    entrant: Entrant, listings: Sequence[EncounterListing], names: Mapping[RoundKey, RoundName]
) -> list[Result]:
    called_off = entrant.tournament.cancelled
    return [
        Result(listing, names.get(key_of(listing.encounter)), side_at(listing, side.letter), called_off)
        for listing in listings
        for side in listing.sides
        if side.entrant_id == entrant.pk
    ]


@dataclass(frozen=True)
class Places:
    places: Sequence[GroupPlace]
    sizes: Mapping[int, int]
    alone: Collection[int]

    def of(self, entrant: Entrant) -> list[GroupPlace]:
        return [place for place in self.places if place.entrant_id == entrant.pk]


def read_places(places: QuerySet[GroupPlace]) -> Places:
    rows = list(
        places.select_related("group")
        .annotate(
            size=count_of(GroupPlace.objects.filter(group=OuterRef("group"))),
            beside=count_of(Group.objects.filter(stage=OuterRef("group__stage"))),
        )
        .order_by("pk")
    )
    return Places(
        rows,
        sizes={place.group_id: place.size for place in rows},
        alone={place.group_id for place in rows if place.beside == 1},
    )


def by_stage(
    stages: Sequence[Stage],
    results: Sequence[Result],
    entrant: Entrant,
    places: Places,
    *,
    current_ranks: Mapping[int, int],
) -> list[StageResults]:
    """Return an entrant's path through its stages, by its current rank in groups."""
    path, kind = [], entrant.tournament.kind
    for stage in stages:
        own_results = [result for result in results if result.listing.encounter.stage_id == stage.pk]
        place = next((place for place in places.of(entrant) if place.group.stage_id == stage.pk), None)
        if place is not None:
            rank, key = place.rank or current_ranks.get(place.group_id), place.group_id
            reached, only = _in_group(place, rank), key in places.alone
            path.append(
                StageResults(
                    stage, reached, own_results, rank, places.sizes.get(key, 0), place, None, only, kind
                )
            )
        elif (last := _last(own_results)) is not None:
            path.append(
                StageResults(stage, _reached(last), own_results, rank=last.mine.place, round=last.round)
            )
    return path


def _in_group(place: GroupPlace, rank: int | None) -> Reached:
    if place.rank:
        return Reached.RANK
    return Reached.STANDS if rank else Reached.IN_GROUP


def _last(results: Sequence[Result]) -> Result | None:
    valid = [result for result in results if result.ended != Outcome.ANNULLED]
    return max(valid, key=_depth, default=None)


def _depth(result: Result) -> tuple[int, int]:
    return result.listing.encounter.round, result.listing.encounter.pk


def _reached(last: Result) -> Reached:
    if last.ended in (Outcome.WON, Outcome.LOST):
        return Reached(last.ended.value)
    if last.ended == Outcome.PLACED:
        return Reached.PLACED
    return Reached.CALLED_OFF if last.called_off else Reached.PLAYS
