from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from tournaments.models import EntrantPlayer, LogRow, Player, Tournament
from tournaments.models.entrant import PlayerQuerySet
from tournaments.naming.fuzzy_match import edit_distance, spelling_key
from tournaments.naming.names import fold, placeholder

MAX_MATCHES = 5


@dataclass(frozen=True)
class KnownPerson:
    """`is_exact` if one of the names was typed."""

    key: UUID
    name: str
    other_names: tuple[str, ...]
    tournament_count: int
    is_exact: bool = True


class KnownPeople:
    """Loaded on first use in 3 queries."""

    def __init__(self, club: int) -> None:
        self._club = club

    def find_by_name(self, name: str, *, likely: bool = True) -> list[KnownPerson]:
        """Return at most MAX_MATCHES people of this name; if there are none, of similar ones, not `is_exact`.

        Without `likely`, only Turkish letters, case or word order may differ.
        """
        exact = [self._build_person(player) for player in self._people_by_name.get(fold(name), ())]
        if exact or not name:
            return exact[:MAX_MATCHES]
        similar = (
            self._similar_people(name) if likely else self._people_by_spelling.get(spelling_key(name), ())
        )
        return [self._build_person(player, exact=False) for player in similar[:MAX_MATCHES]]

    def find_by_key(self, key: UUID) -> KnownPerson | None:
        player = next((player for player in self._people if player.public_id == key), None)
        return self._build_person(player, exact=False) if player else None

    @property
    def count(self) -> int:
        return len(self._people)

    def _similar_people(self, name: str) -> list[Player]:
        """Return people with any similar name, also a merged one, closest first."""
        ranked: list[tuple[int, int, Player]] = []
        for player in self._people:
            distances = [
                distance
                for known_name in self._all_names(player)
                if (distance := edit_distance(name, known_name)) is not None
            ]
            ranked += [(min(distances), player.pk, player)] if distances else []
        return [player for *_order, player in sorted(ranked, key=lambda candidate: candidate[:2])]

    def _build_person(self, player: Player, *, exact: bool = True) -> KnownPerson:
        aliases = self._aliases.get(player.pk, ())
        return KnownPerson(
            player.public_id,
            player.real_name,
            tuple(aliases),
            self._tournament_counts.get(player.pk, 0),
            exact,
        )

    @cached_property
    def _people(self) -> Sequence[Player]:
        return list(self._people_queryset().order_by("pk"))

    @cached_property
    def _aliases(self) -> Mapping[int | None, Sequence[str]]:
        names: defaultdict[int | None, list[str]] = defaultdict(list)
        for alias in Player.objects.filter(club=self._club).exclude(same_as=None).order_by("pk"):
            names[alias.same_as_id].append(alias.own_name)
        return names

    def _people_queryset(self) -> PlayerQuerySet:
        return Player.objects.people().filter(club=self._club, anonymous_as=None)

    @cached_property
    def _people_by_name(self) -> dict[str, list[Player]]:
        return self._group_people_by(fold)

    @cached_property
    def _people_by_spelling(self) -> dict[str, list[Player]]:
        return self._group_people_by(spelling_key)

    @cached_property
    def _tournament_counts(self) -> dict[int, int]:
        lists: defaultdict[int, set[int]] = defaultdict(set)
        rows = EntrantPlayer.objects.filter(player__club=self._club).order_by("pk")
        for player, same, tournament in rows.values_list("player", "player__same_as", "entrant__tournament"):
            lists[same or player].add(tournament)
        return {key: len(tournaments) for key, tournaments in lists.items()}

    def _group_people_by(self, key_of: Callable[[str], str]) -> dict[str, list[Player]]:
        groups: defaultdict[str, list[Player]] = defaultdict(list)
        for player in self._people:
            for key in {key_of(name) for name in self._all_names(player)}:
                groups[key].append(player)
        return groups

    def _all_names(self, player: Player) -> list[str]:
        return [player.real_name, *self._aliases.get(player.pk, ())]


class AvailablePeople(KnownPeople):
    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.club_id)
        self._tournament = tournament

    def find_removed(self, name: str) -> UUID | None:
        """Return the only person of exactly this name if they were removed from this tournament's entries."""
        known = self.find_by_name(name)
        if len(known) != 1 or not known[0].is_exact:
            return None
        rows = LogRow.objects.filter(tournament=self._tournament, action="entrant_added")
        was_entered = rows.filter(after__contains=placeholder(known[0].key)).exists()
        return known[0].key if was_entered else None

    def _people_queryset(self) -> PlayerQuerySet:
        return super()._people_queryset().not_playing_in(self._tournament)
