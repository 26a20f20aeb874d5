"""What a live page shows (its topic), and the counter of its changes: one small query, and it never falls.

Hands are the digits below 2 ** 32, so a change of seats that lowers them still raises it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Count, F, IntegerField, QuerySet, Sum, UUIDField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tournaments.access import ANONYMOUS, Visitor, visible_tournaments
from tournaments.enums import TournamentState
from tournaments.models import Club, Encounter, Entrant, Player, Table, Tournament

_DIGITS: Final = 32


class Kind(StrEnum):
    TOURNAMENT = "tournament"
    """Everything in a tournament, with every hand."""
    RESULTS = "results"
    """Everything except standings and undecided hands: pairings, matches won, names, rules."""
    ENCOUNTER = "encounter"
    """Results of its tournament, and its own hands."""
    ENTRANT = "entrant"
    """Results and standings of its tournament, and the hands of its own encounters."""
    TABLE = "table"
    """Results of its tournament, and the hands of the encounters there."""
    PLAYER = "player"
    """Everything in the tournaments of the player's club."""
    HOUSE = "house"
    """Results of all tournaments, and everything in current ones while there are few."""
    LIST = "list"
    """Results of all tournaments."""


KINDS_WITH_STANDINGS: Final = {Kind.TOURNAMENT, Kind.ENTRANT}
"""Topics with standings, which change a moment after a hand."""


class Topic(NamedTuple):
    kind: Kind
    public_id: UUID

    def __str__(self) -> str:
        return f"{self.kind.value}.{self.public_id}"


MAX_TOURNAMENTS_WITH_HANDS: Final = 4
"""The front page shows this many current tournaments hand by hand."""

SITE_TOPIC = Topic(Kind.HOUSE, UUID(int=0))
TOURNAMENT_LIST_TOPIC = Topic(Kind.LIST, UUID(int=0))


def tournament_topic(tournament_id: UUID) -> Topic:
    return Topic(Kind.TOURNAMENT, tournament_id)


def results_topic(tournament_id: UUID, **_part: object) -> Topic:
    return Topic(Kind.RESULTS, tournament_id)


def encounter_topic(encounter_id: UUID, **_part: object) -> Topic:
    return Topic(Kind.ENCOUNTER, encounter_id)


def entrant_topic(entrant_id: UUID, **_tournament: object) -> Topic:
    return Topic(Kind.ENTRANT, entrant_id)


def player_topic(player_id: UUID) -> Topic:
    return Topic(Kind.PLAYER, player_id)


class CounterReading(NamedTuple):
    """A counter, and the tournament whose changes raise it; None if any may."""

    counter: int
    tournament: UUID | None = None


Row = tuple[UUID, UUID | None, int, int | None]
"""Public id, tournament if any, its acts, and the hands if counted separately."""
Rows = Callable[[Visitor], QuerySet[Any, Row]]
Read = Callable[[Collection[UUID], Visitor], Mapping[UUID, CounterReading]]


def counter_of(topic: Topic, user: Visitor = ANONYMOUS) -> int | None:
    """None if the user may not see the topic. One query if public."""
    reading = _public_reading(topic)
    if reading is None and user.is_authenticated:
        reading = counters_of([topic], user).get(topic)
    return reading and reading.counter


def _public_reading(topic: Topic) -> CounterReading | None:
    return counters_of([topic]).get(topic)


def counters_of(topics: Collection[Topic], user: Visitor = ANONYMOUS) -> dict[Topic, CounterReading]:
    """Return counters of the topics that the user may see."""
    ids: defaultdict[Kind, list[UUID]] = defaultdict(list)
    for kind, public_id in topics:
        ids[kind].append(public_id)
    return {
        Topic(kind, public_id): reading
        for kind, public_ids in ids.items()
        for public_id, reading in _read_kind(kind, public_ids, user)
    }


def _read_kind(kind: Kind, ids: Collection[UUID], user: Visitor) -> Iterable[tuple[UUID, CounterReading]]:
    if kind not in _ROW_QUERIES:
        return _COUNTER_QUERIES[kind](ids, user).items()
    return ((row[0], _reading(row)) for row in _ROW_QUERIES[kind](user).filter(public_id__in=ids))


def _reading(row: Row) -> CounterReading:
    _public_id, tournament, changes, hands = row
    return CounterReading(changes if hands is None else _combine_counter(changes, hands), tournament)


def _tournament_rows(changes: Combinable, user: Visitor) -> QuerySet[Any, Row]:
    return visible_tournaments(user).values_list(
        "public_id", "public_id", changes, Value(None, IntegerField())
    )


def _part_rows(
    rows: QuerySet[Any], hands: Combinable, user: Visitor, *, tournament: str, standings: bool
) -> QuerySet[Any, Row]:
    changes = F(f"{tournament}__counter") - F(f"{tournament}__hand_changes")
    if not standings:
        changes -= F(f"{tournament}__standings_changes")
    visible = rows.filter(**{f"{tournament}__in": visible_tournaments(user)})
    return visible.values_list("public_id", f"{tournament}__public_id", changes, hands)


def counter_of_table(table: Table) -> int:
    """For its players, drafts included."""
    tournament = table.tournament
    changes = tournament.counter - tournament.hand_changes - tournament.standings_changes
    hands = Encounter.objects.filter(table=table).aggregate(changes=_sum_of("hand_changes"))
    return _combine_counter(changes, hands["changes"])


def _player_rows(_user: Visitor) -> QuerySet[Any, Row]:
    people = Player.objects.people().filter(anonymous_as=None).order_by()
    annotated = people.values("public_id").annotate(changes=_sum_of("club__tournaments__counter"))
    return annotated.values_list(
        "public_id", Value(None, UUIDField()), "changes", Value(None, IntegerField())
    )


def _list_reading(ids: Collection[UUID], _user: Visitor) -> Mapping[UUID, CounterReading]:
    return (
        {TOURNAMENT_LIST_TOPIC.public_id: CounterReading(_count_all_changes())}
        if TOURNAMENT_LIST_TOPIC.public_id in ids
        else {}
    )


def _site_reading(ids: Collection[UUID], _user: Visitor) -> Mapping[UUID, CounterReading]:
    if SITE_TOPIC.public_id not in ids:
        return {}
    playing = Tournament.objects.public().filter(state=TournamentState.PLAYING, cancelled_at=None)
    totals = playing.aggregate(
        number=Count("pk"), changes=Coalesce(Sum(F("hand_changes") + F("standings_changes")), 0)
    )
    hands = totals["changes"] if totals["number"] <= MAX_TOURNAMENTS_WITH_HANDS else 0
    return {SITE_TOPIC.public_id: CounterReading(_combine_counter(_count_all_changes(), hands))}


def _count_all_changes() -> int:
    """Count changes of all tournaments and clubs; none is deleted, so it never falls."""
    totals = Tournament.objects.aggregate(
        number=Count("pk"),
        acts=Coalesce(Sum(_CHANGES), 0),
    )
    return int(totals["number"] + totals["acts"] + Club.objects.count())


def _combine_counter(changes: int, hands: int) -> int:
    return (int(changes) << _DIGITS) + int(hands)


def _sum_of(hands: str) -> Combinable:
    return Coalesce(Sum(hands), 0)


_CHANGES = F("counter") - F("hand_changes") - F("standings_changes")
_ROW_QUERIES: Mapping[Kind, Rows] = {
    Kind.TOURNAMENT: partial(_tournament_rows, F("counter")),
    Kind.RESULTS: partial(_tournament_rows, _CHANGES),
    Kind.ENCOUNTER: partial(
        _part_rows,
        Encounter.objects.all(),
        F("hand_changes"),
        tournament="stage__tournament",
        standings=False,
    ),
    Kind.ENTRANT: partial(
        _part_rows,
        Entrant.objects.all(),
        _sum_of("encounter_sides__encounter__hand_changes"),
        tournament="tournament",
        standings=True,
    ),
    Kind.TABLE: partial(
        _part_rows,
        Table.objects.all(),
        _sum_of("encounters__hand_changes"),
        tournament="tournament",
        standings=False,
    ),
    Kind.PLAYER: _player_rows,
}
"""Topics with a public id."""
_COUNTER_QUERIES: Mapping[Kind, Read] = {
    Kind.HOUSE: _site_reading,
    Kind.LIST: _list_reading,
}
