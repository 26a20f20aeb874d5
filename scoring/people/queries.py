from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from django.db.models import Count, Max, Prefetch
from django.db.models.functions import Coalesce

from tournaments.models import Club, Entrant, EntrantPlayer, PersonCard, Player, Tournament
from tournaments.models.entrant import PlayerQuerySet
from tournaments.naming.collation import turkish_order
from tournaments.naming.fuzzy_match import edit_distance, spelling_key
from tournaments.naming.names import matches_search
from tournaments.people.domain import namesakes

MOST_DUPLICATES = 8
SHORTEST_DETAIL_SEARCH = 3
"""Minimum length to search phone numbers, emails and licence numbers."""


@dataclass(frozen=True)
class PersonWithTournaments:
    person: Player
    tournament_count: int
    last_day: date | None = None

    @property
    def card(self) -> PersonCard | None:
        return getattr(self.person, "card", None)


def people_of(club: Club, search_text: str = "") -> list[Player]:
    """Return named people with aliases; also searches contact details."""
    matching = [
        person
        for person in _with_aliases(club)
        if matches_search(search_text, names_of(person)) or _matches_details(person, search_text)
    ]
    return sorted(matching, key=lambda person: (turkish_order(person.real_name), person.pk))


def names_of(person: Player) -> list[str]:
    return [person.real_name, *(alias.own_name for alias in person.aliases.all())]


def spelled_alike(people: Iterable[Player]) -> list[list[Player]]:
    """Group names that differ only in Turkish letters, case or order.

    Leave out groups of people who are all known to be different.
    """
    spelled: defaultdict[str, list[Player]] = defaultdict(list)
    for person in people:
        spelled[spelling_key(person.real_name)].append(person)
    groups = [group for group in spelled.values() if len(group) > 1]
    different = different_people([person for group in groups for person in group])
    return [
        group for group in groups if any(frozenset(pair) not in different for pair in combinations(group, 2))
    ]


def different_people(people: Sequence[Player]) -> set[frozenset[Player]]:
    """Return pairs that play in one tournament, or that the club said are different.

    `people` are of one club, without aliases.
    """
    if not people:
        return set()
    by_id = {str(person.public_id): person for person in people}
    recorded = {
        frozenset(by_id[key] for key in pair)
        for pair in namesakes.distinguished_pairs(people[0].club_id)
        if pair <= by_id.keys()
    }
    by_pk = {person.pk: person for person in people}
    seats = EntrantPlayer.objects.annotate(who=Coalesce("player__same_as", "player")).filter(who__in=by_pk)
    tournaments: defaultdict[int, set[Player]] = defaultdict(set)
    for tournament, who in seats.order_by("pk").values_list("entrant__tournament", "who"):
        tournaments[tournament].add(by_pk[who])
    together = {frozenset(pair) for players in tournaments.values() for pair in combinations(players, 2)}
    return recorded | together


def likely_duplicates(person: Player, among: Iterable[Player]) -> list[Player]:
    """Return at most MOST_DUPLICATES with a similar name or alias, most similar first.

    `among` must leave out the person.
    """
    names = names_of(person)
    candidates = []
    for candidate in among:
        distances = [edit_distance(name, other_name) for name in names for other_name in names_of(candidate)]
        least = min((distance for distance in distances if distance is not None), default=None)
        if least is not None:
            candidates.append((least, turkish_order(candidate.real_name), candidate.pk, candidate))
    return [
        candidate
        for *_order, candidate in sorted(candidates, key=lambda ranked: ranked[:3])[:MOST_DUPLICATES]
    ]


def with_tournaments(people: Sequence[Player]) -> list[PersonWithTournaments]:
    listed = _tournament_counts([person.pk for person in people])
    return [PersonWithTournaments(person, *listed.get(person.pk, (0, None))) for person in people]


def count_tournaments(person: Player) -> int:
    return _tournament_counts([person.pk]).get(person.pk, (0, None))[0]


def absent_since(day: date, club: Club, people: Iterable[Player]) -> list[Player]:
    since = Tournament.objects.counted().filter(club=club, last_day__gte=day)
    seats = EntrantPlayer.objects.filter(entrant__tournament__in=since)
    present = set(seats.values_list(Coalesce("player__same_as", "player"), flat=True))
    return [person for person in people if person.pk not in present]


def _tournament_counts(people: Collection[int]) -> Mapping[int, tuple[int, date | None]]:
    """Return (counted tournaments, last day) by person, with aliases; no key without any."""
    seats = EntrantPlayer.objects.filter(entrant__tournament__in=Tournament.objects.counted())
    rows = seats.annotate(who=Coalesce("player__same_as", "player")).filter(who__in=people)
    counted = (
        rows.order_by()
        .values("who")
        .annotate(
            played=Count("entrant__tournament", distinct=True), last=Max("entrant__tournament__last_day")
        )
    )
    return {person: (played, last) for person, played, last in counted.values_list("who", "played", "last")}


def _matches_details(person: Player, search_text: str) -> bool:
    card = getattr(person, "card", None)
    if card is None or len(search_text) < SHORTEST_DETAIL_SEARCH:
        return False
    digits = "".join(sign for sign in search_text if sign.isdigit())
    phone_digits = "".join(sign for sign in card.phone if sign.isdigit())
    if len(digits) >= SHORTEST_DETAIL_SEARCH and digits in phone_digits:
        return True
    return any(search_text.casefold() in text.casefold() for text in (card.email, card.licence) if text)


def entrants_of(person: Player) -> list[Entrant]:
    """Under any name, newest tournament first."""
    memberships = EntrantPlayer.objects.filter(player__in=Player.objects.of_person(person).values("pk"))
    visible = Tournament.objects.not_erased()
    listed = Entrant.objects.filter(pk__in=memberships.values("entrant"), tournament__in=visible)
    return list(listed.select_related("tournament").order_by("-tournament__first_day", "-tournament", "-pk"))


def _with_aliases(club: Club) -> PlayerQuerySet:
    aliases = Player.objects.exclude(same_as=None).order_by("pk")
    return (
        Player.objects.people()
        .filter(club=club, anonymous_as=None)
        .select_related("card")
        .prefetch_related(Prefetch("aliases", aliases))
    )
