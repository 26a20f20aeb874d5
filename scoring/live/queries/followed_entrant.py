from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Q

from scoring.live.queries.followed_state import Ahead, Following, GroupPosition, NameToChoose
from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import with_scores
from scoring.queries.rounds import RoundKey, RoundName, key_of, read_round_names
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Entrant, EntrantPlayer, GroupPlace, Tournament
from tournaments.naming.collation import initial, turkish_order


def entrants_among(tournament: Tournament, public_ids: Iterable[UUID]) -> list[Entrant]:
    return list(tournament.entrants.filter(public_id__in=list(public_ids)).order_by("pk"))


def names_to_choose(tournament: Tournament) -> list[NameToChoose]:
    """Return all players, and pairs with a name of their own, in two queries."""
    players: defaultdict[int, list[str]] = defaultdict(list)
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("place", "pk")
    for key, name in roster.values_list("entrant", "player__name"):
        players[key].append(name)
    entrants = tournament.entrants.order_by("number")
    names = [name for entrant in entrants for name in _names_of(entrant, players[entrant.pk])]
    return sorted(names, key=lambda one: (turkish_order(one.name), one.entrant.number))


def by_letter(names: Iterable[NameToChoose]) -> list[tuple[str, list[NameToChoose]]]:
    return [
        (first_letter, list(members))
        for first_letter, members in groupby(names, key=lambda one: initial(one.name))
    ]


def _names_of(entrant: Entrant, players: Sequence[str]) -> list[NameToChoose]:
    own = [NameToChoose(entrant.name, entrant, tuple(players))] if players != [entrant.name] else []
    if len(players) == 1:
        return own or [NameToChoose(entrant.name, entrant, ())]
    return own + [NameToChoose(name, entrant, (entrant.name,)) for name in players]


def read_following(
    tournament: Tournament, public_ids: Sequence[UUID], *, context: TournamentContext | None = None
) -> Following | None:
    """Return the first followed entrant's state; None without one."""
    entrants = {entrant.public_id: entrant for entrant in entrants_among(tournament, public_ids)}
    entrant = next((entrants[public_id] for public_id in public_ids if public_id in entrants), None)
    if entrant is None:
        return None
    return read_followings(context or read_tournament_context(tournament.public_id), [entrant])[
        entrant.public_id
    ]


def read_followings(context: TournamentContext, entrants: Sequence[Entrant]) -> dict[UUID, Following]:
    """Return the state of entrants by public id, in a constant number of queries."""
    active = Encounter.objects.standing()
    listings = with_scores(active.filter(pk__in=active.filter(sides__entrant__in=entrants).values("pk")))
    own: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        for side in listing.sides:
            own[side.entrant_id or 0].append(listing)
    current = {entrant.pk: _current(own[entrant.pk]) for entrant in entrants}
    read_data = _ReadData(
        frame=context,
        names=read_round_names([stage.stage for stage in context.stages]),
        own=own,
        current=current,
        around=_nearby_encounters(
            {key: listing for key, listing in current.items() if listing and not listing.playing}
        ),
        groups=_in_groups(entrants, context, own),
    )
    return {entrant.public_id: read_data.following(entrant) for entrant in entrants}


@dataclass(frozen=True)
class _ReadData:
    frame: TournamentContext
    names: Mapping[RoundKey, RoundName]
    own: Mapping[int, Sequence[EncounterListing]]
    current: Mapping[int, EncounterListing | None]
    around: Sequence[EncounterListing]
    groups: Mapping[int, GroupPosition]

    def following(self, entrant: Entrant) -> Following:
        listings, current = self.own.get(entrant.pk, ()), self.current[entrant.pk]
        last = next((listing for listing in reversed(listings) if listing.decided), None)
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


def _current(listings: Sequence[EncounterListing]) -> EncounterListing | None:
    """Return the encounter in play, else the next ready one, else one that lacks a side."""
    order = [EncounterState.PLAYING, EncounterState.READY, EncounterState.PENDING]
    open_listings = [listing for listing in listings if listing.encounter.state in order]
    return min(
        open_listings,
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
    return [side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id]


def _nearby_encounters(waiting: Mapping[int, EncounterListing]) -> list[EncounterListing]:
    if not waiting:
        return []
    opponents = [side for entrant, listing in waiting.items() for side in _others(listing, entrant)]
    open_now = Encounter.objects.undecided()
    relevant = open_now.filter(
        Q(pk__in=_feeds(opponents))
        | Q(state=EncounterState.PLAYING, sides__entrant__in=[side.entrant_id for side in opponents])
        | Q(table__in=[listing.encounter.table_id for listing in waiting.values()])
    )
    return with_scores(Encounter.objects.filter(pk__in=relevant.order_by().values("pk")))


def _ahead(listing: EncounterListing, entrant: Entrant, nearby: Sequence[EncounterListing]) -> Ahead:
    opponents = _others(listing, entrant.pk)
    feeds = _feeds(opponents)
    queued = sorted(
        (candidate for candidate in nearby if _is_before(candidate, listing)),
        key=lambda one: one.encounter.turn,
    )
    return Ahead(
        at_table=queued,
        elsewhere=[
            (side, candidate)
            for side in opponents
            for candidate in nearby
            if _plays_elsewhere(side, candidate, listing)
        ],
        feeds={candidate.encounter.pk: candidate for candidate in nearby if candidate.encounter.pk in feeds},
    )


def _is_before(candidate: EncounterListing, listing: EncounterListing) -> bool:
    table = listing.encounter.table_id
    return (
        table is not None
        and candidate.encounter.table_id == table
        and candidate.encounter.turn < listing.encounter.turn
    )


def _plays_elsewhere(side: EncounterSide, candidate: EncounterListing, listing: EncounterListing) -> bool:
    if (
        not candidate.playing
        or candidate.encounter.table_id == listing.encounter.table_id
        or side.entrant is None
    ):
        return False
    return candidate.has(side.entrant)


def _in_groups(
    entrants: Sequence[Entrant], context: TournamentContext, own: Mapping[int, Sequence[EncounterListing]]
) -> dict[int, GroupPosition]:
    places = GroupPlace.objects.filter(entrant__in=entrants, group__stage__tournament=context.tournament)
    listed = places.select_related("group").order_by("group__stage__position", "-pk")
    last = {place.entrant_id: place for place in listed}
    rows = Standing.objects.filter(
        entrant__in=entrants, group__in={place.group_id for place in last.values()}
    )
    rows_by_key = {(row.entrant_id, row.group_id): row for row in rows.order_by("-pk")}
    return {
        key: GroupPosition(
            stage=context.stage(place.group.stage_id),
            group=place.group,
            rank=place.rank,
            standing=rows_by_key.get((key, place.group_id)),
            left=sum(
                listing.encounter.group_id == place.group_id and not listing.decided for listing in own[key]
            ),
            onward=[context.stage(feed.stage_id) for feed in context.stage(place.group.stage_id).feeds_out],
        )
        for key, place in last.items()
    }
