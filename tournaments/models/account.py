from __future__ import annotations

import uuid
from datetime import datetime

from django.db import models

from tournaments.enums import AccountLinkKind

from .people import Club, User, expire_unused, unused_condition


class SessionRecord(models.Model):
    """`device` is the user agent."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="signed_in")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="signed_in")
    device = models.CharField(max_length=200, blank=True, default="")
    since = models.DateTimeField()
    seen_at = models.DateTimeField()


class AccountLinkQuerySet(models.QuerySet["AccountLink"]):
    def valid(self, at: datetime) -> AccountLinkQuerySet:
        return self.unused(at).filter(user__is_active=True)

    def unused(self, at: datetime) -> AccountLinkQuerySet:
        """Own columns only: PostgreSQL checks them again after a wait."""
        return self.filter(unused_condition(at))

    def end(self) -> int:
        return expire_unused(self)


class AccountLink(models.Model):
    """Confirms `email`; with `by_hand` a person hands it over."""

    kind = models.CharField(max_length=8, choices=AccountLinkKind)
    code_digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="links")
    email = models.EmailField(blank=True, default="")
    by_hand = models.BooleanField(default=False)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    objects = AccountLinkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=AccountLinkKind.values), name="account_link_kind_known"
            )
        ]


class PasswordRequest(models.Model):
    """Deleted by its task."""

    email = models.EmailField()
    language = models.CharField(max_length=8)
    asked_at = models.DateTimeField()


class SecondStep(models.Model):
    """Codes up to `last_counter` are used or too old."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_step")
    secret = models.CharField(max_length=64)
    last_counter = models.BigIntegerField(default=0)
    since = models.DateTimeField()


class RecoveryCode(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="recovery_code_once")]


class Passkey(models.Model):
    """`credential` verifies the key; not secret."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    credential_id = models.CharField(max_length=1400, unique=True)
    credential = models.BinaryField()
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
