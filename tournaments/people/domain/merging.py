"""Merge two players who are one person, and undo it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameShown
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Player, Tournament
from tournaments.people.domain import contact_details
from tournaments.people.domain.public_names import NoNameLeft, Shown, shown_now
from tournaments.people.domain.renaming import CalledAnew, call
from tournaments.refusals import Refused


class OnePersonAlready(Refused):
    code = "one_person_already"
    template = _("%(name)s is this person already.")


class OfAnotherClub(Refused):
    code = "of_another_club"
    template = _("%(name)s plays for another club. People are joined within a club.")


class TwoPeople(Refused):
    code = "two_people"
    template = _("%(name)s and %(other)s both play in “%(tournament)s”: they are two people.")


class NotJoined(Refused):
    code = "not_joined"
    template = _("%(name)s is nobody's other name now.")


@dataclass(frozen=True)
class Joined:
    """The alias and the person under their present names; `name` is the alias's own one."""

    alias: Player
    person: Player
    name: str
    pairs: Sequence[CalledAnew]


@transaction.atomic
def join(
    *, alias: Player, person: Player, by: Actor, at: datetime, together: Collection[Tournament] = ()
) -> Joined:
    """Make the first player an alias of the second, with the same name.

    Entries, seats and seals keep their ids. Aliases of the first player move along. The more private choice
    of public name wins. `together` are tournaments in which both played one hand, which only the ledger
    knows. Raises OnePersonAlready, OfAnotherClub, NoNameLeft, TwoPeople.
    """
    hold_club(person.club_id)
    mine, theirs = (_person(player) for player in (alias, person))
    if mine == theirs:
        raise OnePersonAlready(name=mine.real_name)
    if mine.club_id != theirs.club_id:
        raise OfAnotherClub(name=mine.real_name)
    shown = _quieter(_shown(mine), _shown(theirs))
    _refuse_two(mine, theirs, together)
    name, real = mine.real_name, theirs.real_name
    rows = list(Player.objects.of_person(mine).order_by("pk"))
    for row in rows:
        row.same_as, row.own_name = theirs, row.own_name or name
    Player.objects.bulk_update(rows, ["same_as", "own_name"])
    changed = rows if shown == shown_now(theirs) else list(Player.objects.of_person(theirs).order_by("pk"))
    pairs = call(changed, real, shown)
    contact_details.hand_over(alias=mine, person=theirs, at=at)
    _tell("players_joined", mine, by=by, at=at, before=name, after=real)
    return Joined(Player.objects.get(pk=mine.pk), Player.objects.get(pk=theirs.pk), name, pairs)


@transaction.atomic
def part(*, alias: Player, by: Actor, at: datetime) -> Joined:
    """Make an alias a person again, with their own name and all they played under it.

    Their public name follows the person they were merged with. Raises NotJoined.
    """
    hold_club(alias.club_id)
    row = get_or_refuse(Player.objects.select_related("club", "same_as"), alias.pk)
    person = row.same_as
    if person is None:
        raise NotJoined(name=row.real_name)
    name, before, shown = row.own_name, person.real_name, _shown(person)
    row.same_as, row.own_name = None, ""
    pairs = call([row], name, shown)
    _tell("players_parted", row, by=by, at=at, before=before, after=name)
    return Joined(row, person, name, pairs)


def _person(player: Player) -> Player:
    return get_or_refuse(Player.objects.select_related("club", "same_as__club"), player.pk).person


def _shown(person: Player) -> Shown:
    shown = shown_now(person)
    if shown is None:
        raise NoNameLeft(name=person.real_name)
    return shown


def _quieter(mine: Shown, theirs: Shown) -> Shown:
    return mine if theirs.how == NameShown.FULL else theirs


def _refuse_two(mine: Player, theirs: Player, together: Collection[Tournament]) -> None:
    own, other = (
        Tournament.objects.filter(entrants__players__in=Player.objects.of_person(player).values("pk"))
        for player in (mine, theirs)
    )
    both = [*together, *own.filter(pk__in=other.values("pk")).newest_first()[:1]]
    if both:
        names = {"name": mine.real_name, "other": theirs.real_name}
        raise TwoPeople(**names, tournament=both[0].name)


def _tell(action: str, alias: Player, *, by: Actor, at: datetime, before: str, after: str) -> None:
    audit_log.write(
        action,
        by=by,
        at=at,
        club=alias.club,
        subject=alias.public_id,
        before={"name": before},
        after={"name": after},
    )
