from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from rules.games.game import Game
from scoring.models import EntrySeat
from scoring.queries.encounters.encounter_reader import read_scored_listings
from scoring.statistics.appearances import Appearance, own_seat_list, read_appearances, read_sides, seats_in
from scoring.statistics.average_chart import AverageChart, draw_average_chart
from scoring.statistics.counted_hands import CountedHand, CountedSeat, counting_hands, read_hands
from scoring.statistics.head_to_head import OpponentRecord, player_records, sorted_opponents
from scoring.statistics.key_figures import Figures, sum_figures
from scoring.statistics.win_records import WinRecord
from tournaments.access import ANONYMOUS, Visitor, visible_tournaments
from tournaments.models import Encounter, EntrantPlayer, Player
from tournaments.models.tournament import TournamentQuerySet


@dataclass(frozen=True)
class GameFigures:
    game: Game[Any, Any]
    figures: Figures
    opponents_figures: Figures
    average_chart: AverageChart | None


@dataclass(frozen=True)
class PlayerView:
    player: Player
    appearances: Sequence[Appearance]
    games: Sequence[GameFigures]
    opponent_records: Sequence[OpponentRecord]
    partner_records: Sequence[OpponentRecord]

    @property
    def hands(self) -> int:
        return sum(played.figures.hands for played in self.games)

    @property
    def titles(self) -> int:
        return sum(appearance.champion for appearance in self.appearances)


def has_page(player_id: UUID, user: Visitor = ANONYMOUS) -> bool:
    """Whether the user may see the person on a list or in a hand; false for anonymized people and aliases."""
    tournaments = visible_tournaments(user)
    # Nearly everybody is on a list, so substitutes are only looked for when the first query finds nothing.
    return (
        _visible_player(player_id, _roster_entries(tournaments)).exists()
        or _visible_player(player_id, _played_seats(tournaments)).exists()
    )


def _roster_entries(tournaments: TournamentQuerySet) -> QuerySet[EntrantPlayer]:
    return EntrantPlayer.objects.filter(player=OuterRef("pk"), entrant__tournament__in=tournaments)


def _played_seats(tournaments: TournamentQuerySet) -> QuerySet[EntrySeat]:
    return seats_in(tournaments).filter(player=OuterRef("pk"))


def _visible_player(player_id: UUID, known: QuerySet[Any]) -> QuerySet[Player, Any]:
    own_names = Player.objects.filter(Q(pk=OuterRef("pk")) | Q(same_as=OuterRef("pk"))).filter(Exists(known))
    visible = Player.objects.people().filter(Exists(own_names), public_id=player_id, anonymous_as=None)
    return visible.values_list("pk", flat=True).order_by("pk")


def person_behind_alias(alias_id: UUID) -> UUID | None:
    return Player.objects.filter(public_id=alias_id).values_list("same_as__public_id", flat=True).first()


def read_player(player_id: UUID, user: Visitor = ANONYMOUS) -> PlayerView:
    """Read what the user may see, maybe nothing, of a person with aliases.

    Raises Player.DoesNotExist only for unknown ids.
    """
    person = Player.objects.filter(public_id=player_id)
    names = Player.objects.filter(Q(public_id=player_id) | Q(same_as__in=person.values("pk")))
    own_players = {candidate.pk: candidate for candidate in names.select_related("club").order_by("pk")}
    player = next((candidate for candidate in own_players.values() if candidate.public_id == player_id), None)
    if player is None:
        raise Player.DoesNotExist
    visible = visible_tournaments(user)
    sides = read_sides(own_players, visible)
    played = Encounter.objects.filter(sides__entrant__in=sides.entrants).order_by()
    listings = read_scored_listings(Encounter.objects.filter(pk__in=played.values("pk")))
    hands = read_hands(
        counting_hands().filter(
            current__seats__player__in=own_players, match__encounter__stage__tournament__in=visible
        ),
        EntrySeat.objects.filter(entry__in=EntrySeat.objects.filter(player__in=own_players).values("entry")),
    )
    against, with_partners = player_records(
        player.pk, {listing.encounter.pk: listing for listing in listings}, hands
    )
    players = Player.objects.in_bulk({*against, *with_partners})
    return PlayerView(
        player=player,
        appearances=read_appearances(player, sides, listings, hands, players),
        games=_figures_by_game(player, hands),
        opponent_records=_opponent_records(against, players),
        partner_records=_opponent_records(with_partners, players),
    )


def _figures_by_game(player: Player, hands: Sequence[CountedHand]) -> list[GameFigures]:
    by_game: defaultdict[str, list[CountedHand]] = defaultdict(list)
    for hand in hands:
        by_game[hand.game.id].append(hand)
    return [
        _game_figures(player, game_hands) for game_hands in sorted(by_game.values(), key=len, reverse=True)
    ]


def _game_figures(player: Player, hands: Sequence[CountedHand]) -> GameFigures:
    """Return figures of `hands`, at least one, of one game."""
    game = hands[0].game
    return GameFigures(
        game=game,
        figures=sum_figures(game, ((hand, own_seat_list(hand, player)) for hand in hands)),
        opponents_figures=sum_figures(game, ((hand, _opponent_seats(hand, player)) for hand in hands)),
        average_chart=draw_average_chart(
            hands,
            lambda hand: _mean(hand.payments(own_seat_list(hand, player))),
            lambda hand: _mean(hand.payments(_opponent_seats(hand, player))),
        ),
    )


def _opponent_records(records: Mapping[int, WinRecord], people: Mapping[int, Player]) -> list[OpponentRecord]:
    return sorted_opponents({key: people[key] for key in records}, records)


def _opponent_seats(hand: CountedHand, player: Player) -> list[CountedSeat]:
    own_seat = hand.player_seat(player.pk)
    return hand.seats_against(own_seat.side) if own_seat else []


def _mean(payments: Sequence[int]) -> float:
    return sum(payments) / len(payments)
