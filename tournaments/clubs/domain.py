from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.calendar_revisions import revise_events
from tournaments.clubs.time_zones import time_zones
from tournaments.database.row_locks import lock_rows
from tournaments.enums import ClubColour
from tournaments.live import counters
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Blueprint, Club, ClubLogo, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.uploads.pictures import MAX_BYTES, InvalidPicture, Picture, read_picture

LONGEST_NAME, LONGEST_ADDRESS = 120, 200
IN_CALENDARS = ("name", "address", "time_zone")


class ClubNameMissing(Refused):
    code = "club_name_missing"
    template = _("A club needs a name.")


class ClubTextTooLong(Refused):
    code = "club_text_too_long"
    template = _("A club’s name has at most %(name)s characters, its address at most %(address)s.")


class NoSuchColour(Refused):
    code = "no_such_colour"
    template = _("Choose one of the colours.")


class NoSuchTimeZone(Refused):
    code = "no_such_time_zone"
    template = _("Choose one of the time zones.")


class LogoUnreadable(Refused):
    code = "logo_unreadable"
    template = _(
        "A logo is a picture (PNG, JPEG or WebP) of at most %(kilobytes)s kB and 16 million pixels. Save "
        "it as one of these, or smaller."
    )


@transaction.atomic
def change_club(
    *,
    club: Club,
    name: str,
    address: str,
    colour: str = ClubColour.FELT.value,
    time_zone: str = "",
    seen: Mapping[str, str] | None = None,
    by: Actor,
    at: datetime,
) -> None:
    """Store any changes and notify pages; a blank `time_zone` changes nothing.

    `seen` is what `profile_of` returned. Raises ClubNameMissing, ClubTextTooLong, NoSuchColour,
    NoSuchTimeZone, ChangedMeanwhile.
    """
    locked = lock_club(club.pk)
    before = profile_of(locked)
    after = {
        "name": one_line(name),
        "address": one_line(address),
        "colour": colour,
        "time_zone": time_zone or locked.time_zone,
    }
    _refuse_profile(before, after)
    if before == after:
        return
    refuse_concurrent_change(seen, before)
    for field, value in after.items():
        setattr(locked, field, value)
        setattr(club, field, value)
    locked.save(update_fields=[*after])
    notify_pages(locked)
    if any(before[field] != after[field] for field in IN_CALENDARS):
        revise_events(Tournament.objects.filter(club=locked), at=at)
        revise_events(Blueprint.objects.filter(club=locked), at=at)
    log_and_publish("club_changed", by=by, at=at, club=locked, before=before, after=after)


def profile_of(club: Club) -> dict[str, str]:
    return {
        "name": club.name,
        "address": club.address,
        "colour": club.colour,
        "time_zone": club.time_zone,
    }


def _refuse_profile(before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Raise ClubNameMissing, ClubTextTooLong, NoSuchColour, NoSuchTimeZone; the stored zone is allowed."""
    if not after["name"]:
        raise ClubNameMissing
    if len(after["name"]) > LONGEST_NAME or len(after["address"]) > LONGEST_ADDRESS:
        raise ClubTextTooLong(name=LONGEST_NAME, address=LONGEST_ADDRESS)
    if after["colour"] not in ClubColour.values:
        raise NoSuchColour
    if after["time_zone"] not in (before["time_zone"], *time_zones()):
        raise NoSuchTimeZone


def set_logo(*, club: Club, content: bytes, by: Actor, at: datetime) -> None:
    """Redraw it in two sizes. Raises LogoUnreadable, Busy."""
    try:
        picture = read_picture(content)  # before the transaction: reading a picture can take seconds
    except InvalidPicture as error:
        raise LogoUnreadable(kilobytes=MAX_BYTES // 1000) from error
    _store_logo(club=club, picture=picture, by=by, at=at)


@transaction.atomic
def _store_logo(*, club: Club, picture: Picture, by: Actor, at: datetime) -> None:
    """Store and log the logo, and notify pages; the same one again changes nothing."""
    locked = lock_club(club.pk)
    digest = hashlib.sha256(picture.large).hexdigest()[:16]
    if digest == locked.logo:
        return
    ClubLogo.objects.update_or_create(club=locked, defaults={"large": picture.large, "small": picture.small})
    locked.logo = club.logo = digest
    locked.save(update_fields=["logo"])
    notify_pages(locked)
    log_and_publish("club_logo_changed", by=by, at=at, club=locked)


@transaction.atomic
def remove_logo(*, club: Club, by: Actor, at: datetime) -> None:
    locked = lock_club(club.pk)
    if not locked.logo:
        return
    ClubLogo.objects.filter(club=locked).delete()
    locked.logo = club.logo = ""
    locked.save(update_fields=["logo"])
    notify_pages(locked)
    log_and_publish("club_logo_removed", by=by, at=at, club=locked)


def notify_pages(club: Club) -> None:
    """The caller locks the club."""
    for tournament in lock_rows(Tournament.objects.filter(club=club)).order_by("pk"):
        counters.notify_without_sweep(tournament)
