from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_all_and_publish, log_and_publish
from tournaments.models import Club, PersonCard, Player
from tournaments.refusals import Refused, refuse_concurrent_change


class PersonIsAnonymous(Refused):
    code = "person_is_anonymous"
    template = _("%(name)s was anonymized: nothing can be stored about them.")


@dataclass(frozen=True)
class ContactDetails:
    phone: str = ""
    email: str = ""
    licence: str = ""
    notes: str = ""
    agreed_on: date | None = None


_FIELDS = [part.name for part in fields(ContactDetails)]


def details_of(player: Player) -> ContactDetails:
    card = PersonCard.objects.filter(player=player).first()
    return details_from(card) if card else ContactDetails()


def details_by_person(club: Club) -> Mapping[UUID, ContactDetails]:
    cards = PersonCard.objects.filter(player__club=club).order_by("pk")
    return {key: ContactDetails(*values) for key, *values in cards.values_list("player__public_id", *_FIELDS)}


def version_of(details: ContactDetails) -> str:
    """Detects changes since a file was previewed."""
    return sha256(repr(tuple(vars(details).values())).encode()).hexdigest()[:16]


@transaction.atomic
def update_details(
    *,
    player: Player,
    details: ContactDetails,
    seen: ContactDetails | None = None,
    by: Actor,
    at: datetime,
) -> bool:
    """Store `details` and return whether they changed; log names of fields, never values.

    Raises PersonIsAnonymous, ChangedMeanwhile.
    """
    lock_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    if person.anonymous_as is not None:
        raise PersonIsAnonymous(name=person.name)
    before = details_of(person)
    changed_fields = changed_field_names(before, details)
    if not changed_fields:
        return False
    refuse_concurrent_change(seen, before)
    _store(person, details, at)
    log_and_publish(
        "person_details_changed",
        by=by,
        at=at,
        club=person.club,
        subject=person.public_id,
        after={"parts": changed_fields},
    )
    return True


def add_phones(*, club: Club, phones: Mapping[Player, str], by: Actor, at: datetime) -> None:
    """Store and log phones of people who have none; others keep theirs. Caller locks the club."""
    typed = {player.person: phone for player, phone in phones.items() if phone}
    if not typed:
        return
    stored = PersonCard.objects.select_related("player").filter(player__in=typed)
    cards = {card.player: card for card in stored}
    added = {
        person: phone for person, phone in typed.items() if person not in cards or not cards[person].phone
    }
    rows = [cards.get(person) or PersonCard(player=person, changed_at=at) for person in added]
    for card in rows:
        card.phone, card.changed_at = added[card.player], at
    PersonCard.objects.bulk_create([card for card in rows if card.player not in cards])
    known = [card for card in rows if card.player in cards]
    PersonCard.objects.bulk_update(known, ["phone", "changed_at"], batch_size=500)
    log_all_and_publish(
        [
            audit_log.build_log_row(
                "person_details_changed",
                by=by,
                at=at,
                club=club,
                subject=person.public_id,
                after={"parts": ["phone"]},
            )
            for person in added
        ]
    )


@transaction.atomic
def withdraw_consent(*, player: Player, by: Actor, at: datetime) -> bool:
    """Return whether there were any details."""
    lock_club(player.club_id)
    person = get_or_refuse(Player.objects.select_related("club"), player.pk)
    if details_of(person) == ContactDetails():
        return False
    delete_details([person])
    log_and_publish("consent_withdrawn", by=by, at=at, club=person.club, subject=person.public_id)
    return True


def merge_details(*, alias: Player, person: Player, at: datetime) -> None:
    """Move details to the person; of differing values the person's win, the alias's join the notes.

    Caller locks the club.
    """
    mine, theirs = details_of(alias), details_of(person)
    if mine == ContactDetails():
        return
    both = [(getattr(mine, name), getattr(theirs, name)) for name in ("phone", "email", "licence")]
    conflicting = [extra for extra, main in both if extra and main and extra != main]
    notes = list(dict.fromkeys(filter(None, [theirs.notes, mine.notes, *conflicting])))
    phone, email, licence = (main or extra for extra, main in both)
    merged = ContactDetails(phone, email, licence, "\n".join(notes), theirs.agreed_on or mine.agreed_on)
    delete_details([alias])
    _store(person, merged, at)


def delete_details(players: Iterable[Player]) -> None:
    PersonCard.objects.filter(player__in=list(players)).delete()


def _store(person: Player, details: ContactDetails, at: datetime) -> None:
    if details == ContactDetails():
        delete_details([person])
    else:
        PersonCard.objects.update_or_create(player=person, defaults=vars(details) | {"changed_at": at})


def details_from(card: PersonCard) -> ContactDetails:
    return ContactDetails(card.phone, card.email, card.licence, card.notes, card.agreed_on)


def changed_field_names(before: ContactDetails, after: ContactDetails) -> Sequence[str]:
    return [name for name, value in vars(after).items() if vars(before)[name] != value]
