from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.db.models.functions import Coalesce

from tournaments.models import EntrantPlayer, LogRow, Player, Tournament
from tournaments.models.entrant import PlayerQuerySet
from tournaments.naming.fuzzy_match import edit_distance, spelling_key
from tournaments.naming.names import fold

MAX_MATCHES = 5


@dataclass(frozen=True)
class KnownPerson:
    """`is_exact` if one of the names was typed. Partners: latest first; `club` is of the last tournament."""

    key: UUID
    name: str
    other_names: tuple[str, ...]
    tournament_count: int
    is_exact: bool = True
    last_tournament_day: date | None = None
    partners: tuple[str, ...] = ()
    club: str = ""
    phone: str = ""


class _Appearance(NamedTuple):
    """A person on the list of a tournament; `anonymous_as` is None unless the name is erased."""

    person: int
    public_name: str
    full_name: str
    anonymous_as: int | None
    entrant: int
    club: str
    tournament: int
    day: date

    @property
    def name(self) -> str:
        return self.full_name or self.public_name


class KnownPeople:
    """Loaded on first use in 3 queries."""

    def __init__(self, club: int) -> None:
        self._club = club

    def find_by_name(self, name: str, *, likely: bool = True) -> list[KnownPerson]:
        """Return at most MAX_MATCHES people of this name; if there are none, of similar ones, not `is_exact`.

        Without `likely`, only Turkish letters, case or word order may differ.
        """
        exact = [self.describe(player) for player in self._people_by_name.get(fold(name), ())]
        if exact or not name:
            return exact[:MAX_MATCHES]
        similar = (
            self._similar_people(name) if likely else self._people_by_spelling.get(spelling_key(name), ())
        )
        return [self.describe(player, exact=False) for player in similar[:MAX_MATCHES]]

    def find_by_key(self, key: UUID) -> KnownPerson | None:
        player = self._people_by_key.get(key)
        return self.describe(player, exact=False) if player else None

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

    def describe(self, player: Player, *, exact: bool = True) -> KnownPerson:
        appearances = self._appearances.get(player.pk, [])
        last, card = appearances[-1] if appearances else None, getattr(player, "card", None)
        return KnownPerson(
            player.public_id,
            player.real_name,
            tuple(self._aliases.get(player.pk, ())),
            len({appearance.tournament for appearance in appearances}),
            exact,
            last_tournament_day=last.day if last else None,
            partners=self._partners_of(player.pk, appearances),
            club=last.club if last else "",
            phone=card.phone if card else "",
        )

    def _partners_of(self, person: int, appearances: Sequence[_Appearance]) -> tuple[str, ...]:
        """Return names of partners without an erased name, latest first."""
        partners = [
            partner.name
            for appearance in reversed(appearances)
            for partner in self._appearances_by_entrant[appearance.entrant]
            if partner.person != person and partner.anonymous_as is None
        ]
        return tuple(dict.fromkeys(partners))

    @cached_property
    def _people(self) -> Sequence[Player]:
        return list(self._people_queryset().select_related("card").order_by("pk"))

    @cached_property
    def _people_by_key(self) -> Mapping[UUID, Player]:
        return {player.public_id: player for player in self._people}

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
    def _appearances(self) -> Mapping[int, Sequence[_Appearance]]:
        """Return appearances by person, oldest tournament first."""
        appearances: defaultdict[int, list[_Appearance]] = defaultdict(list)
        for appearance in self._all_appearances:
            appearances[appearance.person].append(appearance)
        return appearances

    @cached_property
    def _appearances_by_entrant(self) -> Mapping[int, Sequence[_Appearance]]:
        appearances: defaultdict[int, list[_Appearance]] = defaultdict(list)
        for appearance in self._all_appearances:
            appearances[appearance.entrant].append(appearance)
        return appearances

    @cached_property
    def _all_appearances(self) -> Sequence[_Appearance]:
        rows = EntrantPlayer.objects.filter(player__club=self._club).values_list(
            Coalesce("player__same_as", "player"),
            "player__name",
            "player__full_name",
            "player__anonymous_as",
            "entrant",
            "entrant__club_name",
            "entrant__tournament",
            "entrant__tournament__first_day",
        )
        return [_Appearance(*row) for row in rows.order_by("entrant__tournament__first_day", "pk")]

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
        was_entered = rows.filter(after__contains=str(known[0].key)).exists()
        return known[0].key if was_entered else None

    def _people_queryset(self) -> PlayerQuerySet:
        return super()._people_queryset().not_playing_in(self._tournament)
