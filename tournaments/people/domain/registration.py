"""Somebody comes into the register before he has played, and leaves it without having played."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameShown
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, Player
from tournaments.naming.names import mark
from tournaments.people.domain.public_names import Shown, apply
from tournaments.people.domain.renaming import readable
from tournaments.refusals import Refused


class PlayedAlready(Refused):
    code = "played_already"
    template = _("%(name)s is on the list of a tournament, or has played: that can’t be taken away.")


class InTheRegisterAlready(Refused):
    code = "in_the_register_already"
    template = _("The club knows somebody called %(name)s already.")


@transaction.atomic
def add_person(*, club: Club, name: str, by: Actor, at: datetime, namesake: bool = False) -> Player:
    """Put a person into the register; everybody reads of him as of all who are new in the club.

    `namesake` says that he is somebody else than those who are called so already. Raises NameUnreadable,
    InTheRegisterAlready.
    """
    held = hold_club(club.pk)
    real = readable(name)
    if not namesake and Player.objects.filter(club=held, anonymous_as=None).known_as(real).exists():
        raise InTheRegisterAlready(name=real)
    person = Player(club=held, name=real)
    apply(person, Shown(NameShown(held.names_shown)))
    person.save()
    told = {"player": mark(person.public_id)}
    audit_log.write("person_added", by=by, at=at, club=held, subject=person.public_id, after=told)
    return person


@transaction.atomic
def remove_person(*, player: Player, by: Actor, at: datetime) -> str:
    """Take somebody out of the register whom nothing that stands or was played knows; gives his name.

    Rows of the log in which he is named have nobody's name there from now on. Raises PlayedAlready.
    """
    club = hold_club(player.club_id)
    person = get_or_refuse(Player.objects, player.pk)
    name, key = person.real_name, person.public_id
    try:
        person.delete()
    except ProtectedError as needed:
        raise PlayedAlready(name=name) from needed
    audit_log.write("person_removed", by=by, at=at, club=club, subject=key)
    return name
