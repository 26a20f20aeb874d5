from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from rules.games import game_of
from scoring.models import EntrySeat, Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.round_names import read_round_names
from scoring.statistics.counted_hands import CountedHand, CountedSeat
from scoring.statistics.key_figures import Figures, sum_figures
from scoring.statistics.side_results import (
    Result,
    StageResults,
    entrant_results,
    read_group_places,
    results_by_stage,
)
from tournaments.models import EncounterSide, Entrant, EntrantPlayer, GroupPlace, Player, Stage, Tournament
from tournaments.models.tournament import TournamentQuerySet


@dataclass(frozen=True)
class Appearance:
    """What one person played, and the whole side's results."""

    entrant: Entrant
    partners: Sequence[Player]
    figures: Figures
    stage_results: Sequence[StageResults]
    played_encounters: frozenset[int]
    is_current: bool

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
            for stage in self.stage_results
            for result in stage.results
            if result.listing.encounter.pk in self.played_encounters
        ]


@dataclass(frozen=True)
class PersonSides:
    """Newest tournament first, with current rosters.

    `played_sides` has (encounter, letter) of every hand that isn't void.
    """

    entrants: Mapping[int, Entrant]
    rosters: Mapping[int, Sequence[Player]]
    played_sides: frozenset[tuple[int, str]]


def seats_in(tournaments: TournamentQuerySet) -> QuerySet[EntrySeat]:
    return EntrySeat.objects.filter(entry__current_of__match__encounter__stage__tournament__in=tournaments)


def read_sides(own: Collection[int], tournaments: TournamentQuerySet) -> PersonSides:
    """Find the entrants a person (all player keys) is listed or sat for, latest first."""
    seats = seats_in(tournaments).filter(player__in=own).order_by()
    sat = frozenset(seats.values_list("entry__current_of__match__encounter", "side").distinct())
    sides = EncounterSide.objects.filter(encounter__in={encounter for encounter, _letter in sat})
    places = sides.order_by("pk").values_list("encounter", "letter", "entrant")
    played_for = {entrant for encounter, letter, entrant in places if (encounter, letter) in sat}
    listed = EntrantPlayer.objects.filter(player__in=own, entrant__tournament__in=tournaments).order_by("pk")
    entrants = {row.entrant for row in listed.select_related("entrant__tournament__rule_book")}
    former = Entrant.objects.filter(pk__in=played_for - {entrant.pk for entrant in entrants}).order_by("pk")
    entrants |= set(former.select_related("tournament__rule_book"))
    oldest = sorted(
        entrants, key=lambda entrant: (entrant.tournament.first_day, entrant.tournament_id, entrant.pk)
    )
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
    """Return the person's tournaments with partners, figures and results, in four queries."""
    entrant_at = {
        (item.encounter.pk, side.letter): side.entrant_id for item in listings for side in item.sides
    }
    played: defaultdict[int, set[int]] = defaultdict(set)
    for encounter, letter in sides.played_sides:
        played[entrant_at.get((encounter, letter)) or 0].add(encounter)
    hands_by_entrant: defaultdict[int, list[CountedHand]] = defaultdict(list)
    for hand in hands:
        if own_seats := hand.player_seat(player.pk):
            hands_by_entrant[entrant_at.get((hand.encounter, own_seats.side)) or 0].append(hand)
    stages_by_entrant = _read_stage_results(sides, listings)
    return [
        Appearance(
            entrant=entrant,
            partners=_partners(player, sides.rosters.get(key, ()), hands_by_entrant[key], people),
            figures=sum_figures(
                game_of(entrant.tournament.rule_book.rule_set_id),
                ((hand, own_seat_list(hand, player)) for hand in hands_by_entrant[key]),
            ),
            stage_results=stages_by_entrant[key],
            played_encounters=frozenset(played[key]),
            is_current=player in sides.rosters.get(key, ()),
        )
        for key, entrant in sides.entrants.items()
    ]


def own_seat_list(hand: CountedHand, player: Player) -> list[CountedSeat]:
    own_seats = hand.player_seat(player.pk)
    return [own_seats] if own_seats else []


def _partners(
    player: Player, roster: Sequence[Player], hands: Sequence[CountedHand], people: Mapping[int, Player]
) -> list[Player]:
    partners = [partner for partner in roster if partner != player] if player in roster else []
    for hand in hands:
        own_seats = hand.player_seat(player.pk)
        seats = hand.seats_of_side(own_seats.side) if own_seats else []
        partners += [people[seat.player] for seat in seats if seat.player in people]
    return list(dict.fromkeys(partners))


def _read_stage_results(
    sides: PersonSides, listings: Sequence[EncounterListing]
) -> dict[int, list[StageResults]]:
    """Read the stages' results, in order, by entrant's primary key."""
    tournaments = {entrant.tournament_id for entrant in sides.entrants.values()}
    stages = list(Stage.objects.filter(tournament__in=tournaments).order_by("position", "pk"))
    names = read_round_names(stages)
    places = read_group_places(GroupPlace.objects.filter(entrant__in=sides.entrants))
    rows = Standing.objects.filter(entrant__in=sides.entrants).order_by("pk")
    standing_ranks = {
        (entrant, group): rank for entrant, group, rank in rows.values_list("entrant", "group", "rank")
    }
    return {
        key: results_by_stage(
            [stage for stage in stages if stage.tournament_id == entrant.tournament_id],
            entrant_results(entrant, listings, names),
            entrant,
            places,
            current_ranks={
                group: rank for (entrant_key, group), rank in standing_ranks.items() if entrant_key == key
            },
        )
        for key, entrant in sides.entrants.items()
    }
