"""What a club says of itself: its name, and where it is."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.domain import counter, log
from tournaments.domain.actor import Actor
from tournaments.domain.holding import hold
from tournaments.domain.people import hold_club
from tournaments.domain.refusals import Refused
from tournaments.models import Club, Tournament
from tournaments.naming.visible import one_line

LONGEST_NAME, LONGEST_ADDRESS = 120, 200


class ClubNameMissing(Refused):
    code = "club_name_missing"
    template = _("A club has a name.")


class ClubTextTooLong(Refused):
    code = "club_text_too_long"
    template = _("A club’s name has at most %(name)s letters, its address at most %(address)s.")


@transaction.atomic
def change_club(*, club: Club, name: str, address: str, by: Actor, at: datetime) -> None:
    """Call a club otherwise, or say where it is, on everybody's pages of all its tournaments.

    Where it says so already nothing changes. Raises ClubNameMissing, ClubTextTooLong.
    """
    name, address = one_line(name), one_line(address)
    if not name:
        raise ClubNameMissing
    if len(name) > LONGEST_NAME or len(address) > LONGEST_ADDRESS:
        raise ClubTextTooLong(name=LONGEST_NAME, address=LONGEST_ADDRESS)
    held = hold_club(club.pk)
    before = {"name": held.name, "address": held.address}
    after = {"name": name, "address": address}
    if before == after:
        return
    held.name, held.address = club.name, club.address = name, address
    held.save(update_fields=["name", "address"])
    for tournament in hold(Tournament.objects.filter(club=held)).order_by("pk"):
        counter.tell(tournament)
    log.write("club_changed", by=by, at=at, club=held, before=before, after=after)
