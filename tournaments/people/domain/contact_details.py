"""Contact details of people, for organizers only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, PersonCard, Player
from tournaments.refusals import Refused


class NothingKeptOfHim(Refused):
    code = "nothing_kept_of_him"
    template = _("%(name)s was made anonymous: nothing can be kept of him.")


class ChangedMeanwhile(Refused):
    code = "card_changed_meanwhile"
    template = _("Somebody else changed this meanwhile. Look at what stands here now, and change it again.")


@dataclass(frozen=True)
class Kept:
    phone: str = ""
    email: str = ""
    licence: str = ""
    notes: str = ""
    agreed_on: date | None = None


_PARTS = [part.name for part in fields(Kept)]


def kept_of(player: Player) -> Kept:
    """Return the contact details of a person or alias; one query."""
    card = PersonCard.objects.filter(player=player).first()
    return told_by(card) if card else Kept()


def kept_in(club: Club) -> Mapping[UUID, Kept]:
    """Return all contact details in a club by public id; one query."""
    cards = PersonCard.objects.filter(player__club=club).order_by("pk")
    return {key: Kept(*values) for key, *values in cards.values_list("player__public_id", *_PARTS)}


def version_of(kept: Kept) -> str:
    """Return a hash of the details, to detect changes since a page was opened."""
    return sha256(repr(tuple(vars(kept).values())).encode()).hexdigest()[:16]


@transaction.atomic
def keep(*, player: Player, kept: Kept, seen: str, by: Actor, at: datetime) -> bool:
    """Replace the details that had the version `seen`; return whether anything changed.

    The log gets the names of changed fields, never their values, because it can't forget. Raises
    NothingKeptOfHim, ChangedMeanwhile.
    """
    hold_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    if person.anonymous_as is not None:
        raise NothingKeptOfHim(name=person.name)
    before = kept_of(person)
    changed_fields = parts_changed(before, kept)
    if not changed_fields:
        return False
    if seen != version_of(before):
        raise ChangedMeanwhile
    _put(person, kept, at)
    audit_log.write(
        "person_card_changed",
        by=by,
        at=at,
        club=person.club,
        subject=person.public_id,
        after={"parts": changed_fields},
    )
    return True


@transaction.atomic
def withdraw_consent(*, player: Player, by: Actor, at: datetime) -> bool:
    """Delete a person's details because they withdraw consent; return whether there were any.

    Their name and results stay.
    """
    hold_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    if kept_of(person) == Kept():
        return False
    forget([person])
    audit_log.write("consent_withdrawn", by=by, at=at, club=person.club, subject=person.public_id)
    return True


def hand_over(*, alias: Player, person: Player, at: datetime) -> None:
    """Merge the details of an alias into those of the person.

    Where both differ, the alias's value goes to the notes. Caller locks the club.
    """
    mine, theirs = kept_of(alias), kept_of(person)
    if mine == Kept():
        return
    both = [(getattr(mine, name), getattr(theirs, name)) for name in ("phone", "email", "licence")]
    other = [extra for extra, main in both if extra and main and extra != main]
    notes = list(dict.fromkeys(filter(None, [theirs.notes, mine.notes, *other])))
    phone, email, licence = (main or extra for extra, main in both)
    merged = Kept(phone, email, licence, "\n".join(notes), theirs.agreed_on or mine.agreed_on)
    forget([alias])
    _put(person, merged, at)


def forget(players: Iterable[Player]) -> None:
    """Delete the details of players. Caller locks the club."""
    PersonCard.objects.filter(player__in=list(players)).delete()


def _put(person: Player, kept: Kept, at: datetime) -> None:
    if kept == Kept():
        forget([person])
    else:
        PersonCard.objects.update_or_create(player=person, defaults=vars(kept) | {"changed_at": at})


def told_by(card: PersonCard) -> Kept:
    return Kept(card.phone, card.email, card.licence, card.notes, card.agreed_on)


def parts_changed(before: Kept, after: Kept) -> Sequence[str]:
    return [name for name, value in vars(after).items() if vars(before)[name] != value]
