from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Prefetch

from rules.games.game import Game
from scoring.ledger.rulebooks import game_of_rules
from scoring.models import EntrySeat, Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_scored_listings
from scoring.queries.round_names import read_round_names
from scoring.queries.tournament_context import TournamentContext
from scoring.statistics.average_chart import AverageChart, draw_average_chart
from scoring.statistics.counted_hands import CountedHand, counting_hands, read_hands
from scoring.statistics.head_to_head import OpponentRecord, counts_in_figures, entrant_records, side_letter
from scoring.statistics.key_figures import Figures, sum_figures
from scoring.statistics.side_results import (
    Outcome,
    Result,
    StageResults,
    entrant_results,
    read_group_places,
    results_by_stage,
)
from scoring.statistics.win_records import WinRecord, opponents_at, side_at
from tournaments.models import Encounter, Entrant, EntrantPlayer, GroupPlace, Player


@dataclass(frozen=True)
class Partner:
    player: Player
    figures: Figures
    is_current: bool


@dataclass(frozen=True)
class SideTotals:
    """Encounters and matches that count; at a table of four first place wins."""

    encounters: int
    won: int
    matches_won: int
    matches_lost: int
    walkovers: int
    byes: int


@dataclass(frozen=True)
class UncountedResults:
    """Listed, but in no figure."""

    annulled: int
    extra: int
    needless: int

    def __bool__(self) -> bool:
        return bool(self.annulled or self.extra or self.needless)


@dataclass(frozen=True)
class EntrantView:
    tournament_context: TournamentContext
    entrant: Entrant
    stage_results: Sequence[StageResults]
    figures: Figures
    opponents_figures: Figures
    own_totals: SideTotals
    partners: Sequence[Partner]
    opponent_records: Sequence[OpponentRecord]
    average_chart: AverageChart | None
    uncounted_results: UncountedResults

    @property
    def champion(self) -> bool:
        return self.tournament_context.tournament.champion_id == self.entrant.pk

    @property
    def pair(self) -> bool:
        return not self.tournament_context.singles

    @property
    def of_four(self) -> bool:
        return self.tournament_context.singles

    @property
    def opponents_average(self) -> float | None:
        """Cost to an opponent: the other side, or one of three."""
        sides = self.opponents_figures.player_turns // (2 if self.pair else 1)
        return self.opponents_figures.points / sides if sides else None

    @property
    def left(self) -> bool:
        return self.entrant.has_left

    @property
    def results(self) -> list[Result]:
        return [result for stage in self.stage_results for result in stage.results]

    @property
    def current_result(self) -> Result | None:
        return next((result for result in self.results if result.side_outcome == Outcome.PLAYING), None)

    @property
    def next_result(self) -> Result | None:
        ready = [result for result in self.results if result.side_outcome == Outcome.READY]
        return min(
            ready,
            key=lambda result: (result.listing.encounter.round, result.listing.encounter.pk),
            default=None,
        )


def read_entrant(context: TournamentContext, entrant_id: UUID) -> EntrantView:
    """Read an entrant's results and figures in a constant number of queries.

    Raises Entrant.DoesNotExist, also in another tournament.
    """
    roster = EntrantPlayer.objects.select_related("player__same_as").order_by("place")
    entrants = Entrant.objects.filter(tournament=context.tournament)
    entrant = entrants.prefetch_related(Prefetch("roster", roster)).get(public_id=entrant_id)
    entrant.tournament = context.tournament
    own_encounters = Encounter.objects.filter(sides__entrant=entrant)
    listings = read_scored_listings(Encounter.objects.filter(pk__in=own_encounters.order_by().values("pk")))
    encounter_keys = [listing.encounter.pk for listing in listings]
    hands = read_hands(
        counting_hands().filter(match__encounter__in=encounter_keys),
        EntrySeat.objects.filter(entry__current_of__match__encounter__in=encounter_keys),
    )
    letter_by_encounter = {listing.encounter.pk: side_letter(listing, [entrant.pk]) for listing in listings}
    game = game_of_rules(context.rules)
    return EntrantView(
        tournament_context=context,
        entrant=entrant,
        stage_results=_stage_results(context, entrant, listings),
        figures=sum_figures(
            game, ((hand, hand.seats_of_side(letter_by_encounter[hand.encounter])) for hand in hands)
        ),
        opponents_figures=sum_figures(
            game, ((hand, hand.seats_against(letter_by_encounter[hand.encounter])) for hand in hands)
        ),
        own_totals=side_totals(entrant, listings),
        partners=_partners(game, entrant, hands, letter_by_encounter),
        opponent_records=entrant_records(entrant, listings, hands),
        average_chart=_average_chart(hands, letter_by_encounter),
        uncounted_results=_uncounted(listings),
    )


def side_totals(entrant: Entrant, listings: Iterable[EncounterListing]) -> SideTotals:
    """Count encounters, matches, walkovers and byes, without annulled encounters and tie-breaks.

    At tables of four only first place has won, and matches don't count.
    """
    total, walkovers, byes, won = WinRecord(), 0, 0, 0
    for listing in listings:
        if not counts_in_figures(listing):
            byes += listing.bye and listing.encounter.annulled_at is None
            continue
        own_side = side_at(listing, side_letter(listing, [entrant.pk]))
        walkovers += listing.walkover or listing.double_walkover
        opponents = opponents_at(listing, own_side)
        if not opponents:
            continue
        # At a table of four an entrant meets three others in one encounter, which the first place wins.
        total.add_encounter(listing, own_side, opponents[0])
        won += listing.decided and listing.encounter.winner == own_side.letter
        if not listing.of_four:
            total.add_matches(listing, own_side, opponents[0])
    return SideTotals(total.encounters, won, total.matches_won, total.matches_lost, walkovers, byes)


def _stage_results(
    context: TournamentContext, entrant: Entrant, listings: Sequence[EncounterListing]
) -> list[StageResults]:
    stages = [stage_context.stage for stage_context in context.stages]
    places = GroupPlace.objects.filter(entrant=entrant, group__stage__tournament=context.tournament)
    rows = Standing.objects.filter(entrant=entrant, stage__tournament=context.tournament)
    return results_by_stage(
        stages,
        entrant_results(entrant, listings, read_round_names(stages)),
        entrant,
        read_group_places(places),
        current_ranks=dict(rows.order_by("pk").values_list("group", "rank")),
    )


def _partners(
    game: Game[Any, Any], entrant: Entrant, hands: Sequence[CountedHand], letter_by_encounter: dict[int, str]
) -> list[Partner]:
    """Return the players with their shares in the figures, current ones first; empty for a single player."""
    now_playing = [row.player.person for row in entrant.roster.all()]
    hands_with_seats = [
        (hand, seat) for hand in hands for seat in hand.seats_of_side(letter_by_encounter[hand.encounter])
    ]
    former = {seat.player for _hand, seat in hands_with_seats} - {player.pk for player in now_playing}
    players = [*now_playing, *Player.objects.filter(pk__in=former).order_by("pk")]
    if len(players) < 2:  # noqa: PLR2004 - one alone is the side itself
        return []
    return [
        Partner(
            player,
            sum_figures(
                game, ((hand, [seat]) for hand, seat in hands_with_seats if seat.player == player.pk)
            ),
            is_current=player in now_playing,
        )
        for player in players
    ]


def _average_chart(hands: Sequence[CountedHand], letter_by_encounter: dict[int, str]) -> AverageChart | None:
    def others(hand: CountedHand) -> float:
        against = hand.seats_against(letter_by_encounter[hand.encounter])
        return sum(seat.points for seat in against) / len({seat.side for seat in against})

    return draw_average_chart(
        hands, lambda hand: hand.side_points(letter_by_encounter[hand.encounter]), others
    )


def _uncounted(listings: Sequence[EncounterListing]) -> UncountedResults:
    annulled = sum(listing.encounter.annulled_at is not None for listing in listings)
    valid = [listing for listing in listings if listing.encounter.annulled_at is None]
    return UncountedResults(
        annulled=annulled,
        extra=sum(not counts_in_figures(listing) and not listing.bye for listing in valid),
        needless=sum(not match.counts for listing in valid for match in listing.all_matches),
    )
