from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.enums import NameDisplay
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_all_and_publish
from tournaments.models import Club, LogRow, PersonCard, Player
from tournaments.naming.names import fold
from tournaments.people.domain.contact_details import (
    ContactDetails,
    changed_field_names,
    details_by_person,
    version_of,
)
from tournaments.people.domain.public_names import set_public_name
from tournaments.people.domain.registration import AlreadyRegistered
from tournaments.people.domain.renaming import clean_name
from tournaments.refusals import Refused


class RegisterChangedMeanwhile(Refused):
    code = "register_changed_meanwhile"
    template = _("Someone else has changed the register. Check the rows again; nothing was stored.")


@dataclass(frozen=True)
class ImportedPerson:
    """A known `person` (public id), or a new `name`.

    The organizer saw `seen_version`. `is_namesake` is new with a known name.
    """

    name: str
    new_details: ContactDetails = field(default_factory=ContactDetails)
    person: UUID | None = None
    seen_version: str = ""
    is_namesake: bool = False


@dataclass(frozen=True)
class ImportCounts:
    new: int
    changed: int


@transaction.atomic
def import_people(*, club: Club, people: Sequence[ImportedPerson], by: Actor, at: datetime) -> ImportCounts:
    """Add people, or update those with `person`, all or none; return counts.

    Raises NameUnreadable, PhoneInName, AlreadyRegistered, RegisterChangedMeanwhile.
    """
    locked = lock_club(club.pk)
    known = [imported for imported in people if imported.person is not None]
    rows = [*_store_new(locked, [imported for imported in people if imported.person is None], by, at)]
    new = sum(row.action == "person_added" for row in rows)
    changed = _update_known(locked, known, by, at)
    if not rows and not changed:
        return ImportCounts(0, 0)
    counts = {"new": new, "changed": len(changed)}
    summary = audit_log.build_log_row("people_imported", by=by, at=at, club=locked, after=counts)
    log_all_and_publish([*rows, *changed, summary])
    return ImportCounts(**counts)


def _store_new(club: Club, newcomers: Sequence[ImportedPerson], by: Actor, at: datetime) -> Sequence[LogRow]:
    taken = _names_of_club(club) if newcomers else set()
    players = []
    for imported in newcomers:
        real = clean_name(imported.name)
        if fold(real) in taken and not imported.is_namesake:
            raise AlreadyRegistered(name=real)
        player = Player(club=club, name=real)
        set_public_name(player, NameDisplay(club.names_shown))
        players.append(player)
    Player.objects.bulk_create(players)
    with_details = [
        (player, imported.new_details)
        for player, imported in zip(players, newcomers, strict=True)
        if imported.new_details != ContactDetails()
    ]
    PersonCard.objects.bulk_create([_card(player, details, at) for player, details in with_details])
    added = [
        audit_log.build_log_row(
            "person_added",
            by=by,
            at=at,
            club=club,
            subject=player.public_id,
            after={"player": player.public_id},
        )
        for player in players
    ]
    return [
        *added,
        *(
            _row(club, player, changed_field_names(ContactDetails(), details), by, at)
            for player, details in with_details
        ),
    ]


def _update_known(club: Club, known: Sequence[ImportedPerson], by: Actor, at: datetime) -> Sequence[LogRow]:
    """Replace changed details; return unsaved log rows.

    Raises RegisterChangedMeanwhile, also if the person is gone.
    """
    people = Player.objects.people().filter(club=club, anonymous_as=None)
    by_key = {player.public_id: player for player in people.order_by("pk")} if known else {}
    before: Mapping[UUID, ContactDetails] = details_by_person(club) if known else {}
    log_rows, cards = [], []
    for imported in known:
        player = by_key.get(imported.person) if imported.person else None
        current = before.get(imported.person, ContactDetails()) if imported.person else ContactDetails()
        if player is None or version_of(current) != imported.seen_version:
            raise RegisterChangedMeanwhile
        if changed_fields := changed_field_names(current, imported.new_details):
            log_rows.append(_row(club, player, changed_fields, by, at))
            cards.append(_card(player, imported.new_details, at))
    PersonCard.objects.filter(player__in=[card.player_id for card in cards]).delete()
    PersonCard.objects.bulk_create(cards)
    return log_rows


def _card(player: Player, details: ContactDetails, at: datetime) -> PersonCard:
    return PersonCard(player=player, changed_at=at, **vars(details))


def _row(club: Club, player: Player, changed_fields: Sequence[str], by: Actor, at: datetime) -> LogRow:
    changes = {"parts": changed_fields}
    return audit_log.build_log_row(
        "person_details_changed", by=by, at=at, club=club, subject=player.public_id, after=changes
    )


def _names_of_club(club: Club) -> set[str]:
    rows = Player.objects.filter(club=club, anonymous_as=None).order_by("pk")
    return {fold(name) for row in rows for name in (row.real_name, row.own_name) if name}
