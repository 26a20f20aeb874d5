from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameDisplay
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Player, Tournament
from tournaments.people.domain import contact_details
from tournaments.people.domain.public_names import NoNameLeft, current_choice
from tournaments.people.domain.renaming import RenamedPair, set_real_name
from tournaments.refusals import Refused


class AlreadyMerged(Refused):
    code = "already_merged"
    template = _("%(name)s is already this person.")


class OfAnotherClub(Refused):
    code = "person_of_another_club"
    template = _("%(name)s plays for another club. Only people of the same club can be merged.")


class DifferentPeople(Refused):
    code = "different_people"
    template = _("%(name)s and %(other)s both play in “%(tournament)s”, so they are two people.")


class NotAnAlias(Refused):
    code = "not_merged"
    template = _("%(name)s is not another person's name now.")


@dataclass(frozen=True)
class MergeResult:
    """Present names; `name` is the alias's own."""

    alias: Player
    person: Player
    name: str
    pairs: Sequence[RenamedPair]


@transaction.atomic
def merge(
    *, alias: Player, person: Player, by: Actor, at: datetime, shared_tournaments: Collection[Tournament] = ()
) -> MergeResult:
    """Make a player and its aliases a person's aliases, with the same name; merge contact details.

    Entries and seats keep their ids. The more private public name wins. In `shared_tournaments` both played
    one hand, which only the ledger knows. Raises AlreadyMerged, OfAnotherClub, NoNameLeft, DifferentPeople.
    """
    lock_club(person.club_id)
    mine, theirs = (_person(player) for player in (alias, person))
    if mine == theirs:
        raise AlreadyMerged(name=mine.real_name)
    if mine.club_id != theirs.club_id:
        raise OfAnotherClub(name=mine.real_name)
    shown = _more_private(_public_name_choice(mine), _public_name_choice(theirs))
    _refuse_different_people(mine, theirs, shared_tournaments)
    name, real = mine.real_name, theirs.real_name
    rows = list(Player.objects.of_person(mine).order_by("pk"))
    for row in rows:
        row.same_as, row.own_name = theirs, row.own_name or name
    Player.objects.bulk_update(rows, ["same_as", "own_name"])
    changed = (
        rows if shown == current_choice(theirs) else list(Player.objects.of_person(theirs).order_by("pk"))
    )
    pairs = set_real_name(changed, real, shown)
    contact_details.merge_details(alias=mine, person=theirs, at=at)
    _log("players_merged", mine, by=by, at=at, before=name, after=real)
    return MergeResult(Player.objects.get(pk=mine.pk), Player.objects.get(pk=theirs.pk), name, pairs)


@transaction.atomic
def unmerge(*, alias: Player, by: Actor, at: datetime) -> MergeResult:
    """Make an alias a person of its old name, with the person's public name choice but no contact details.

    Raises NotAnAlias.
    """
    lock_club(alias.club_id)
    row = get_or_refuse(Player.objects.select_related("club", "same_as"), alias.pk)
    person = row.same_as
    if person is None:
        raise NotAnAlias(name=row.real_name)
    name, before, shown = row.own_name, person.real_name, _public_name_choice(person)
    row.same_as, row.own_name = None, ""
    pairs = set_real_name([row], name, shown)
    _log("players_split", row, by=by, at=at, before=before, after=name)
    return MergeResult(row, person, name, pairs)


def _person(player: Player) -> Player:
    return get_or_refuse(Player.objects.select_related("club", "same_as__club"), player.pk).person


def _public_name_choice(person: Player) -> NameDisplay:
    shown = current_choice(person)
    if shown is None:
        raise NoNameLeft(name=person.real_name)
    return shown


def _more_private(*choices: NameDisplay) -> NameDisplay:
    return max(choices, key=list(NameDisplay).index)


def _refuse_different_people(
    mine: Player, theirs: Player, shared_tournaments: Collection[Tournament]
) -> None:
    """Raise DifferentPeople if both played in one tournament, or `shared_tournaments` isn't empty."""
    own, other = (
        Tournament.objects.filter(entrants__players__in=Player.objects.of_person(player).values("pk"))
        for player in (mine, theirs)
    )
    both = [*shared_tournaments, *own.filter(pk__in=other.values("pk")).newest_first()[:1]]
    if both:
        names = {"name": mine.real_name, "other": theirs.real_name}
        raise DifferentPeople(**names, tournament=both[0].name)


def _log(action: str, alias: Player, *, by: Actor, at: datetime, before: str, after: str) -> None:
    """Log about the alias; `before` and `after` are names."""
    log_and_publish(
        action,
        by=by,
        at=at,
        club=alias.club,
        subject=alias.public_id,
        before={"name": before},
        after={"name": after},
    )
