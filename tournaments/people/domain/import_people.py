"""Import a list of people into the register, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.bulk_insert import insert_many
from tournaments.enums import NameShown
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, LogRow, PersonCard, Player
from tournaments.naming.names import fold, mark
from tournaments.people.domain.contact_details import Kept, kept_in, parts_changed, version_of
from tournaments.people.domain.public_names import Shown, apply
from tournaments.people.domain.registration import InTheRegisterAlready
from tournaments.people.domain.renaming import readable
from tournaments.refusals import Refused


class RegisterChangedMeanwhile(Refused):
    code = "register_changed_meanwhile"
    template = _("Somebody else changed the register meanwhile. Look at the rows again; nothing was stored.")


@dataclass(frozen=True)
class Arrival:
    """A row: a known person (`person`, their public id), or a new one of this `name`.

    `kept` are the details to store; `seen` is the version of the known person's details when the organizer
    looked. `namesake` marks a new person with a name that is known already.
    """

    name: str
    kept: Kept = field(default_factory=Kept)
    person: UUID | None = None
    seen: str = ""
    namesake: bool = False


@dataclass(frozen=True)
class Imported:
    new: int
    changed: int


@transaction.atomic
def take_in(*, club: Club, people: Sequence[Arrival], by: Actor, at: datetime) -> Imported:
    """Store new people and the details of known ones, with the log rows of single changes.

    Raises NameUnreadable, InTheRegisterAlready, RegisterChangedMeanwhile; then nothing is stored.
    """
    locked = hold_club(club.pk)
    known = [arrival for arrival in people if arrival.person is not None]
    rows = [*_bring_in(locked, [arrival for arrival in people if arrival.person is None], by, at)]
    new = sum(row.action == "person_added" for row in rows)
    changed = _complete(locked, known, by, at)
    if not rows and not changed:
        return Imported(0, 0)
    counts = {"new": new, "changed": len(changed)}
    summary = audit_log.row_of("people_imported", by=by, at=at, club=locked, after=counts)
    audit_log.write_many([*rows, *changed, summary])
    return Imported(**counts)


def _bring_in(club: Club, newcomers: Sequence[Arrival], by: Actor, at: datetime) -> Sequence[LogRow]:
    taken = _names_in(club) if newcomers else set()
    players = []
    for arrival in newcomers:
        real = readable(arrival.name)
        if fold(real) in taken and not arrival.namesake:
            raise InTheRegisterAlready(name=real)
        player = Player(club=club, name=real)
        apply(player, Shown(NameShown(club.names_shown)))
        players.append(player)
    insert_many(players)
    with_details = [
        (player, arrival.kept)
        for player, arrival in zip(players, newcomers, strict=True)
        if arrival.kept != Kept()
    ]
    insert_many([_card(player, details, at) for player, details in with_details])
    added = [
        audit_log.row_of(
            "person_added",
            by=by,
            at=at,
            club=club,
            subject=player.public_id,
            after={"player": mark(player.public_id)},
        )
        for player in players
    ]
    return [
        *added,
        *(_row(club, player, parts_changed(Kept(), details), by, at) for player, details in with_details),
    ]


def _complete(club: Club, known: Sequence[Arrival], by: Actor, at: datetime) -> Sequence[LogRow]:
    people = Player.objects.people().filter(club=club, anonymous_as=None)
    by_key = {player.public_id: player for player in people.order_by("pk")} if known else {}
    before: Mapping[UUID, Kept] = kept_in(club) if known else {}
    log_rows, cards = [], []
    for arrival in known:
        player = by_key.get(arrival.person) if arrival.person else None
        current = before.get(arrival.person, Kept()) if arrival.person else Kept()
        if player is None or version_of(current) != arrival.seen:
            raise RegisterChangedMeanwhile
        if parts := parts_changed(current, arrival.kept):
            log_rows.append(_row(club, player, parts, by, at))
            cards.append(_card(player, arrival.kept, at))
    PersonCard.objects.filter(player__in=[card.player_id for card in cards]).delete()
    insert_many(cards)
    return log_rows


def _card(player: Player, kept: Kept, at: datetime) -> PersonCard:
    return PersonCard(player=player, changed_at=at, **vars(kept))


def _row(club: Club, player: Player, parts: Sequence[str], by: Actor, at: datetime) -> LogRow:
    changes = {"parts": parts}
    return audit_log.row_of(
        "person_card_changed", by=by, at=at, club=club, subject=player.public_id, after=changes
    )


def _names_in(club: Club) -> set[str]:
    rows = Player.objects.filter(club=club, anonymous_as=None).order_by("pk")
    return {fold(name) for row in rows for name in (row.real_name, row.own_name) if name}
