from __future__ import annotations

import secrets
import uuid

from django.db import models

from .tournament import Tournament

MOST_TABLES = 64
"""Including closed tables."""


def new_token() -> str:
    """128 bits."""
    return secrets.token_urlsafe(16)


SHORT_CODE_LETTERS = "ACDEFHJKLMNPRTUVXY34679"
SHORT_CODE_LENGTH = 8


def new_short_code() -> str:
    """No letters look or sound alike."""
    return "".join(secrets.choice(SHORT_CODE_LETTERS) for _place in range(SHORT_CODE_LENGTH))


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> TableQuerySet:
        return self.filter(closed_at=None)


class Table(models.Model):
    """A closed table takes no encounters."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = TableQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def closed(self) -> bool:
        return self.closed_at is not None


class TableLink(models.Model):
    """At most one is not revoked."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(revoked_at=None), name="table_link_one_valid"
            )
        ]


class SidesLink(models.Model):
    """For the sides to confirm hands; at most one is not revoked."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sides_links")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    short_code = models.CharField(max_length=8, unique=True, default=new_short_code)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(revoked_at=None), name="sides_link_one_valid"
            )
        ]


class Keeper(models.Model):
    """`device_id`: the browser's random name; `device`: its user agent."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="keepers")
    name = models.CharField(max_length=60)
    device_id = models.CharField(max_length=32)
    device = models.CharField(max_length=64, blank=True)
    since = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(ended_at=None), name="table_keeper_one_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return self.name
