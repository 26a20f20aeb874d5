from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from tournaments.accounts.domain import club_members
from tournaments.database.row_locks import lock_rows
from tournaments.enums import Role
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import (
    AccountLink,
    Club,
    Mail,
    Membership,
    Passkey,
    PasswordRequest,
    RecoveryCode,
    SecondStep,
    User,
)

from . import sessions


class _ClubJoined(Exception):  # noqa: N818 - a reason to retry
    """Clubs are locked before the user: a new club needs new locks."""


def solely_owned_clubs(*, user: User) -> list[Club]:
    owners = Membership.objects.filter(role=Role.OWNER, tournament=None)
    co_owned = owners.exclude(user=user).filter(user__is_active=True).values("club")
    return list(
        Club.objects.filter(pk__in=owners.filter(user=user).values("club"))
        .exclude(pk__in=co_owned)
        .order_by("pk")
    )


def close(*, user: User, at: datetime) -> None:
    """The log stays. Raises LastOwner, AccountChanged."""
    while True:
        with suppress(_ClubJoined), transaction.atomic():
            return _lock_and_close(user, at)


def _lock_and_close(user: User, at: datetime) -> None:
    """Leave all clubs, delete credentials and mails to the address; anonymize and deactivate the account.

    Raises LastOwner, AccountChanged; _ClubJoined, to be retried, if a club was joined meanwhile.
    """
    by = Actor(user=user)
    own_memberships = Membership.objects.filter(user=user)
    clubs = {
        club.pk
        for club in lock_rows(Club.objects.filter(pk__in=own_memberships.values("club"))).order_by("pk")
    }
    user.email = club_members.lock_account(user).email
    memberships = own_memberships.select_related("club", "user").order_by("club_id", "pk")
    if any(membership.club_id not in clubs for membership in memberships):
        raise _ClubJoined
    for membership in memberships:
        club_members.remove_member(membership=membership, by=by, at=at)
    Mail.objects.filter(to__iexact=user.email).delete()
    PasswordRequest.objects.filter(email=user.email).delete()
    AccountLink.objects.filter(user=user).delete()
    SecondStep.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    sessions.end_all(user=user)
    log_and_publish("account_closed", by=by, at=at, subject=user.pk)
    user.name, user.email, user.is_active = f"#{user.pk}", f"{user.pk}@closed.invalid", False
    user.set_unusable_password()
    user.save(update_fields=["name", "email", "is_active", "password"])
