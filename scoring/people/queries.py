"""The people of a club, for its organizers: by name, how often each played, and who may be one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Prefetch
from django.db.models.functions import Coalesce

from tournaments.models import Club, Entrant, EntrantPlayer, PersonCard, Player, Tournament
from tournaments.models.entrant import PlayerQuerySet
from tournaments.naming.collation import turkish_order
from tournaments.naming.fuzzy_match import apart, spelling
from tournaments.naming.names import found_by

MOST_ALIKE = 8
FEWEST_SIGNS = 3
"""So much of a phone number, an e-mail or a licence number has to be typed to find somebody by it."""


@dataclass(frozen=True)
class Alike:
    """Somebody who may be the same person, in how many tournaments that count he is, and until when.

    `last` is the last day of the last of them.
    """

    person: Player
    tournaments: int
    last: date | None = None

    @property
    def card(self) -> PersonCard | None:
        """What is kept of him."""
        return getattr(self.person, "card", None)


def people_of(club: Club, wanted: str = "") -> list[Player]:
    """Everybody of a club who has a name, by name, with his aliases; those who bear what is typed.

    Their phones, e-mails and licence numbers are looked at, too.
    """
    found = [one for one in _with_aliases(club) if found_by(wanted, names_of(one)) or _kept_of(one, wanted)]
    return sorted(found, key=lambda one: (turkish_order(one.real_name), one.pk))


def names_of(person: Player) -> list[str]:
    """What a person is called, and what his aliases (which are loaded) were called before."""
    return [person.real_name, *(one.own_name for one in person.aliases.all())]


def spelled_alike(people: Iterable[Player]) -> list[list[Player]]:
    """Those whose names differ by nothing but letters of a Turkish keyboard, case or order."""
    spelled: defaultdict[str, list[Player]] = defaultdict(list)
    for person in people:
        spelled[spelling(person.real_name)].append(person)
    return [those for those in spelled.values() if len(those) > 1]


def alike(person: Player, among: Iterable[Player]) -> list[Player]:
    """Who of others may be the same person by his name or an alias's, the likeliest first."""
    mine = names_of(person)
    found = []
    for other in among:
        amiss = [apart(one, theirs) for one in mine for theirs in names_of(other)]
        least = min((one for one in amiss if one is not None), default=None)
        if least is not None:
            found.append((least, turkish_order(other.real_name), other.pk, other))
    return [other for *_order, other in sorted(found, key=lambda one: one[:3])[:MOST_ALIKE]]


def with_tournaments(people: Sequence[Player]) -> list[Alike]:
    """People with the number of tournaments in which they play or have played; one query."""
    listed = _lists_of([one.pk for one in people])
    return [Alike(one, *listed.get(one.pk, (0, None))) for one in people]


def tournaments_of(person: Player) -> int:
    """In how many tournaments a person plays or has played."""
    return _lists_of([person.pk]).get(person.pk, (0, None))[0]


def absent_since(day: date, club: Club, people: Iterable[Player]) -> list[Player]:
    """Who of these has played in nothing that ended on that day or later."""
    since = Tournament.objects.counted().filter(club=club, last_day__gte=day)
    seats = EntrantPlayer.objects.filter(entrant__tournament__in=since)
    here = set(seats.values_list(Coalesce("player__same_as", "player"), flat=True))
    return [one for one in people if one.pk not in here]


def _lists_of(people: Collection[int]) -> Mapping[int, tuple[int, date | None]]:
    seats = EntrantPlayer.objects.filter(entrant__tournament__in=Tournament.objects.counted())
    rows = seats.annotate(who=Coalesce("player__same_as", "player")).filter(who__in=people)
    counted = (
        rows.order_by()
        .values("who")
        .annotate(
            played=Count("entrant__tournament", distinct=True), last=Max("entrant__tournament__last_day")
        )
    )
    return {who: (played, last) for who, played, last in counted.values_list("who", "played", "last")}


def _kept_of(person: Player, wanted: str) -> bool:
    """Whether what is typed is part of how a person is reached, or of his licence number."""
    card = getattr(person, "card", None)
    if card is None or len(wanted) < FEWEST_SIGNS:
        return False
    digits = "".join(sign for sign in wanted if sign.isdigit())
    own = "".join(sign for sign in card.phone if sign.isdigit())
    if len(digits) >= FEWEST_SIGNS and digits in own:
        return True
    return any(wanted.casefold() in said.casefold() for said in (card.email, card.licence) if said)


def entrants_of(person: Player) -> list[Entrant]:
    """For whom a person is entered, under whatever name, the newest tournament first."""
    own = EntrantPlayer.objects.filter(player__in=Player.objects.of_person(person).values("pk"))
    standing = Tournament.objects.standing()
    listed = Entrant.objects.filter(pk__in=own.values("entrant"), tournament__in=standing)
    return list(listed.select_related("tournament").order_by("-tournament__first_day", "-tournament", "-pk"))


def _with_aliases(club: Club) -> PlayerQuerySet:
    aliases = Player.objects.exclude(same_as=None).order_by("pk")
    return (
        Player.objects.people()
        .filter(club=club, anonymous_as=None)
        .select_related("card")
        .prefetch_related(Prefetch("aliases", aliases))
    )
