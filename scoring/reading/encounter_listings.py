"""Encounters as pages list them: the sides, the matches with their totals, where play stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from scoring.ledger.plays import Fate
from scoring.reading.frame import Frame
from scoring.reading.match_listings import MatchListing, read_scores
from scoring.reading.rounds import TieName, read_tie_names, tie_names
from tournaments.domain.compiled import compiled, is_known
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, EncounterSide, Entrant, Tournament
from tournaments.models.encounter import EncounterQuerySet
from tournaments.models.stored import stored

TWO = 2


@dataclass(frozen=True)
class EncounterListing:
    """An encounter with its sides, two or four, A first, and its matches that have a hand.

    `names` tells the names of encounters by primary key, when they are asked for: at least of those out of
    which somebody is still to come to it.
    """

    encounter: Encounter
    sides: tuple[EncounterSide, ...]
    all_matches: tuple[MatchListing, ...]
    names: Callable[[], Mapping[int, TieName]] = field(default=dict, compare=False, repr=False)

    @property
    def a(self) -> EncounterSide:
        return self.sides[0]

    @property
    def b(self) -> EncounterSide:
        return self.sides[1]

    @property
    def told(self) -> tuple[object, ...]:
        """All that a list shows of it once its sides are known."""
        encounter, stage = self.encounter, self.encounter.stage
        format_ = stage.kind, stage.best_of, stage.hands_per_match, stage.least_hands
        place = table_number(self), encounter.group and encounter.group.name
        sides = tuple((stored(side), side.entrant and stored(side.entrant)) for side in self.sides)
        return *format_, *place, stored(encounter), sides, tuple(one.told for one in self.all_matches)

    @property
    def of_four(self) -> bool:
        """Whether four play here, each for himself."""
        return len(self.encounter.stage.letters) > TWO

    @property
    def known(self) -> bool:
        """Whether everybody who will sit here is known."""
        return all(side.entrant for side in self.sides)

    @property
    def matches(self) -> tuple[MatchListing, ...]:
        """Those that count."""
        return tuple(match for match in self.all_matches if match.counts)

    @property
    def placed(self) -> list[EncounterSide]:
        """The sides as they ended, the first one first; as they stand while that is open."""
        match = self.all_matches[-1] if self.all_matches else self.current
        return sorted(
            self.sides, key=lambda side: (side.place or 0, match.total(side.letter) or 0, side.letter)
        )

    @property
    def level_but_parted(self) -> bool:
        """Whether of two who have the same total at a table of four one was before the other all the same."""
        if not (self.of_four and self.decided and self.matches):
            return False
        figures = {(self.matches[0].total(side.letter), side.place) for side in self.sides}
        return len({total for total, _place in figures}) < len(figures)

    @property
    def knockout(self) -> bool:
        return self.encounter.group_id is None

    @property
    def playing(self) -> bool:
        return self.encounter.state == EncounterState.PLAYING

    @property
    def ready(self) -> bool:
        return self.encounter.state == EncounterState.READY

    @property
    def decided(self) -> bool:
        return self.encounter.state == EncounterState.DECIDED

    @property
    def walkover(self) -> bool:
        return self.encounter.decided_by == DecidedBy.WALKOVER

    @property
    def double_walkover(self) -> bool:
        """Whether both lost it."""
        return self.encounter.decided_by == DecidedBy.DOUBLE_WALKOVER

    @property
    def bye(self) -> bool:
        """Whether somebody went on without an opponent."""
        return self.encounter.decided_by == DecidedBy.BYE

    @property
    def by_time(self) -> bool:
        """Whether it was decided because time was up."""
        return self.encounter.decided_by == DecidedBy.TIME

    @property
    def fate(self) -> Fate | None:
        """How it stands since the bell stopped it; None where that changed nothing."""
        stopped = self.encounter
        if stopped.stopped_at is None or self.decided:
            return Fate.DECIDED if self.by_time else None
        last = next((match for match in self.all_matches if match.number == stopped.last_match), None)
        open_still = last is None or last.winner is None
        if open_still and (last.deals if last else 0) < stopped.last_deal:
            return Fate.LAST_HAND
        running = [match for match in self.matches if match.winner is None]
        level = any(match.played >= stopped.stage.least_hands for match in running)
        return Fate.LEVEL if level else Fate.REFEREE

    @property
    def current(self) -> MatchListing:
        """The match being played: the first that nobody has won."""
        running = next((match for match in self.matches if match.winner is None), None)
        hands = self.encounter.stage.hands_per_match
        return running or MatchListing(number=len(self.matches) + 1, hands_per_match=hands)

    @property
    def shown(self) -> MatchListing:
        """What a list shows of it: the match being played; of four, who play but one, that one."""
        return self.matches[0] if self.of_four and self.matches else self.current

    @property
    def winner(self) -> EncounterSide | None:
        return next((side for side in self.sides if side.letter == self.encounter.winner), None)

    @property
    def score(self) -> tuple[int, int] | None:
        """Matches won by each of two sides; nothing before the first hand, and where four play one match."""
        if self.of_four or not (self.playing or self.decided):
            return None
        return self.a.wins or 0, self.b.wins or 0

    @property
    def winners_score(self) -> tuple[int, int] | None:
        """The score as it is said of the winner: his matches first."""
        return self.score and (max(self.score), min(self.score))

    def has(self, entrant: Entrant) -> bool:
        return any(side.entrant_id == entrant.pk for side in self.sides)


SIDES = EncounterSide.objects.select_related("entrant", "from_group").order_by("letter")


def read_listings(tournament: Tournament, *, annulled: bool = False) -> list[EncounterListing]:
    """All encounters of a tournament that stand, by stage, round and group, in three queries.

    With `annulled` those too that were.
    """
    encounters = Encounter.objects.all() if annulled else Encounter.objects.standing()
    listed = _listed(encounters.filter(stage__tournament=tournament))
    scores = read_scores([one.pk for one in listed])
    return _listings(listed, scores, lambda: tie_names(listed))


def read_on_now(
    frame: Frame, *, results: int, playing: bool, beside: Q | None = None
) -> list[EncounterListing]:
    """What is played, or else what each table can begin; what was decided last; and some `beside` these.

    In three queries, and one more while nothing is `playing`.
    """
    every = Encounter.objects.standing().filter(stage__in=[one.stage.pk for one in frame.stages])
    decided = every.filter(decided_at__isnull=False).exclude(decided_by=DecidedBy.BYE)
    newest = decided.order_by("-decided_at", "-pk").values("pk")[:results]
    at_tables = Q(state=EncounterState.PLAYING) if playing else Q(pk__in=_first_at_tables(every))
    wanted = at_tables | Q(pk__in=newest)
    return with_scores(every.filter(wanted if beside is None else wanted | beside))


def _first_at_tables(every: EncounterQuerySet) -> list[int]:
    """The first encounter that each table can begin, by primary key."""
    ready = every.filter(state=EncounterState.READY, table__isnull=False).order_by("pk")
    first: dict[int | None, Encounter] = {}
    for one in sorted(ready.only("table_id", "started_at", "queue_place"), key=lambda one: one.turn):
        first.setdefault(one.table_id, one)
    return [one.pk for one in first.values()]


def read_fixtures(tournament: Tournament) -> list[EncounterListing]:
    """The same without the matches, in two queries."""
    listed = _listed(Encounter.objects.standing().filter(stage__tournament=tournament))
    return _listings(listed, {}, lambda: tie_names(listed))


def fixtures_of(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Encounters without their matches, in two queries."""
    listed = _listed(encounters)
    return _listings(listed, {}, lambda: read_tie_names(_feeding(listed)))


def with_scores(
    encounters: EncounterQuerySet, *, sides: QuerySet[EncounterSide] | None = None
) -> list[EncounterListing]:
    """Encounters with what pages show of them, in three queries; `sides` with more than lists show."""
    listed = _listed(encounters, sides)
    scores = read_scores([one.pk for one in listed])
    return _listings(listed, scores, lambda: read_tie_names(_feeding(listed)))


def with_scores_of_play(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """The same, but matches only where one is played, or four sit: a result says what the others came to."""
    listed = _listed(encounters)
    told = [one.pk for one in listed if one.state == EncounterState.PLAYING or len(one.stage.letters) > TWO]
    scores = read_scores(told)
    return _listings(listed, scores, lambda: read_tie_names(_feeding(listed)))


def _listed(encounters: EncounterQuerySet, sides: QuerySet[EncounterSide] | None = None) -> list[Encounter]:
    rows = encounters.select_related("stage", "group", "table")
    listed = list(rows.order_by("stage__position", "round", "group__position", "position", "pk"))
    if sides is not None:
        prefetch_related_objects(listed, Prefetch("sides", sides.all()))
        return listed
    seated: defaultdict[int, list[EncounterSide]] = defaultdict(list)
    for side in _sides([one.pk for one in listed]) if listed else ():
        seated[side.encounter_id].append(side)
    for one in listed:
        is_known(one.sides, seated[one.pk])
    return listed


@compiled
def _sides(encounters: list[int]) -> QuerySet[EncounterSide]:
    return SIDES.filter(encounter__pk__among=encounters)


def _listings(
    listed: Sequence[Encounter],
    scores: Mapping[int, list[MatchListing]],
    names: Callable[[], Mapping[int, TieName]],
) -> list[EncounterListing]:
    """All of them share the names, which most pages never ask for."""
    once = cache(names)
    return [
        EncounterListing(one, tuple(one.sides.all()), tuple(scores.get(one.pk, ())), once) for one in listed
    ]


def _feeding(encounters: Iterable[Encounter]) -> set[int]:
    """The encounters, by primary key, out of which somebody is still to come to these."""
    sides = (side for encounter in encounters for side in encounter.sides.all())
    return {side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id}


def in_play(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Those being played, by table."""
    playing = [listing for listing in listings if listing.playing]
    return sorted(playing, key=lambda listing: (table_number(listing), listing.encounter.pk))


def nearest_to_the_end(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Those being played, the one with the fewest hands to go first; a match that just began comes last."""
    return sorted(
        in_play(listings),
        key=lambda listing: (
            not listing.current.played,
            -listing.current.number,
            -listing.current.played,
            listing.encounter.pk,
        ),
    )


def newest_results(listings: Iterable[EncounterListing]) -> list[EncounterListing]:
    """Those decided at a table or by walkover, the last one first."""
    decided = [
        (listing.encounter.decided_at, listing) for listing in listings if listing.decided and not listing.bye
    ]
    dated = [(at, listing) for at, listing in decided if at is not None]
    return [listing for at, listing in sorted(dated, key=lambda pair: (pair[0], pair[1].encounter.pk))][::-1]


def table_number(listing: EncounterListing) -> int:
    return listing.encounter.table.number if listing.encounter.table else 0
