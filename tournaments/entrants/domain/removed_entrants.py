"""Entrants removed before the draw may still come. The log keeps what puts them back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.entrants.domain.entry_list import put_back
from tournaments.enums import ApplicationState
from tournaments.log.actor import APPLICANT, Actor
from tournaments.models import Entrant, LogRow, Player, Tournament
from tournaments.people.domain.logged_names import with_names
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications
from tournaments.signup.domain.partner_pairing import lock_for_entries


class NotRemoved(Refused):
    code = "entrant_not_removed"
    template = _("They are on the list already, or can't be put back any more. Look at the list again.")


@dataclass(frozen=True)
class RemovedEntrant:
    """`applications`: public ids of those refused with it. An automatic name is empty in `entry`."""

    public_id: UUID
    name: str
    entry: ListedEntrant
    applications: tuple[UUID, ...]
    removed_at: datetime

    @property
    def shows_players(self) -> bool:
        """False for a single player, whose name is the entrant's."""
        return self.entry.players != (self.name,)

    @property
    def names(self) -> list[str]:
        return [self.name, *self.entry.players]


def removed_entrants(tournament: Tournament) -> list[RemovedEntrant]:
    """Return entrants that organizers removed, the latest first; at most two queries.

    Omit those back, in any pair, or no longer in the register.
    """
    latest: dict[str, LogRow] = {}
    rows = tournament.log.filter(action__in=("entrant_removed", "entrant_put_back"))
    for row in rows.exclude(device=APPLICANT.device).order_by("-pk"):
        latest.setdefault(row.subject, row)
    removed = {row: json.loads(row.before) for row in latest.values() if row.action == "entrant_removed"}
    return list(_of_absent_people(removed, _absent_people(tournament, removed.values()))) if removed else []


@transaction.atomic
def put_back_entrant(*, tournament: Tournament, public_id: UUID, by: Actor, at: datetime) -> Entrant:
    """Enter a removed entrant again, with its public id; accept its applications; payments count.

    A refusal email is withdrawn or, if sent, followed by another. Raises EntriesClosed, NotRemoved,
    and as `add_entrants`.
    """
    locked = lock_for_entries(tournament)
    removed = next((row for row in removed_entrants(locked) if row.public_id == public_id), None)
    if removed is None:
        raise NotRemoved
    entrant = put_back(tournament=locked, entry=removed.entry, public_id=public_id, by=by, at=at)
    refused = locked.applications.filter(
        public_id__in=removed.applications, state=ApplicationState.REFUSED, forgotten_at=None
    )
    for application in refused.select_related("tournament__club").order_by("pk"):
        application.state, application.entrant = ApplicationState.LET_IN, entrant
        application.save(update_fields=["state", "entrant"])
        if not notifications.withdraw_refusal_email(application):
            notifications.notify_state(application, by=by, at=at)
    return entrant


def _absent_people(tournament: Tournament, logged: Any) -> dict[str, Player]:
    """Return people who don't play here, by the public id that the log knows them by."""
    keys = {key for details in logged for key in details["players"]}
    absent = Player.objects.filter(club=tournament.club_id, public_id__in=keys).not_playing_in(tournament)
    return {str(player.public_id): player.person for player in absent.select_related("same_as")}


def _of_absent_people(
    removed: Mapping[LogRow, dict[str, Any]], absent: Mapping[str, Player]
) -> Iterator[RemovedEntrant]:
    """Yield those of `removed` whose people are all `absent`, and in no earlier row."""
    names = {key: person.real_name for key, person in absent.items()}
    offered: set[UUID] = set()
    for row, details in removed.items():
        keys = details["players"]
        if not all(key in absent for key in keys):
            continue
        people = [absent[key].public_id for key in keys]
        if offered.isdisjoint(people):
            offered.update(people)
            named = with_names(details, names)
            name = details["name"] if isinstance(details["name"], str) else ""
            yield RemovedEntrant(
                UUID(row.subject),
                named["name"],
                _entry({**named, "name": name}, people),
                tuple(map(UUID, details["applications"])),
                row.at,
            )


def _entry(details: Mapping[str, Any], people: list[UUID]) -> ListedEntrant:
    return ListedEntrant(
        details["name"],
        tuple(details["players"]),
        details.get("club", ""),
        details.get("rating"),
        details.get("seed"),
        details.get("pot"),
        same=tuple(people),
        paid=details["paid"],
    )
