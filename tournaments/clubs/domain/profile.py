"""What a club says of itself: its name, where it is, its logo."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import hold
from tournaments.enums import ClubColour
from tournaments.live import counters
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, ClubLogo, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused
from tournaments.uploads.pictures import LARGEST, NoPicture, Picture, read_picture

LONGEST_NAME, LONGEST_ADDRESS = 120, 200


class ClubNameMissing(Refused):
    code = "club_name_missing"
    template = _("A club has a name.")


class ClubTextTooLong(Refused):
    code = "club_text_too_long"
    template = _("A club’s name has at most %(name)s letters, its address at most %(address)s.")


class NoSuchColour(Refused):
    code = "no_such_colour"
    template = _("Choose one of the colours that are offered.")


class LogoUnreadable(Refused):
    code = "logo_unreadable"
    template = _(
        "A logo is a picture (PNG, JPEG or WebP) of at most %(kilobytes)s kB and 16 million dots."
        " Save it as one of these, or smaller."
    )


@transaction.atomic
def change_club(
    *, club: Club, name: str, address: str, colour: str = ClubColour.FELT.value, by: Actor, at: datetime
) -> None:
    """Call a club otherwise, or say where it is, or colour its pages, for everybody in all its tournaments.

    Where it says so already nothing changes. Raises ClubNameMissing, ClubTextTooLong, NoSuchColour.
    """
    name, address = one_line(name), one_line(address)
    if not name:
        raise ClubNameMissing
    if len(name) > LONGEST_NAME or len(address) > LONGEST_ADDRESS:
        raise ClubTextTooLong(name=LONGEST_NAME, address=LONGEST_ADDRESS)
    if colour not in ClubColour.values:
        raise NoSuchColour
    held = hold_club(club.pk)
    before = {"name": held.name, "address": held.address, "colour": held.colour}
    after = {"name": name, "address": address, "colour": colour}
    if before == after:
        return
    for field, value in after.items():
        setattr(held, field, value)
        setattr(club, field, value)
    held.save(update_fields=[*after])
    tell_pages(held)
    audit_log.write("club_changed", by=by, at=at, club=held, before=before, after=after)


def put_up_logo(*, club: Club, content: bytes, by: Actor, at: datetime) -> None:
    """Show a picture wherever the club shows itself, drawn anew and small.

    Raises LogoUnreadable, and Busy while too many files are being read.
    """
    try:
        drawn = read_picture(content)  # before the transaction: a picture can take seconds
    except NoPicture as amiss:
        raise LogoUnreadable(kilobytes=LARGEST // 1000) from amiss
    _store_logo(club=club, drawn=drawn, by=by, at=at)


@transaction.atomic
def _store_logo(*, club: Club, drawn: Picture, by: Actor, at: datetime) -> None:
    held = hold_club(club.pk)
    digest = hashlib.sha256(drawn.large).hexdigest()[:16]
    if digest == held.logo:
        return
    ClubLogo.objects.update_or_create(club=held, defaults={"large": drawn.large, "small": drawn.small})
    held.logo = club.logo = digest
    held.save(update_fields=["logo"])
    tell_pages(held)
    audit_log.write("club_logo_changed", by=by, at=at, club=held)


@transaction.atomic
def take_logo_down(*, club: Club, by: Actor, at: datetime) -> None:
    """Show no logo any more; where there is none nothing changes."""
    held = hold_club(club.pk)
    if not held.logo:
        return
    ClubLogo.objects.filter(club=held).delete()
    held.logo = club.logo = ""
    held.save(update_fields=["logo"])
    tell_pages(held)
    audit_log.write("club_logo_removed", by=by, at=at, club=held)


def tell_pages(club: Club) -> None:
    """Tell open pages of all tournaments of a club that it says something else of itself. Caller holds it."""
    for tournament in hold(Tournament.objects.filter(club=club)).order_by("pk"):
        counters.tell(tournament)
