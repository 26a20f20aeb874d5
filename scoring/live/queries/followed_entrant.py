from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Q

from scoring.live.queries.followed_state import EncountersAhead, FollowedEntrant, GroupPosition, NameChoice
from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_scored_listings
from scoring.queries.round_names import RoundKey, RoundName, read_round_names, round_key_of
from scoring.queries.table_queues import busy_elsewhere
from scoring.queries.tournament_context import TournamentContext, read_tournament_context
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Entrant, EntrantPlayer, GroupPlace, Tournament
from tournaments.naming.collation import initial, turkish_order
from tournaments.tables.domain.play_order import Seated, read_seated


def find_entrants_by_id(tournament: Tournament, public_ids: Iterable[UUID]) -> list[Entrant]:
    return list(tournament.entrants.filter(public_id__in=list(public_ids)).order_by("pk"))


def read_name_choices(tournament: Tournament) -> list[NameChoice]:
    """All players, and named pairs, in two queries."""
    players: defaultdict[int, list[str]] = defaultdict(list)
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("place", "pk")
    for key, name in roster.values_list("entrant", "player__name"):
        players[key].append(name)
    entrants = tournament.entrants.order_by("number")
    names = [name for entrant in entrants for name in _entrant_name_choices(entrant, players[entrant.pk])]
    return sorted(names, key=lambda choice: (turkish_order(choice.name), choice.entrant.number))


def group_by_letter(names: Iterable[NameChoice]) -> list[tuple[str, list[NameChoice]]]:
    return [
        (first_letter, list(members))
        for first_letter, members in groupby(names, key=lambda choice: initial(choice.name))
    ]


def _entrant_name_choices(entrant: Entrant, players: Sequence[str]) -> list[NameChoice]:
    own = [NameChoice(entrant.name, entrant, tuple(players))] if players != [entrant.name] else []
    if len(players) == 1:
        return own or [NameChoice(entrant.name, entrant, ())]
    return own + [NameChoice(name, entrant, (entrant.name,)) for name in players]


def read_followed_entrant(
    tournament: Tournament, public_ids: Sequence[UUID], *, context: TournamentContext | None = None
) -> FollowedEntrant | None:
    """Read the first of `public_ids` that is in the tournament; None if none is."""
    entrants = {entrant.public_id: entrant for entrant in find_entrants_by_id(tournament, public_ids)}
    entrant = next((entrants[public_id] for public_id in public_ids if public_id in entrants), None)
    if entrant is None:
        return None
    return read_followed_entrants(context or read_tournament_context(tournament.public_id), [entrant])[
        entrant.public_id
    ]


def read_followed_entrants(
    context: TournamentContext, entrants: Sequence[Entrant]
) -> dict[UUID, FollowedEntrant]:
    """Read by public id, without annulled encounters."""
    active = Encounter.objects.not_annulled()
    listings = read_scored_listings(
        active.filter(pk__in=active.filter(sides__entrant__in=entrants).values("pk"))
    )
    own: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        for side in listing.sides:
            own[side.entrant_id or 0].append(listing)
    current = {entrant.pk: _current_encounter(own[entrant.pk]) for entrant in entrants}
    waiting = [listing for listing in current.values() if listing and not listing.playing]
    seated = read_seated(context.tournament) if waiting else {}
    read_data = _ReadData(
        tournament_context=context,
        names=read_round_names([stage.stage for stage in context.stages]),
        own_listings=own,
        current=current,
        seated=seated,
        nearby_listings=_nearby_encounters(waiting, seated),
        groups=_group_positions(entrants, context, own),
    )
    return {entrant.public_id: read_data.followed_entrant(entrant) for entrant in entrants}


def read_next_play(tournament: Tournament, entrants: Sequence[Entrant]) -> list[FollowedEntrant]:
    """Return the champion, and entrants whose next encounter has a table, in the order of `entrants`."""
    if not entrants:
        return []
    followed = read_followed_entrants(read_tournament_context(tournament.public_id), entrants)
    ordered = (followed[entrant.public_id] for entrant in entrants)
    return [follower for follower in ordered if follower.knows_next]


@dataclass(frozen=True)
class _ReadData:
    tournament_context: TournamentContext
    names: Mapping[RoundKey, RoundName]
    own_listings: Mapping[int, Sequence[EncounterListing]]
    current: Mapping[int, EncounterListing | None]
    seated: Seated
    nearby_listings: Sequence[EncounterListing]
    groups: Mapping[int, GroupPosition]

    def followed_entrant(self, entrant: Entrant) -> FollowedEntrant:
        """Return the entrant's state; encounters ahead only while the current one waits."""
        listings, current = self.own_listings.get(entrant.pk, ()), self.current[entrant.pk]
        last = next((listing for listing in reversed(listings) if listing.decided), None)
        waits = current is not None and not current.playing
        return FollowedEntrant(
            entrant=entrant,
            tournament=self.tournament_context.tournament,
            listing=current,
            round=_round_of(current, self.names),
            ahead=_encounters_ahead(current, entrant, self.seated, self.nearby_listings)
            if current and waits
            else EncountersAhead(),
            last=last,
            last_round=_round_of(last, self.names),
            group=self.groups.get(entrant.pk),
            provisional=self.tournament_context.provisional,
        )


def _round_of(listing: EncounterListing | None, names: Mapping[RoundKey, RoundName]) -> RoundName | None:
    return names.get(round_key_of(listing.encounter)) if listing else None


def _current_encounter(listings: Sequence[EncounterListing]) -> EncounterListing | None:
    """Return the encounter in play, else the next ready, else one lacking a side, else None."""
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


def _opponent_sides(listing: EncounterListing, entrant: int) -> list[EncounterSide]:
    return [side for side in listing.sides if side.entrant_id != entrant]


def _feeding_encounters(sides: Iterable[EncounterSide]) -> list[int]:
    return [side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id]


def _nearby_encounters(waiting: Sequence[EncounterListing], seated: Seated) -> list[EncounterListing]:
    """Return undecided encounters at the tables of `waiting`, these too, or where sides sit or come from."""
    if not waiting:
        return []
    sides = [side for listing in waiting for side in listing.sides]
    relevant = Encounter.objects.undecided().filter(
        Q(pk__in=_feeding_encounters(sides))
        | Q(pk__in={seat.pk for side in sides if (seat := seated.get(side.entrant_id or 0))})
        | Q(table__in={listing.encounter.table_id for listing in waiting})
    )
    return read_scored_listings(Encounter.objects.filter(pk__in=relevant.order_by().values("pk")))


def _encounters_ahead(
    listing: EncounterListing, entrant: Entrant, seated: Seated, nearby: Sequence[EncounterListing]
) -> EncountersAhead:
    """Select from `nearby` the queue before `listing`, where sides sit, `entrant`'s opponents come from."""
    feeds = _feeding_encounters(_opponent_sides(listing, entrant.pk))
    listed = {candidate.encounter.pk: candidate for candidate in nearby}
    queued = sorted(
        (candidate for candidate in nearby if _is_before(candidate, listing)),
        key=lambda candidate: candidate.encounter.turn,
    )
    return EncountersAhead(
        at_table=queued,
        elsewhere=[
            (side, listed[other.pk])
            for side, other in busy_elsewhere(listing.encounter, seated)
            if other.pk in listed
        ],
        feeds={pk: listed[pk] for pk in feeds if pk in listed},
    )


def _is_before(candidate: EncounterListing, listing: EncounterListing) -> bool:
    table = listing.encounter.table_id
    return (
        table is not None
        and candidate.encounter.table_id == table
        and candidate.encounter.turn < listing.encounter.turn
    )


def _group_positions(
    entrants: Sequence[Entrant], context: TournamentContext, own: Mapping[int, Sequence[EncounterListing]]
) -> dict[int, GroupPosition]:
    """Return positions in the latest group, by key of entrants in one."""
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
            encounters_left=sum(
                listing.encounter.group_id == place.group_id and not listing.decided for listing in own[key]
            ),
            next_stages=[
                context.stage(feed.stage_id) for feed in context.stage(place.group.stage_id).feeds_out
            ],
        )
        for key, place in last.items()
    }
