"""Whom a typed name may mean: the people of a club, or those of them who don't play here yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Prefetch

from tournaments.models import EntrantPlayer, Player, Tournament
from tournaments.models.entrant import PlayerQuerySet
from tournaments.naming.likeness import apart, spelling
from tournaments.naming.names import fold

MOST = 5


@dataclass(frozen=True)
class Known:
    """A person whom the club knows, by every name; `exact` where one of them is what was typed."""

    key: UUID
    name: str
    also: tuple[str, ...]
    tournaments: int
    exact: bool = True


class KnownPeople:
    """Everybody of a club, by primary key; read when first asked, in 3 queries."""

    def __init__(self, club: int) -> None:
        self._club = club

    def of(self, name: str, *, likely: bool = True) -> list[Known]:
        """The people of this very name; where there is none, those whose name is like it.

        Without `likely` alike are only names that differ by Turkish letters, case or order.
        """
        exact = [self._known(one) for one in self._named.get(fold(name), ())]
        if exact or not name:
            return exact[:MOST]
        alike = self._likely(name) if likely else self._spelled.get(spelling(name), ())
        return [self._known(one, exact=False) for one in alike[:MOST]]

    def called(self, key: UUID) -> Known | None:
        """The person of this public id, whatever was typed; nothing where it is none of theirs."""
        player = next((one for one in self._people if one.public_id == key), None)
        return self._known(player, exact=False) if player else None

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self._people)

    def _likely(self, name: str) -> list[Player]:
        found: list[tuple[int, int, Player]] = []
        for player in self._people:
            amiss = [least for one in _names(player) if (least := apart(name, one)) is not None]
            found += [(min(amiss), player.pk, player)] if amiss else []
        return [player for *_order, player in sorted(found, key=lambda one: one[:2])]

    def _known(self, player: Player, *, exact: bool = True) -> Known:
        also = tuple(one.own_name for one in player.aliases.all())
        return Known(player.public_id, player.real_name, also, self._played.get(player.pk, 0), exact)

    @cached_property
    def _people(self) -> Sequence[Player]:
        aliases = Player.objects.exclude(same_as=None).order_by("pk")
        return list(self._among().prefetch_related(Prefetch("aliases", aliases)).order_by("pk"))

    def _among(self) -> PlayerQuerySet:
        """Those who may be meant."""
        return Player.objects.people().filter(club=self._club, anonymous_as=None)

    @cached_property
    def _named(self) -> dict[str, list[Player]]:
        return _by(self._people, fold)

    @cached_property
    def _spelled(self) -> dict[str, list[Player]]:
        return _by(self._people, spelling)

    @cached_property
    def _played(self) -> dict[int, int]:
        """In how many tournaments each is on a list."""
        lists: defaultdict[int, set[int]] = defaultdict(set)
        rows = EntrantPlayer.objects.filter(player__club=self._club).order_by("pk")
        for player, same, tournament in rows.values_list("player", "player__same_as", "entrant__tournament"):
            lists[same or player].add(tournament)
        return {key: len(tournaments) for key, tournaments in lists.items()}


class Acquaintances(KnownPeople):
    """Everybody of a club who can still be entered in a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.club_id)
        self._tournament = tournament

    def _among(self) -> PlayerQuerySet:
        return super()._among().not_in(self._tournament)


def _by(people: Sequence[Player], made: Callable[[str], str]) -> dict[str, list[Player]]:
    """People by what is made of each of their names."""
    found: defaultdict[str, list[Player]] = defaultdict(list)
    for player in people:
        for key in {made(name) for name in _names(player)}:
            found[key].append(player)
    return found


def _names(player: Player) -> list[str]:
    return [player.real_name, *(one.own_name for one in player.aliases.all())]
