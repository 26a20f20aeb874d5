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
from scoring.queries.encounters.encounter_reader import with_scores
from scoring.queries.rounds import read_round_names
from scoring.queries.tournament_context import TournamentContext
from scoring.statistics.average_chart import AverageChart, draw_average_chart
from scoring.statistics.counted_hands import CountedHand, counting_hands, read_hands
from scoring.statistics.figures import Figures, add_up
from scoring.statistics.head_to_head import OpponentRecord, against_entrants, counts_in_figures, side_letter
from scoring.statistics.side_results import Outcome, Result, StageResults, by_stage, read_places, results_of
from scoring.statistics.win_records import WinRecord, opponents_at, side_at
from tournaments.models import Encounter, Entrant, EntrantPlayer, GroupPlace, Player


@dataclass(frozen=True)
class Partner:
    player: Player
    figures: Figures
    plays: bool


@dataclass(frozen=True)
class SideTotals:
    """Encounters and matches that count; at a table of four the first place wins."""

    encounters: int
    won: int
    matches_won: int
    matches_lost: int
    walkovers: int
    byes: int


@dataclass(frozen=True)
class UncountedResults:
    """Results that are listed but in no figure."""

    annulled: int
    extra: int
    needless: int

    def __bool__(self) -> bool:
        return bool(self.annulled or self.extra or self.needless)


@dataclass(frozen=True)
class EntrantView:
    frame: TournamentContext
    entrant: Entrant
    way: Sequence[StageResults]
    figures: Figures
    theirs: Figures
    tally: SideTotals
    partners: Sequence[Partner]
    against: Sequence[OpponentRecord]
    course: AverageChart | None
    aside: UncountedResults

    @property
    def champion(self) -> bool:
        return self.frame.tournament.champion_id == self.entrant.pk

    @property
    def pair(self) -> bool:
        return not self.frame.singles

    @property
    def of_four(self) -> bool:
        return self.frame.singles

    @property
    def theirs_average(self) -> float | None:
        """Return what a hand cost an opponent: the other side, or one of three."""
        sides = self.theirs.turns // (2 if self.pair else 1)
        return self.theirs.points / sides if sides else None

    @property
    def left(self) -> bool:
        return self.entrant.has_left

    @property
    def results(self) -> list[Result]:
        return [result for stage in self.way for result in stage.results]

    @property
    def now(self) -> Result | None:
        return next((result for result in self.results if result.ended == Outcome.PLAYING), None)

    @property
    def next(self) -> Result | None:
        ready = [result for result in self.results if result.ended == Outcome.READY]
        return min(
            ready, key=lambda one: (one.listing.encounter.round, one.listing.encounter.pk), default=None
        )


def read_entrant(context: TournamentContext, entrant_id: UUID) -> EntrantView:
    """Read an entrant's page in a constant number of queries.

    Raises Entrant.DoesNotExist, also for an entrant of another tournament.
    """
    roster = EntrantPlayer.objects.select_related("player__same_as").order_by("place")
    entrants = Entrant.objects.filter(tournament=context.tournament)
    entrant = entrants.prefetch_related(Prefetch("roster", roster)).get(public_id=entrant_id)
    entrant.tournament = context.tournament
    own_encounters = Encounter.objects.filter(sides__entrant=entrant)
    listings = with_scores(Encounter.objects.filter(pk__in=own_encounters.order_by().values("pk")))
    encounter_keys = [listing.encounter.pk for listing in listings]
    hands = read_hands(
        counting_hands().filter(match__encounter__in=encounter_keys),
        EntrySeat.objects.filter(entry__current_of__match__encounter__in=encounter_keys),
    )
    letter_by_encounter = {listing.encounter.pk: side_letter(listing, [entrant.pk]) for listing in listings}
    game = game_of_rules(context.rules)
    return EntrantView(
        frame=context,
        entrant=entrant,
        way=_stage_results(context, entrant, listings),
        figures=add_up(game, ((hand, hand.of_side(letter_by_encounter[hand.encounter])) for hand in hands)),
        theirs=add_up(game, ((hand, hand.against(letter_by_encounter[hand.encounter])) for hand in hands)),
        tally=side_totals(entrant, listings),
        partners=_partners(game, entrant, hands, letter_by_encounter),
        against=against_entrants(entrant, listings, hands),
        course=_average_chart(hands, letter_by_encounter),
        aside=_uncounted(listings),
    )


def side_totals(entrant: Entrant, listings: Iterable[EncounterListing]) -> SideTotals:
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
    return by_stage(
        stages,
        results_of(entrant, listings, read_round_names(stages)),
        entrant,
        read_places(places),
        current_ranks=dict(rows.order_by("pk").values_list("group", "rank")),
    )


def _partners(
    game: Game[Any, Any], entrant: Entrant, hands: Sequence[CountedHand], letter_by_encounter: dict[int, str]
) -> list[Partner]:
    """Return current partners, then former ones; nothing for a single player."""
    now_playing = [row.player.person for row in entrant.roster.all()]
    hands_with_seats = [
        (hand, seat) for hand in hands for seat in hand.of_side(letter_by_encounter[hand.encounter])
    ]
    former = {seat.player for _hand, seat in hands_with_seats} - {player.pk for player in now_playing}
    players = [*now_playing, *Player.objects.filter(pk__in=former).order_by("pk")]
    if len(players) < 2:  # noqa: PLR2004 - one alone is the side itself
        return []
    return [
        Partner(
            player,
            add_up(game, ((hand, [seat]) for hand, seat in hands_with_seats if seat.player == player.pk)),
            plays=player in now_playing,
        )
        for player in players
    ]


def _average_chart(hands: Sequence[CountedHand], letter_by_encounter: dict[int, str]) -> AverageChart | None:
    def others(hand: CountedHand) -> float:
        against = hand.against(letter_by_encounter[hand.encounter])
        return sum(seat.points for seat in against) / len({seat.side for seat in against})

    return draw_average_chart(hands, lambda hand: hand.points_of(letter_by_encounter[hand.encounter]), others)


def _uncounted(listings: Sequence[EncounterListing]) -> UncountedResults:
    annulled = sum(listing.encounter.annulled_at is not None for listing in listings)
    valid = [listing for listing in listings if listing.encounter.annulled_at is None]
    return UncountedResults(
        annulled=annulled,
        extra=sum(not counts_in_figures(listing) and not listing.bye for listing in valid),
        needless=sum(not match.counts for listing in valid for match in listing.all_matches),
    )
