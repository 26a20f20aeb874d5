"""Results as one side sees them: every encounter, and how far it came in each stage."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import OuterRef, QuerySet

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.rounds import RoundKey, RoundName, key_of
from scoring.statistics.win_records import others_at, side_at
from tournaments.enums import EntrantKind, Part
from tournaments.models import EncounterSide, Entrant, Group, GroupPlace, Stage
from tournaments.models.counts import count_of


class Ended(StrEnum):
    """What became of an encounter for one side."""

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
    """A match: the own points and everybody else's, whether it was won, whether it counts."""

    match: MatchListing
    own: int | None
    others: Sequence[int | None]
    won: bool

    @property
    def lost(self) -> bool:
        return self.match.winner is not None and not self.won


@dataclass(frozen=True)
class Result:
    """An encounter with its round, seen from the side `mine`; `called_off` with its tournament."""

    listing: EncounterListing
    round: RoundName | None
    mine: EncounterSide
    called_off: bool

    @property
    def opponents(self) -> list[EncounterSide]:
        """The others, as far as they are known."""
        return others_at(self.listing, self.mine)

    @property
    def ended(self) -> Ended:
        listing = self.listing
        if listing.encounter.annulled_at is not None:
            return Ended.ANNULLED
        if listing.decided:
            return self._decided()
        if self.called_off:
            return Ended.CUT_SHORT if listing.playing else Ended.UNPLAYED
        if listing.playing:
            return Ended.PLAYING
        return Ended.READY if listing.ready else Ended.WAITING

    def _decided(self) -> Ended:
        if self.listing.bye:
            return Ended.BYE
        if self.listing.of_four:
            return Ended.PLACED
        return Ended.WON if self.listing.encounter.winner == self.mine.letter else Ended.LOST

    @property
    def score(self) -> tuple[int, int] | None:
        """Matches won, the own first; nothing of four, before the first hand, and where both lost."""
        score = self.listing.score
        if score is None or self.listing.double_walkover or self.listing.bye:
            return None
        return score if self.mine.letter == "A" else (score[1], score[0])

    @property
    def extra(self) -> bool:
        """Whether it was only played to part a tie."""
        return self.listing.encounter.part == Part.EXTRA

    @property
    def matches(self) -> list[MatchResult]:
        """Those that have a scored hand, also where they do not count."""
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
    """How far a side came in a stage."""

    RANK = "rank"
    """A rank among those of its group, decided."""

    STANDS = "stands"
    """A rank as it stands now."""

    IN_GROUP = "in_group"
    """In a group in which nobody has a rank yet."""

    WON = "won"
    """Won the last encounter that it had."""

    LOST = "lost"
    PLACED = "placed"
    """So many-th at its last table of four."""

    PLAYS = "plays"
    """The last encounter is not decided."""

    CALLED_OFF = "called_off"
    """Nor will it be: the tournament was cancelled."""


@dataclass(frozen=True)
class InStage:
    """A stage with its results, and how far the side came: a rank of `of`, or a round.

    `only_group` where its group is all of the stage: one table, whose letter tells nothing. `kind` says what
    those in it are, pairs or players.
    """

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
    """The encounters of an entrant as it sees them, in order."""
    called_off = entrant.tournament.cancelled
    return [
        Result(listing, names.get(key_of(listing.encounter)), side_at(listing, side.letter), called_off)
        for listing in listings
        for side in listing.sides
        if side.entrant_id == entrant.pk
    ]


@dataclass(frozen=True)
class Places:
    """Places in groups; `sizes` says how many are in a group, `alone` which are all of their stage."""

    places: Sequence[GroupPlace]
    sizes: Mapping[int, int]
    alone: Collection[int]

    def of(self, entrant: Entrant) -> list[GroupPlace]:
        return [place for place in self.places if place.entrant_id == entrant.pk]


def read_places(places: QuerySet[GroupPlace]) -> Places:
    """Some places with their groups, in one query."""
    found = list(
        places.select_related("group")
        .annotate(
            size=count_of(GroupPlace.objects.filter(group=OuterRef("group"))),
            beside=count_of(Group.objects.filter(stage=OuterRef("group__stage"))),
        )
        .order_by("pk")
    )
    return Places(
        found,
        sizes={place.group_id: place.size for place in found},
        alone={place.group_id for place in found if place.beside == 1},
    )


def by_stage(
    stages: Sequence[Stage],
    results: Sequence[Result],
    entrant: Entrant,
    places: Places,
    *,
    standing: Mapping[int, int],
) -> list[InStage]:
    """The way of an entrant through the stages it plays in; `standing` is its rank now, by group."""
    way, kind = [], entrant.tournament.kind
    for stage in stages:
        own = [result for result in results if result.listing.encounter.stage_id == stage.pk]
        place = next((place for place in places.of(entrant) if place.group.stage_id == stage.pk), None)
        if place is not None:
            rank, key = place.rank or standing.get(place.group_id), place.group_id
            reached, only = _in_group(place, rank), key in places.alone
            way.append(InStage(stage, reached, own, rank, places.sizes.get(key, 0), place, None, only, kind))
        elif (last := _last(own)) is not None:
            way.append(InStage(stage, _reached(last), own, rank=last.mine.place, round=last.round))
    return way


def _in_group(place: GroupPlace, rank: int | None) -> Reached:
    if place.rank:
        return Reached.RANK
    return Reached.STANDS if rank else Reached.IN_GROUP


def _last(results: Sequence[Result]) -> Result | None:
    """The encounter as far as which a side came: of those that stand the last on the clock of its stage."""
    standing = [one for one in results if one.ended != Ended.ANNULLED]
    return max(standing, key=_depth, default=None)


def _depth(result: Result) -> tuple[int, int]:
    return result.listing.encounter.round, result.listing.encounter.pk


def _reached(last: Result) -> Reached:
    if last.ended in (Ended.WON, Ended.LOST):
        return Reached(last.ended.value)
    if last.ended == Ended.PLACED:
        return Reached.PLACED
    return Reached.CALLED_OFF if last.called_off else Reached.PLAYS
