from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameDisplay
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Club, Player
from tournaments.people.domain.public_names import set_public_name
from tournaments.people.domain.renaming import clean_name
from tournaments.refusals import Refused


class HasPlayed(Refused):
    code = "person_has_played"
    template = _("%(name)s is on the list of a tournament, or has played, and can’t be removed.")


class AlreadyRegistered(Refused):
    code = "already_registered"
    template = _("The club already has a person called %(name)s.")


@transaction.atomic
def add_person(*, club: Club, name: str, by: Actor, at: datetime, namesake: bool = False) -> Player:
    """Store a person, shown as the club shows new people.

    Raises NameUnreadable, PhoneInName, and AlreadyRegistered unless `namesake`.
    """
    locked = lock_club(club.pk)
    real = clean_name(name)
    if not namesake and Player.objects.filter(club=locked, anonymous_as=None).known_as(real).exists():
        raise AlreadyRegistered(name=real)
    person = Player(club=locked, name=real)
    set_public_name(person, NameDisplay(locked.names_shown))
    person.save()
    summary = {"player": person.public_id}
    log_and_publish("person_added", by=by, at=at, club=locked, subject=person.public_id, after=summary)
    return person


@transaction.atomic
def remove_person(*, player: Player, by: Actor, at: datetime) -> str:
    """Delete a person; return the real name, which log rows no longer show.

    Raises RemovedMeanwhile; HasPlayed if rows refer to the person.
    """
    club = lock_club(player.club_id)
    person = get_or_refuse(Player.objects, player.pk)
    name, key = person.real_name, person.public_id
    try:
        person.delete()
    except ProtectedError as error:
        raise HasPlayed(name=name) from error
    log_and_publish("person_removed", by=by, at=at, club=club, subject=key)
    return name
