"""A whole list of people comes into the register at once: all of it, or nothing."""

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
    """One of a list: somebody whom the club knows (`person`, his public id), or somebody new of this `name`.

    `kept` is what is kept of him then; `seen` what was kept of the known when somebody looked
    (`version_of`). `namesake` says that somebody new is another than those who are called so already.
    """

    name: str
    kept: Kept = field(default_factory=Kept)
    person: UUID | None = None
    seen: str = ""
    namesake: bool = False


@dataclass(frozen=True)
class Imported:
    """How many are new in the register, and of how many known ones another thing is kept."""

    new: int
    changed: int


@transaction.atomic
def take_in(*, club: Club, people: Sequence[Arrival], by: Actor, at: datetime) -> Imported:
    """Put people into the register, and keep of those who are there already what the list says.

    Everybody reads of newcomers as of all who are new in the club. The log tells of each what
    `newcomers.add_person` and `cards.keep` tell. Raises NameUnreadable, InTheRegisterAlready,
    RegisterChangedMeanwhile; then nothing is stored.
    """
    held = hold_club(club.pk)
    known = [one for one in people if one.person is not None]
    rows = [*_bring_in(held, [one for one in people if one.person is None], by, at)]
    new = sum(row.action == "person_added" for row in rows)
    changed = _complete(held, known, by, at)
    if not rows and not changed:
        return Imported(0, 0)
    told = {"new": new, "changed": len(changed)}
    summary = audit_log.row_of("people_imported", by=by, at=at, club=held, after=told)
    audit_log.write_many([*rows, *changed, summary])
    return Imported(**told)


def _bring_in(club: Club, newcomers: Sequence[Arrival], by: Actor, at: datetime) -> Sequence[LogRow]:
    """Store those who are new, with what is kept of them; gives what the log tells of it."""
    taken = _names_in(club) if newcomers else set()
    players = []
    for one in newcomers:
        real = readable(one.name)
        if fold(real) in taken and not one.namesake:
            raise InTheRegisterAlready(name=real)
        player = Player(club=club, name=real)
        apply(player, Shown(NameShown(club.names_shown)))
        players.append(player)
    insert_many(players)
    told = [(player, one.kept) for player, one in zip(players, newcomers, strict=True) if one.kept != Kept()]
    insert_many([_card(player, kept, at) for player, kept in told])
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
    return [*added, *(_row(club, player, parts_changed(Kept(), kept), by, at) for player, kept in told)]


def _complete(club: Club, known: Sequence[Arrival], by: Actor, at: datetime) -> Sequence[LogRow]:
    """Keep of those who are known what the list says; gives what the log tells of it."""
    people = Player.objects.people().filter(club=club, anonymous_as=None)
    by_key = {player.public_id: player for player in people.order_by("pk")} if known else {}
    before: Mapping[UUID, Kept] = kept_in(club) if known else {}
    anew, cards = [], []
    for one in known:
        player = by_key.get(one.person) if one.person else None
        was = before.get(one.person, Kept()) if one.person else Kept()
        if player is None or version_of(was) != one.seen:
            raise RegisterChangedMeanwhile
        if parts := parts_changed(was, one.kept):
            anew.append(_row(club, player, parts, by, at))
            cards.append(_card(player, one.kept, at))
    PersonCard.objects.filter(player__in=[card.player_id for card in cards]).delete()
    insert_many(cards)
    return anew


def _card(player: Player, kept: Kept, at: datetime) -> PersonCard:
    return PersonCard(player=player, changed_at=at, **vars(kept))


def _row(club: Club, player: Player, parts: Sequence[str], by: Actor, at: datetime) -> LogRow:
    told = {"parts": parts}
    return audit_log.row_of(
        "person_card_changed", by=by, at=at, club=club, subject=player.public_id, after=told
    )


def _names_in(club: Club) -> set[str]:
    """Whatever people of a club are called, folded."""
    rows = Player.objects.filter(club=club, anonymous_as=None).order_by("pk")
    return {fold(name) for row in rows for name in (row.real_name, row.own_name) if name}
