"""What is kept of a person for the organizers: written, and forgotten."""

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
    """What a card says; blank for nothing."""

    phone: str = ""
    email: str = ""
    licence: str = ""
    notes: str = ""
    agreed_on: date | None = None


_PARTS = [part.name for part in fields(Kept)]


def kept_of(player: Player) -> Kept:
    """What is kept of a person, or of an alias, by his own card; one query."""
    card = PersonCard.objects.filter(player=player).first()
    return told_by(card) if card else Kept()


def kept_in(club: Club) -> Mapping[UUID, Kept]:
    """What is kept of people of a club, by their public ids, of whom anything is; one query."""
    held = PersonCard.objects.filter(player__club=club).order_by("pk")
    return {key: Kept(*says) for key, *says in held.values_list("player__public_id", *_PARTS)}


def version_of(kept: Kept) -> str:
    """Another word for each content: what a page that changes it has seen."""
    return sha256(repr(tuple(vars(kept).values())).encode()).hexdigest()[:16]


@transaction.atomic
def keep(*, player: Player, kept: Kept, seen: str, by: Actor, at: datetime) -> bool:
    """Keep this of a person in place of what was `seen` (`version_of`), and say whether anything changed.

    The log tells which parts changed, and never what they say: it can't forget. Raises NothingKeptOfHim,
    ChangedMeanwhile.
    """
    hold_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    if person.anonymous_as is not None:
        raise NothingKeptOfHim(name=person.name)
    before = kept_of(person)
    changed = parts_changed(before, kept)
    if not changed:
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
        after={"parts": changed},
    )
    return True


@transaction.atomic
def withdraw_consent(*, player: Player, by: Actor, at: datetime) -> bool:
    """Keep nothing of a person any more, for he takes back what he agreed to; whether anything was kept.

    His name stays, with what he played.
    """
    hold_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    if kept_of(person) == Kept():
        return False
    forget([person])
    audit_log.write("consent_withdrawn", by=by, at=at, club=person.club, subject=person.public_id)
    return True


def hand_over(*, alias: Player, person: Player, at: datetime) -> None:
    """Keep of a person what was kept of one who is his alias from now on.

    Where both say something else, the alias's goes to the notes. Caller holds the club.
    """
    mine, theirs = kept_of(alias), kept_of(person)
    if mine == Kept():
        return
    both = [(getattr(mine, part), getattr(theirs, part)) for part in ("phone", "email", "licence")]
    other = [said for said, stays in both if said and stays and said != stays]
    notes = list(dict.fromkeys(filter(None, [theirs.notes, mine.notes, *other])))
    phone, email, licence = (stays or said for said, stays in both)
    kept = Kept(phone, email, licence, "\n".join(notes), theirs.agreed_on or mine.agreed_on)
    forget([alias])
    _put(person, kept, at)


def forget(players: Iterable[Player]) -> None:
    """Keep nothing of these any more. Caller holds the club."""
    PersonCard.objects.filter(player__in=list(players)).delete()


def _put(person: Player, kept: Kept, at: datetime) -> None:
    """There is no card where there is nothing to keep."""
    if kept == Kept():
        forget([person])
    else:
        PersonCard.objects.update_or_create(player=person, defaults=vars(kept) | {"changed_at": at})


def told_by(card: PersonCard) -> Kept:
    """What a card says."""
    return Kept(card.phone, card.email, card.licence, card.notes, card.agreed_on)


def parts_changed(before: Kept, after: Kept) -> Sequence[str]:
    """The parts of a card in which one says another thing than the other, by their names in it."""
    return [part for part, says in vars(after).items() if vars(before)[part] != says]
