from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.enums import ClubColour, NameDisplay, Role
from tournaments.naming.email_addresses import normalize_email

if TYPE_CHECKING:
    from .account import AccountLink


def unused_condition(at: datetime) -> models.Q:
    """Exclude links created while a clock was ahead."""
    return models.Q(
        used_at=None,
        expires_at__gt=at,
        created_at__lte=at + CLOCK_TOLERANCE,
        created_at__lt=models.F("expires_at"),
    )


def expire_unused(links: models.QuerySet[Invitation] | models.QuerySet[AccountLink]) -> int:
    """One lock order: overlapping calls don't deadlock."""
    active = links.filter(used_at=None, created_at__lt=models.F("expires_at"))
    locked = active.select_for_update(no_key=True).order_by("pk")
    keys = list(locked.values_list("pk", flat=True))
    return active.filter(pk__in=keys).update(expires_at=models.F("created_at"))


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=normalize_email(username or ""))

    def create_user(self, *, email: str, name: str, password: str, **extra: Any) -> User:
        user = self.model(email=normalize_email(email), name=name, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """Rights come from memberships only."""

    email = models.EmailField(_("e-mail"))
    name = models.CharField(_("name"), max_length=120)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_once")]

    def __str__(self) -> str:
        return self.name


DEFAULT_RETENTION_MONTHS, MIN_RETENTION_MONTHS, MAX_RETENTION_MONTHS = 24, 6, 120
"""Months contact details are kept after the last play: default, minimum, maximum."""


class Club(models.Model):
    """`names_shown`: public form of new players' names; `logo`: digest or "".

    Contact details are deleted `forget_months` after the last play or change.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("club"), max_length=120)
    address = models.CharField(max_length=200, blank=True, default="", db_default="")
    logo = models.CharField(max_length=16, blank=True, default="", db_default="")
    colour = models.CharField(
        max_length=8, choices=ClubColour, blank=True, default=ClubColour.FELT, db_default=""
    )
    time_zone = models.CharField(max_length=64, default="Europe/Istanbul")
    names_shown = models.CharField(max_length=8, choices=NameDisplay, default=NameDisplay.FULL)
    forget_months = models.PositiveSmallIntegerField(
        default=DEFAULT_RETENTION_MONTHS, db_default=DEFAULT_RETENTION_MONTHS
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(forget_months__range=(MIN_RETENTION_MONTHS, MAX_RETENTION_MONTHS)),
                name="club_forgets_within_years",
            ),
            models.CheckConstraint(
                condition=models.Q(names_shown__in=[NameDisplay.FULL, NameDisplay.INITIAL]),
                name="club_names_shown_known",
            ),
            models.CheckConstraint(
                condition=models.Q(colour__in=ClubColour.values), name="club_colour_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """In a club, or in one of its tournaments only."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=16, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "club"], condition=models.Q(tournament=None), name="membership_once_a_club"
            ),
            models.UniqueConstraint(
                fields=["user", "tournament"],
                condition=models.Q(tournament__isnull=False),
                name="membership_once_a_tournament",
            ),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def valid(self, at: datetime) -> InvitationQuerySet:
        """Select unused, unexpired invitations whose sender, if any, still owns the club, if any."""
        owners = Membership.objects.filter(
            club=models.OuterRef("club"),
            user=models.OuterRef("invited_by"),
            role=Role.OWNER,
            tournament=None,
            user__is_active=True,
        )
        by_owner = models.Q(club=None) | models.Q(invited_by=None) | models.Exists(owners)
        return self.unused(at).filter(by_owner)

    def unused(self, at: datetime) -> InvitationQuerySet:
        return self.filter(unused_condition(at))

    def end(self) -> int:
        return expire_unused(self)


class Invitation(models.Model):
    """To join or found a club."""

    token_digest = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    role = models.CharField(max_length=16, choices=Role)
    invited_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invitation_role_known")
        ]
