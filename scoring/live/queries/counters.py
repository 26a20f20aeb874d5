"""Counters of live pages, one small query per kind of topic.

A counter never falls. Hands, if they count, are the digits below 2 ** 32, so a change of seats that lowers
the hands still raises the counter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, F, IntegerField, QuerySet, Sum, UUIDField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from scoring.live.queries.topics import HOUSE, LIST, MAX_TOURNAMENTS_BY_HAND, Kind, Topic
from tournaments.access import ANONYMOUS, Visitor, shown_to
from tournaments.database.compiled_queries import compiled
from tournaments.enums import TournamentState
from tournaments.models import Club, Encounter, Entrant, Player, Table, Tournament

_DIGITS = 32


class CounterReading(NamedTuple):
    """A counter, and the tournament whose changes raise it; None if any may."""

    counter: int
    tournament: UUID | None = None


Row = tuple[UUID, UUID | None, int, int | None]
"""Public id, tournament if any, its acts, and the hands if counted separately."""
Rows = Callable[[Visitor], QuerySet[Any, Row]]
Read = Callable[[Collection[UUID], Visitor], Mapping[UUID, CounterReading]]


def counter_of(topic: Topic, user: Visitor = ANONYMOUS) -> int | None:
    """Return a topic's counter, in one query for a public topic; None if the user may not see it."""
    reading = _public_reading(topic)
    if reading is None and user.is_authenticated:
        reading = counters_of([topic], user).get(topic)
    return reading and reading.counter


def _public_reading(topic: Topic) -> CounterReading | None:
    if topic.kind in _ROWS_OF_ONE:
        return next(map(_reading, _ROWS_OF_ONE[topic.kind](topic.of.hex)), None)
    return counters_of([topic]).get(topic)


def counters_of(topics: Collection[Topic], user: Visitor = ANONYMOUS) -> dict[Topic, CounterReading]:
    """Return counters, one query per kind, without topics the user may not see."""
    ids: defaultdict[Kind, list[UUID]] = defaultdict(list)
    for kind, public_id in topics:
        ids[kind].append(public_id)
    return {
        Topic(kind, public_id): reading
        for kind, public_ids in ids.items()
        for public_id, reading in _read(kind, public_ids, user)
    }


def _read(kind: Kind, ids: Collection[UUID], user: Visitor) -> Iterable[tuple[UUID, CounterReading]]:
    if kind not in _ROWS:
        return _READ[kind](ids, user).items()
    return ((row[0], _reading(row)) for row in _ROWS[kind](user).filter(public_id__in=ids))


def _reading(row: Row) -> CounterReading:
    _public_id, tournament, changes, hands = row
    return CounterReading(changes if hands is None else _combined(changes, hands), tournament)


def _tournament_rows(changes: Combinable, user: Visitor) -> QuerySet[Any, Row]:
    return shown_to(user).values_list("public_id", "public_id", changes, Value(None, IntegerField()))


def _part_rows(
    rows: QuerySet[Any], hands: Combinable, user: Visitor, *, tournament: str, standings: bool
) -> QuerySet[Any, Row]:
    changes = F(f"{tournament}__counter") - F(f"{tournament}__hands_told")
    if not standings:
        changes -= F(f"{tournament}__standings_told")
    visible = rows.filter(**{f"{tournament}__in": shown_to(user)})
    return visible.values_list("public_id", f"{tournament}__public_id", changes, hands)


def counter_of_table(table: Table) -> int:
    """Return a table's counter for its players, drafts included."""
    tournament = table.tournament
    changes = tournament.counter - tournament.hands_told - tournament.standings_told
    return _combined(changes, sum(_hands_at(table.pk)))


@compiled
def _hands_at(table: int) -> QuerySet[Encounter, int]:
    encounters = Encounter.objects.filter(table=table).order_by()
    return encounters.values("table").annotate(told=Sum("hands_told")).values_list("told", flat=True)


def _player_rows(_user: Visitor) -> QuerySet[Any, Row]:
    people = Player.objects.people().filter(anonymous_as=None).order_by()
    annotated = people.values("public_id").annotate(told=_sum_of("club__tournaments__counter"))
    return annotated.values_list("public_id", Value(None, UUIDField()), "told", Value(None, IntegerField()))


def _list_reading(ids: Collection[UUID], _user: Visitor) -> Mapping[UUID, CounterReading]:
    return {LIST.of: CounterReading(_acts_of_all())} if LIST.of in ids else {}


def _site_reading(ids: Collection[UUID], _user: Visitor) -> Mapping[UUID, CounterReading]:
    if HOUSE.of not in ids:
        return {}
    playing = Tournament.objects.public().filter(state=TournamentState.PLAYING, cancelled_at=None)
    totals = playing.aggregate(
        number=Count("pk"), told=Coalesce(Sum(F("hands_told") + F("standings_told")), 0)
    )
    hands = totals["told"] if totals["number"] <= MAX_TOURNAMENTS_BY_HAND else 0
    return {HOUSE.of: CounterReading(_combined(_acts_of_all(), hands))}


def _acts_of_all() -> int:
    """Count the changes of all tournaments and clubs; none is deleted, so it never falls."""
    totals = Tournament.objects.aggregate(
        number=Count("pk"),
        acts=Coalesce(Sum(_ACTS), 0),
    )
    return int(totals["number"] + totals["acts"] + Club.objects.count())


def _combined(changes: int, hands: int) -> int:
    return (int(changes) << _DIGITS) + int(hands)


def _sum_of(hands: str) -> Combinable:
    return Coalesce(Sum(hands), 0)


_ACTS = F("counter") - F("hands_told") - F("standings_told")
_ROWS: Mapping[Kind, Rows] = {
    Kind.TOURNAMENT: partial(_tournament_rows, F("counter")),
    Kind.RESULTS: partial(_tournament_rows, _ACTS),
    Kind.ENCOUNTER: partial(
        _part_rows, Encounter.objects.all(), F("hands_told"), tournament="stage__tournament", standings=False
    ),
    Kind.ENTRANT: partial(
        _part_rows,
        Entrant.objects.all(),
        _sum_of("encounter_sides__encounter__hands_told"),
        tournament="tournament",
        standings=True,
    ),
    Kind.TABLE: partial(
        _part_rows,
        Table.objects.all(),
        _sum_of("encounters__hands_told"),
        tournament="tournament",
        standings=False,
    ),
    Kind.PLAYER: _player_rows,
}
"""Topics with a public id."""
_READ: Mapping[Kind, Read] = {
    Kind.HOUSE: _site_reading,
    Kind.LIST: _list_reading,
}


def _single_query(rows: Rows) -> Callable[[str], list[Row]]:
    def of_one(public_id: str) -> QuerySet[Any, Row]:
        return rows(ANONYMOUS).filter(public_id=public_id)

    return compiled(of_one)


_ROWS_OF_ONE = {kind: _single_query(rows) for kind, rows in _ROWS.items()}
"""The same for one public topic; every page request uses it."""
