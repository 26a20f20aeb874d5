"""Whom a typed name may mean: the people of a club, or those of them who don't play here yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from tournaments.models import EntrantPlayer, Player, Tournament
from tournaments.models.entrant import PlayerQuerySet
from tournaments.naming.fuzzy_match import apart, spelling
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
            amiss = [least for one in self._names(player) if (least := apart(name, one)) is not None]
            found += [(min(amiss), player.pk, player)] if amiss else []
        return [player for *_order, player in sorted(found, key=lambda one: one[:2])]

    def _known(self, player: Player, *, exact: bool = True) -> Known:
        also = self._aliases.get(player.pk, ())
        return Known(player.public_id, player.real_name, tuple(also), self._played.get(player.pk, 0), exact)

    @cached_property
    def _people(self) -> Sequence[Player]:
        return list(self._among().order_by("pk"))

    @cached_property
    def _aliases(self) -> Mapping[int | None, Sequence[str]]:
        """By which other names people are known."""
        also: defaultdict[int | None, list[str]] = defaultdict(list)
        for one in Player.objects.filter(club=self._club).exclude(same_as=None).order_by("pk"):
            also[one.same_as_id].append(one.own_name)
        return also

    def _among(self) -> PlayerQuerySet:
        """Those who may be meant."""
        return Player.objects.people().filter(club=self._club, anonymous_as=None)

    @cached_property
    def _named(self) -> dict[str, list[Player]]:
        return self._by(fold)

    @cached_property
    def _spelled(self) -> dict[str, list[Player]]:
        return self._by(spelling)

    @cached_property
    def _played(self) -> dict[int, int]:
        """In how many tournaments each is on a list."""
        lists: defaultdict[int, set[int]] = defaultdict(set)
        rows = EntrantPlayer.objects.filter(player__club=self._club).order_by("pk")
        for player, same, tournament in rows.values_list("player", "player__same_as", "entrant__tournament"):
            lists[same or player].add(tournament)
        return {key: len(tournaments) for key, tournaments in lists.items()}

    def _by(self, made: Callable[[str], str]) -> dict[str, list[Player]]:
        """People by what is made of each of their names."""
        found: defaultdict[str, list[Player]] = defaultdict(list)
        for player in self._people:
            for key in {made(name) for name in self._names(player)}:
                found[key].append(player)
        return found

    def _names(self, player: Player) -> list[str]:
        return [player.real_name, *self._aliases.get(player.pk, ())]


class Acquaintances(KnownPeople):
    """Everybody of a club who can still be entered in a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.club_id)
        self._tournament = tournament

    def _among(self) -> PlayerQuerySet:
        return super()._among().not_in(self._tournament)
