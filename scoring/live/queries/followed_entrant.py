"""Whom a visitor follows in a tournament: how things stand for him, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Q

from scoring.live.queries.followed_state import Ahead, Following, InGroup, NameToChoose
from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import with_scores
from scoring.queries.rounds import RoundKey, RoundName, key_of, read_round_names
from scoring.queries.tournament_context import Frame, read_frame
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Entrant, EntrantPlayer, GroupPlace, Tournament
from tournaments.naming.collation import initial, turkish_order


def entrants_among(tournament: Tournament, public_ids: Iterable[UUID]) -> list[Entrant]:
    """The entrants of a tournament that bear one of these public ids, in one query."""
    return list(tournament.entrants.filter(public_id__in=list(public_ids)).order_by("pk"))


def names_to_choose(tournament: Tournament) -> list[NameToChoose]:
    """Every player by name, in the Turkish order, in two queries.

    A pair that is called otherwise than its players stands among them under its own name too.
    """
    players: defaultdict[int, list[str]] = defaultdict(list)
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("place", "pk")
    for key, name in roster.values_list("entrant", "player__name"):
        players[key].append(name)
    entrants = tournament.entrants.order_by("number")
    names = [one for entrant in entrants for one in _names_of(entrant, players[entrant.pk])]
    return sorted(names, key=lambda one: (turkish_order(one.name), one.entrant.number))


def by_letter(names: Iterable[NameToChoose]) -> list[tuple[str, list[NameToChoose]]]:
    """Names in their order, letter by letter."""
    return [(letter, list(ones)) for letter, ones in groupby(names, key=lambda one: initial(one.name))]


def _names_of(entrant: Entrant, players: Sequence[str]) -> list[NameToChoose]:
    own = [NameToChoose(entrant.name, entrant, tuple(players))] if players != [entrant.name] else []
    if len(players) == 1:
        return own or [NameToChoose(entrant.name, entrant, ())]
    return own + [NameToChoose(name, entrant, (entrant.name,)) for name in players]


def read_following(
    tournament: Tournament, public_ids: Sequence[UUID], *, frame: Frame | None = None
) -> Following | None:
    """The first entrant of a tournament among those followed, with what is before him; None for nobody.

    `frame` is that of the tournament, if it has been read.
    """
    found = {entrant.public_id: entrant for entrant in entrants_among(tournament, public_ids)}
    entrant = next((found[one] for one in public_ids if one in found), None)
    if entrant is None:
        return None
    return read_followings(frame or read_frame(tournament.public_id), [entrant])[entrant.public_id]


def read_followings(frame: Frame, entrants: Sequence[Entrant]) -> dict[UUID, Following]:
    """How things stand for some entrants, by public id; in as many statements for many as for one."""
    standing = Encounter.objects.standing()
    theirs = with_scores(standing.filter(pk__in=standing.filter(sides__entrant__in=entrants).values("pk")))
    own: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    for listing in theirs:
        for side in listing.sides:
            own[side.entrant_id or 0].append(listing)
    current = {entrant.pk: _current(own[entrant.pk]) for entrant in entrants}
    field = _Field(
        frame=frame,
        names=read_round_names([one.stage for one in frame.stages]),
        own=own,
        current=current,
        around=_around({key: one for key, one in current.items() if one and not one.playing}),
        groups=_in_groups(entrants, frame, own),
    )
    return {entrant.public_id: field.following(entrant) for entrant in entrants}


@dataclass(frozen=True)
class _Field:
    """What was read for some entrants; `own`, `current` and `groups` by an entrant's primary key."""

    frame: Frame
    names: Mapping[RoundKey, RoundName]
    own: Mapping[int, Sequence[EncounterListing]]
    current: Mapping[int, EncounterListing | None]
    around: Sequence[EncounterListing]
    groups: Mapping[int, InGroup]

    def following(self, entrant: Entrant) -> Following:
        mine, current = self.own.get(entrant.pk, ()), self.current[entrant.pk]
        last = next((listing for listing in reversed(mine) if listing.decided), None)
        waits = current is not None and not current.playing
        return Following(
            entrant=entrant,
            tournament=self.frame.tournament,
            listing=current,
            round=_round_of(current, self.names),
            ahead=_ahead(current, entrant, self.around) if current and waits else Ahead(),
            last=last,
            last_round=_round_of(last, self.names),
            group=self.groups.get(entrant.pk),
        )


def _round_of(listing: EncounterListing | None, names: Mapping[RoundKey, RoundName]) -> RoundName | None:
    return names.get(key_of(listing.encounter)) if listing else None


def _current(mine: Sequence[EncounterListing]) -> EncounterListing | None:
    """What is played, else what is played next, else what waits for somebody."""
    order = [EncounterState.PLAYING, EncounterState.READY, EncounterState.PENDING]
    left = [listing for listing in mine if listing.encounter.state in order]
    return min(
        left,
        key=lambda listing: (
            order.index(EncounterState(listing.encounter.state)),
            listing.encounter.stage.position,
            listing.encounter.round,
            listing.encounter.queue_place or 0,
            listing.encounter.pk,
        ),
        default=None,
    )


def _others(listing: EncounterListing, entrant: int) -> list[EncounterSide]:
    return [side for side in listing.sides if side.entrant_id != entrant]


def _feeds(sides: Iterable[EncounterSide]) -> list[int]:
    """The encounters, by primary key, out of which somebody is still to come."""
    return [side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id]


def _around(waiting: Mapping[int, EncounterListing]) -> list[EncounterListing]:
    """What is open at the tables of encounters that have not begun, and around their other sides."""
    if not waiting:
        return []
    others = [side for entrant, listing in waiting.items() for side in _others(listing, entrant)]
    open_now = Encounter.objects.undecided()
    wanted = open_now.filter(
        Q(pk__in=_feeds(others))
        | Q(state=EncounterState.PLAYING, sides__entrant__in=[side.entrant_id for side in others])
        | Q(table__in=[listing.encounter.table_id for listing in waiting.values()])
    )
    return with_scores(Encounter.objects.filter(pk__in=wanted.order_by().values("pk")))


def _ahead(listing: EncounterListing, entrant: Entrant, around: Sequence[EncounterListing]) -> Ahead:
    """What is still played before an encounter that has not begun: at its table, by its sides elsewhere."""
    others = _others(listing, entrant.pk)
    feeds = _feeds(others)
    turns = sorted((one for one in around if _is_before(one, listing)), key=lambda one: one.encounter.turn)
    return Ahead(
        at_table=turns,
        elsewhere=[(side, one) for side in others for one in around if _plays_elsewhere(side, one, listing)],
        feeds={one.encounter.pk: one for one in around if one.encounter.pk in feeds},
    )


def _is_before(one: EncounterListing, listing: EncounterListing) -> bool:
    """Whether it is played at the same table before another that has not begun."""
    table = listing.encounter.table_id
    return (
        table is not None and one.encounter.table_id == table and one.encounter.turn < listing.encounter.turn
    )


def _plays_elsewhere(side: EncounterSide, one: EncounterListing, listing: EncounterListing) -> bool:
    if not one.playing or one.encounter.table_id == listing.encounter.table_id or side.entrant is None:
        return False
    return one.has(side.entrant)


def _in_groups(
    entrants: Sequence[Entrant], frame: Frame, own: Mapping[int, Sequence[EncounterListing]]
) -> dict[int, InGroup]:
    """Their places in the last table of standings that each stands in, by the entrant's primary key."""
    places = GroupPlace.objects.filter(entrant__in=entrants, group__stage__tournament=frame.tournament)
    listed = places.select_related("group").order_by("group__stage__position", "-pk")
    last = {place.entrant_id: place for place in listed}
    rows = Standing.objects.filter(
        entrant__in=entrants, group__in={place.group_id for place in last.values()}
    )
    standing = {(row.entrant_id, row.group_id): row for row in rows.order_by("-pk")}
    return {
        key: InGroup(
            stage=frame.stage(place.group.stage_id),
            group=place.group,
            rank=place.rank,
            standing=standing.get((key, place.group_id)),
            left=sum(
                listing.encounter.group_id == place.group_id and not listing.decided for listing in own[key]
            ),
            onward=[frame.stage(feed.stage_id) for feed in frame.stage(place.group.stage_id).feeds_out],
        )
        for key, place in last.items()
    }
