"""The counters that live pages watch, in one small query for each kind of topic.

A counter never falls back, and is another whenever what its topic shows has changed. Most count acts of a
tournament; where hands come in, these are the digits below 2 ** 32: whoever sits otherwise since an act, and
so has fewer hands, has a higher counter all the same.
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

from scoring.live.queries.topics import FEW_IN_PLAY, HOUSE, LIST, Kind, Topic
from tournaments.access import NOBODY, Visitor, shown_to
from tournaments.database.compiled_queries import compiled
from tournaments.enums import TournamentState
from tournaments.models import Club, Encounter, Entrant, Player, Table, Tournament

_DIGITS = 32


class Told(NamedTuple):
    """A counter, and the tournament whose acts raise it; None where any may."""

    counter: int
    tournament: UUID | None = None


Row = tuple[UUID, UUID | None, int, int | None]
"""Of what, in which tournament if it is in one, what was done there, and the hands if they count apart."""
Rows = Callable[[Visitor], QuerySet[Any, Row]]
Read = Callable[[Collection[UUID], Visitor], Mapping[UUID, Told]]


def counter_of(topic: Topic, user: Visitor = NOBODY) -> int | None:
    """The counter of one topic; None where there is nothing such that the user may look at.

    One query where everybody may: who asks is looked at only where not.
    """
    found = _to_everybody(topic)
    if found is None and user.is_authenticated:
        found = counters_of([topic], user).get(topic)
    return found and found.counter


def _to_everybody(topic: Topic) -> Told | None:
    if topic.kind in _ROWS_OF_ONE:
        return next(map(_told, _ROWS_OF_ONE[topic.kind](topic.of.hex)), None)
    return counters_of([topic]).get(topic)


def counters_of(topics: Collection[Topic], user: Visitor = NOBODY) -> dict[Topic, Told]:
    """The counters of all these, in a query for each kind; what may not be looked at is left out.

    Whoever looks at a draft hears nothing, and asks by himself.
    """
    ids: defaultdict[Kind, list[UUID]] = defaultdict(list)
    for kind, of in topics:
        ids[kind].append(of)
    return {Topic(kind, of): told for kind, those in ids.items() for of, told in _read(kind, those, user)}


def _read(kind: Kind, ids: Collection[UUID], user: Visitor) -> Iterable[tuple[UUID, Told]]:
    if kind not in _ROWS:
        return _READ[kind](ids, user).items()
    return ((row[0], _told(row)) for row in _ROWS[kind](user).filter(public_id__in=ids))


def _told(row: Row) -> Told:
    _of, tournament, acts, hands = row
    return Told(acts if hands is None else _joined(acts, hands), tournament)


def _of_tournaments(acts: Combinable, user: Visitor) -> QuerySet[Any, Row]:
    return shown_to(user).values_list("public_id", "public_id", acts, Value(None, IntegerField()))


def _of_parts(
    rows: QuerySet[Any], hands: Combinable, user: Visitor, *, tournament: str, standings: bool
) -> QuerySet[Any, Row]:
    """Of parts of tournaments: what was done in their tournament, then the hands of their encounters."""
    acts = F(f"{tournament}__counter") - F(f"{tournament}__hands_told")
    if not standings:
        acts -= F(f"{tournament}__standings_told")
    shown = rows.filter(**{f"{tournament}__in": shown_to(user)})
    return shown.values_list("public_id", f"{tournament}__public_id", acts, hands)


def counter_of_table(table: Table) -> int:
    """The counter of a table whose tournament was read with it, for those who play there; drafts too."""
    tournament = table.tournament
    acts = tournament.counter - tournament.hands_told - tournament.standings_told
    return _joined(acts, sum(_hands_at(table.pk)))


@compiled
def _hands_at(table: int) -> QuerySet[Encounter, int]:
    at_it = Encounter.objects.filter(table=table).order_by()
    return at_it.values("table").annotate(told=Sum("hands_told")).values_list("told", flat=True)


def _of_players(_user: Visitor) -> QuerySet[Any, Row]:
    found = Player.objects.people().filter(anonymous_as=None).order_by()
    told = found.values("public_id").annotate(told=_sum_of("club__tournaments__counter"))
    return told.values_list("public_id", Value(None, UUIDField()), "told", Value(None, IntegerField()))


def _of_the_list(ids: Collection[UUID], _user: Visitor) -> Mapping[UUID, Told]:
    return {LIST.of: Told(_acts_of_all())} if LIST.of in ids else {}


def _of_the_house(ids: Collection[UUID], _user: Visitor) -> Mapping[UUID, Told]:
    if HOUSE.of not in ids:
        return {}
    playing = Tournament.objects.public().filter(state=TournamentState.PLAYING, cancelled_at=None)
    told = playing.aggregate(number=Count("pk"), told=Coalesce(Sum(F("hands_told") + F("standings_told")), 0))
    hands = told["told"] if told["number"] <= FEW_IN_PLAY else 0
    return {HOUSE.of: Told(_joined(_acts_of_all(), hands))}


def _acts_of_all() -> int:
    """No tournament or club is ever taken away; those count too that are not public: it never falls back."""
    told = Tournament.objects.aggregate(
        number=Count("pk"),
        acts=Coalesce(Sum(_ACTS), 0),
    )
    return int(told["number"] + told["acts"] + Club.objects.count())


def _joined(acts: int, hands: int) -> int:
    return (int(acts) << _DIGITS) + int(hands)


def _sum_of(hands: str) -> Combinable:
    return Coalesce(Sum(hands), 0)


_ACTS = F("counter") - F("hands_told") - F("standings_told")
_ROWS: Mapping[Kind, Rows] = {
    Kind.TOURNAMENT: partial(_of_tournaments, F("counter")),
    Kind.RESULTS: partial(_of_tournaments, _ACTS),
    Kind.ENCOUNTER: partial(
        _of_parts, Encounter.objects.all(), F("hands_told"), tournament="stage__tournament", standings=False
    ),
    Kind.ENTRANT: partial(
        _of_parts,
        Entrant.objects.all(),
        _sum_of("encounter_sides__encounter__hands_told"),
        tournament="tournament",
        standings=True,
    ),
    Kind.TABLE: partial(
        _of_parts,
        Table.objects.all(),
        _sum_of("encounters__hands_told"),
        tournament="tournament",
        standings=False,
    ),
    Kind.PLAYER: _of_players,
}
"""For what has a public id."""
_READ: Mapping[Kind, Read] = {
    Kind.HOUSE: _of_the_house,
    Kind.LIST: _of_the_list,
}


def _of_one(rows: Rows) -> Callable[[str], list[Row]]:
    def of_one(of: str) -> QuerySet[Any, Row]:
        return rows(NOBODY).filter(public_id=of)

    return compiled(of_one)


_ROWS_OF_ONE = {kind: _of_one(rows) for kind, rows in _ROWS.items()}
"""The same for one thing and everybody: every page asks for it, whether it is made anew or not."""
