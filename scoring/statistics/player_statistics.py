"""A person across the tournaments of a club: what he himself played, wherever and beside whomever."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from rules.games.game import Game
from scoring.models import EntrySeat
from scoring.queries.encounters.encounter_reader import with_scores
from scoring.statistics.appearances import Appearance, own_seat, read_appearances, read_sides, seats_in
from scoring.statistics.average_chart import Course, draw_course
from scoring.statistics.counted_hands import CountedHand, SeatOfHand, counting_hands, read_hands
from scoring.statistics.figures import Figures, add_up
from scoring.statistics.head_to_head import Against, ordered, player_records
from scoring.statistics.win_records import Record
from tournaments.access import NOBODY, Visitor, shown_to
from tournaments.database.compiled_queries import compiled
from tournaments.models import Encounter, EntrantPlayer, Player
from tournaments.models.tournament import TournamentQuerySet


@dataclass(frozen=True)
class GamePlayed:
    """What the hands of one game say of a person, and of those who sat on other sides."""

    game: Game[Any, Any]
    figures: Figures
    theirs: Figures
    course: Course | None


@dataclass(frozen=True)
class PlayerView:
    """Everything that the page of a person tells, the newest tournament first, the game played most first."""

    player: Player
    appearances: Sequence[Appearance]
    games: Sequence[GamePlayed]
    against: Sequence[Against]
    beside: Sequence[Against]

    @property
    def hands(self) -> int:
        """Those of all games."""
        return sum(one.figures.hands for one in self.games)

    @property
    def titles(self) -> int:
        """Tournaments won by a side for which he plays or played."""
        return sum(one.champion for one in self.appearances)


def is_shown(player_id: UUID, user: Visitor = NOBODY) -> bool:
    """Whether there is a page about a person.

    Not about one who is on no list and in no hand of tournaments that the user may look at, nor about one who
    was made anonymous: no page joins what he played. An alias has none of his own.
    """
    anybody = user is NOBODY
    listed = _listed_for_all(player_id.hex) if anybody else _seen(player_id, _listed(shown_to(user)))
    # Nearly everybody is on a list: who only sat in for others is looked for where he is not.
    return bool(listed) or _seen(player_id, _sat(shown_to(user))).exists()


def _listed(shown: TournamentQuerySet) -> QuerySet[EntrantPlayer]:
    return EntrantPlayer.objects.filter(player=OuterRef("pk"), entrant__tournament__in=shown)


def _sat(shown: TournamentQuerySet) -> QuerySet[EntrySeat]:
    return seats_in(shown).filter(player=OuterRef("pk"))


@compiled
def _listed_for_all(player_id: str) -> QuerySet[Player, Any]:
    return _seen(player_id, _listed(shown_to()))


def _seen(player_id: UUID | str, known: QuerySet[Any]) -> QuerySet[Player, Any]:
    """The person of a page who is `known` by his own name or by an alias."""
    own = Player.objects.filter(Q(pk=OuterRef("pk")) | Q(same_as=OuterRef("pk"))).filter(Exists(known))
    seen = Player.objects.people().filter(Exists(own), public_id=player_id, anonymous_as=None)
    return seen.values_list("pk", flat=True).order_by("pk")


def person_of(alias_id: UUID) -> UUID | None:
    """Whose page tells what was played under an alias; None where there is no such alias."""
    return Player.objects.filter(public_id=alias_id).values_list("same_as__public_id", flat=True).first()


def read_player(player_id: UUID, user: Visitor = NOBODY) -> PlayerView:
    """The page of a person, in a number of queries that does not depend on how much he played.

    It tells of the tournaments that the user may look at. Raises Player.DoesNotExist.
    """
    person = Player.objects.filter(public_id=player_id)
    names = Player.objects.filter(Q(public_id=player_id) | Q(same_as=Subquery(person.values("pk"))))
    own = {one.pk: one for one in names.select_related("club").order_by("pk")}
    player = next((one for one in own.values() if one.public_id == player_id), None)
    if player is None:
        raise Player.DoesNotExist
    shown = shown_to(user)
    sides = read_sides(own, shown)
    played = Encounter.objects.filter(sides__entrant__in=sides.entrants).order_by()
    listings = with_scores(Encounter.objects.filter(pk__in=played.values("pk")))
    hands = read_hands(
        counting_hands().filter(
            current__seats__player__in=own, match__encounter__stage__tournament__in=shown
        ),
        EntrySeat.objects.filter(entry__in=EntrySeat.objects.filter(player__in=own).values("entry")),
    )
    against, beside = player_records(player.pk, {one.encounter.pk: one for one in listings}, hands)
    people = Player.objects.in_bulk({*against, *beside})
    return PlayerView(
        player=player,
        appearances=read_appearances(player, sides, listings, hands, people),
        games=_games(player, hands),
        against=_named(against, people),
        beside=_named(beside, people),
    )


def _games(player: Player, hands: Sequence[CountedHand]) -> list[GamePlayed]:
    """Each game that he played."""
    by_game: defaultdict[str, list[CountedHand]] = defaultdict(list)
    for hand in hands:
        by_game[hand.game.id].append(hand)
    return [_played(player, of_one) for of_one in sorted(by_game.values(), key=len, reverse=True)]


def _played(player: Player, hands: Sequence[CountedHand]) -> GamePlayed:
    game = hands[0].game
    return GamePlayed(
        game=game,
        figures=add_up(game, ((hand, own_seat(hand, player)) for hand in hands)),
        theirs=add_up(game, ((hand, _others(hand, player)) for hand in hands)),
        course=draw_course(
            hands,
            lambda hand: _mean(hand.payments(own_seat(hand, player))),
            lambda hand: _mean(hand.payments(_others(hand, player))),
        ),
    )


def _named(records: Mapping[int, Record], people: Mapping[int, Player]) -> list[Against]:
    return ordered({key: people[key] for key in records}, records)


def _others(hand: CountedHand, player: Player) -> list[SeatOfHand]:
    """Those who sat on other sides."""
    own = hand.seat_of(player.pk)
    return hand.against(own.side) if own else []


def _mean(payments: Sequence[int]) -> float:
    return sum(payments) / len(payments)
