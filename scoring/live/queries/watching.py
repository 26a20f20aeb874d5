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

from django.db.models import Count, F, QuerySet, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from scoring.live.queries.topics import FEW_IN_PLAY, HOUSE, LIST, Kind, Topic
from tournaments.access import NOBODY, Visitor, shown_to
from tournaments.enums import TournamentState
from tournaments.models import Club, Encounter, Entrant, Player, Table, Tournament

_DIGITS = 32


class Told(NamedTuple):
    """A counter, and the tournament whose acts raise it; None where any may."""

    counter: int
    tournament: UUID | None = None


Found = Mapping[UUID, Told]
Read = Callable[[Collection[UUID], Visitor], Found]


def counter_of(topic: Topic, user: Visitor = NOBODY) -> int | None:
    """The counter of one topic; None where there is nothing such that the user may look at.

    One query where everybody may: who asks is looked at only where not.
    """
    found = counters_of([topic]).get(topic)
    if found is None and user.is_authenticated:
        found = counters_of([topic], user).get(topic)
    return found and found.counter


def counters_of(topics: Collection[Topic], user: Visitor = NOBODY) -> dict[Topic, Told]:
    """The counters of all these, in a query for each kind; what may not be looked at is left out.

    Whoever looks at a draft hears nothing, and asks by himself.
    """
    ids: defaultdict[Kind, list[UUID]] = defaultdict(list)
    for kind, of in topics:
        ids[kind].append(of)
    of_tournaments = {kind: ids.pop(kind) for kind in _TOLD & ids.keys()}
    found = dict(_of_tournaments(of_tournaments, user)) if of_tournaments else {}
    for kind, those in ids.items():
        found |= {Topic(kind, of): told for of, told in _READ[kind](those, user).items()}
    return found


_TOLD = {Kind.TOURNAMENT, Kind.RESULTS}


def _of_tournaments(asked: Mapping[Kind, Collection[UUID]], user: Visitor) -> Iterable[tuple[Topic, Told]]:
    ids = {of for those in asked.values() for of in those}
    told = shown_to(user).filter(public_id__in=ids)
    for of, all_told, hands, standings in told.values_list(
        "public_id", "counter", "hands_told", "standings_told"
    ):
        counters = {
            Kind.TOURNAMENT: all_told,
            Kind.RESULTS: all_told - hands - standings,
        }
        yield from (
            (Topic(kind, of), Told(counters[kind], of)) for kind, those in asked.items() if of in those
        )


def _of_parts(
    rows: QuerySet[Any],
    hands: Combinable,
    ids: Collection[UUID],
    user: Visitor,
    *,
    tournament: str,
    standings: bool,
) -> Found:
    """Of parts of tournaments: what was done in their tournament, then the hands of their encounters."""
    acts = F(f"{tournament}__counter") - F(f"{tournament}__hands_told")
    told = rows.filter(**{"public_id__in": ids, f"{tournament}__in": shown_to(user)})
    found = told.annotate(acts=acts if standings else acts - F(f"{tournament}__standings_told"), hands=hands)
    rows = found.values_list("public_id", f"{tournament}__public_id", "acts", "hands")
    return {of: Told(_joined(acts, hands), whose) for of, whose, acts, hands in rows}


def counter_of_table(table: Table) -> int:
    """The counter of a table whose tournament was read with it, for those who play there; drafts too."""
    hands = table.encounters.aggregate(told=Coalesce(Sum("hands_told"), 0))["told"]
    tournament = table.tournament
    return _joined(tournament.counter - tournament.hands_told - tournament.standings_told, hands)


def _of_players(ids: Collection[UUID], _user: Visitor) -> Found:
    found = Player.objects.filter(public_id__in=ids, anonymous_as=None)
    told = found.values("public_id").annotate(told=Coalesce(Sum("club__tournaments__counter"), 0))
    return {of: Told(counter) for of, counter in told.values_list("public_id", "told")}


def _of_the_list(ids: Collection[UUID], _user: Visitor) -> Found:
    return {LIST.of: Told(_acts_of_all())} if LIST.of in ids else {}


def _of_the_house(ids: Collection[UUID], _user: Visitor) -> Found:
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
        acts=Coalesce(Sum(F("counter") - F("hands_told") - F("standings_told")), 0),
    )
    return int(told["number"] + told["acts"] + Club.objects.count())


def _joined(acts: int, hands: int) -> int:
    return (int(acts) << _DIGITS) + int(hands)


def _sum_of(hands: str) -> Combinable:
    return Coalesce(Sum(hands), 0)


_READ: Mapping[Kind, Read] = {
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
    Kind.HOUSE: _of_the_house,
    Kind.LIST: _of_the_list,
}
