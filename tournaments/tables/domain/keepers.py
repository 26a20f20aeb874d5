from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.access.tables import KeeperNameMissing
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Keeper, Table
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import repair_case
from tournaments.naming.phone_numbers import contains_phone
from tournaments.refusals import PhoneInName, Refused

LONGEST_NAME = 60


class KeeperNameTooLong(Refused):
    code = "keeper_name_too_long"
    template = _("This name is too long: %(most)s characters at most.")


def keeper_of(table: Table) -> Keeper | None:
    return Keeper.objects.filter(table=table, ended_at=None).order_by("pk").first()


@transaction.atomic
def become_keeper(*, table: Table, name: str, by: Actor, at: datetime) -> Keeper:
    """Make the acting device the table's only keeper; the same name again changes nothing.

    A name all in capitals or small letters is stored as names are written.

    Raises KeeperNameMissing, KeeperNameTooLong, PhoneInName.
    """
    name = repair_case(one_line(name))
    if not name:
        raise KeeperNameMissing
    if len(name) > LONGEST_NAME:
        raise KeeperNameTooLong(most=LONGEST_NAME)
    if contains_phone(name):
        raise PhoneInName
    get_or_refuse(lock_rows(Table.objects), table.pk)
    before = keeper_of(table)
    if before is not None and (before.device_id, before.name) == (by.device_id, name):
        return before
    Keeper.objects.filter(table=table, ended_at=None).update(ended_at=at)
    keeper = Keeper.objects.create(table=table, name=name, device_id=by.device_id, device=by.device, since=at)
    log_and_publish(
        "keeper_named",
        by=by,
        at=at,
        tournament=table.tournament,
        subject=table.public_id,
        before={"keeper": before.pk} if before else None,
        after={"keeper": keeper.pk},
    )
    return keeper
