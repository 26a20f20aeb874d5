"""The sides a person plays or played for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from rules.games import game_of
from scoring.models import EntrySeat, Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.rounds import read_round_names
from scoring.statistics.counted_hands import CountedHand, SeatOfHand
from scoring.statistics.figures import Figures, add_up
from scoring.statistics.side_results import Result, StageResults, by_stage, read_places, results_of
from tournaments.models import EncounterSide, Entrant, EntrantPlayer, GroupPlace, Player, Stage, Tournament
from tournaments.models.tournament import TournamentQuerySet


@dataclass(frozen=True)
class Appearance:
    """What one person played for a side, and the results of the whole side."""

    entrant: Entrant
    partners: Sequence[Player]
    figures: Figures
    way: Sequence[StageResults]
    played: frozenset[int]
    plays: bool

    @property
    def tournament(self) -> Tournament:
        return self.entrant.tournament

    @property
    def champion(self) -> bool:
        return self.tournament.champion_id == self.entrant.pk

    @property
    def results(self) -> list[Result]:
        return [
            result
            for stage in self.way
            for result in stage.results
            if result.listing.encounter.pk in self.played
        ]


@dataclass(frozen=True)
class PersonSides:
    """A person's entrants, newest tournament first, with current rosters.

    `sat` holds (encounter, letter) for every hand that isn't void.
    """

    entrants: Mapping[int, Entrant]
    rosters: Mapping[int, Sequence[Player]]
    sat: frozenset[tuple[int, str]]


def seats_in(tournaments: TournamentQuerySet) -> QuerySet[EntrySeat]:
    return EntrySeat.objects.filter(entry__current_of__match__encounter__stage__tournament__in=tournaments)


def read_sides(own: Collection[int], tournaments: TournamentQuerySet) -> PersonSides:
    """Return where a person, given by all their player keys, sat or is listed."""
    seats = seats_in(tournaments).filter(player__in=own).order_by()
    sat = frozenset(seats.values_list("entry__current_of__match__encounter", "side").distinct())
    sides = EncounterSide.objects.filter(encounter__in={encounter for encounter, _letter in sat})
    places = sides.order_by("pk").values_list("encounter", "letter", "entrant")
    played_for = {entrant for encounter, letter, entrant in places if (encounter, letter) in sat}
    listed = EntrantPlayer.objects.filter(player__in=own, entrant__tournament__in=tournaments).order_by("pk")
    entrants = {row.entrant for row in listed.select_related("entrant__tournament__rule_book")}
    former = Entrant.objects.filter(pk__in=played_for - {entrant.pk for entrant in entrants}).order_by("pk")
    entrants |= set(former.select_related("tournament__rule_book"))
    oldest = sorted(entrants, key=lambda one: (one.tournament.first_day, one.tournament_id, one.pk))
    by_key = {entrant.pk: entrant for entrant in reversed(oldest)}
    return PersonSides(by_key, _rosters(list(by_key)), sat)


def _rosters(entrants: Sequence[int]) -> Mapping[int, Sequence[Player]]:
    rosters: defaultdict[int, list[Player]] = defaultdict(list)
    rows = EntrantPlayer.objects.filter(entrant__in=entrants).select_related("player__same_as")
    for row in rows.order_by("entrant", "place"):
        rosters[row.entrant_id].append(row.player.person)
    return rosters


def read_appearances(
    player: Player,
    sides: PersonSides,
    listings: Sequence[EncounterListing],
    hands: Sequence[CountedHand],
    people: Mapping[int, Player],
) -> list[Appearance]:
    """Return an appearance for each side of a person, in four queries."""
    entrant_at = {
        (item.encounter.pk, side.letter): side.entrant_id for item in listings for side in item.sides
    }
    played: defaultdict[int, set[int]] = defaultdict(set)
    for encounter, letter in sides.sat:
        played[entrant_at.get((encounter, letter)) or 0].add(encounter)
    hands_by_entrant: defaultdict[int, list[CountedHand]] = defaultdict(list)
    for hand in hands:
        if own_seats := hand.seat_of(player.pk):
            hands_by_entrant[entrant_at.get((hand.encounter, own_seats.side)) or 0].append(hand)
    stages_by_entrant = _read_stage_results(sides, listings)
    return [
        Appearance(
            entrant=entrant,
            partners=_partners(player, sides.rosters.get(key, ()), hands_by_entrant[key], people),
            figures=add_up(
                game_of(entrant.tournament.rule_book.rule_set_id),
                ((hand, own_seat(hand, player)) for hand in hands_by_entrant[key]),
            ),
            way=stages_by_entrant[key],
            played=frozenset(played[key]),
            plays=player in sides.rosters.get(key, ()),
        )
        for key, entrant in sides.entrants.items()
    ]


def own_seat(hand: CountedHand, player: Player) -> list[SeatOfHand]:
    own_seats = hand.seat_of(player.pk)
    return [own_seats] if own_seats else []


def _partners(
    player: Player, roster: Sequence[Player], hands: Sequence[CountedHand], people: Mapping[int, Player]
) -> list[Player]:
    partners = [partner for partner in roster if partner != player] if player in roster else []
    for hand in hands:
        own_seats = hand.seat_of(player.pk)
        seats = hand.of_side(own_seats.side) if own_seats else []
        partners += [people[seat.player] for seat in seats if seat.player in people]
    return list(dict.fromkeys(partners))


def _read_stage_results(
    sides: PersonSides, listings: Sequence[EncounterListing]
) -> dict[int, list[StageResults]]:
    tournaments = {entrant.tournament_id for entrant in sides.entrants.values()}
    stages = list(Stage.objects.filter(tournament__in=tournaments).order_by("position", "pk"))
    names = read_round_names(stages)
    places = read_places(GroupPlace.objects.filter(entrant__in=sides.entrants))
    rows = Standing.objects.filter(entrant__in=sides.entrants).order_by("pk")
    standing_ranks = {
        (entrant, group): rank for entrant, group, rank in rows.values_list("entrant", "group", "rank")
    }
    return {
        key: by_stage(
            [stage for stage in stages if stage.tournament_id == entrant.tournament_id],
            results_of(entrant, listings, names),
            entrant,
            places,
            current_ranks={
                group: rank for (entrant_key, group), rank in standing_ranks.items() if entrant_key == key
            },
        )
        for key, entrant in sides.entrants.items()
    }
