"""Tables of the room, the links by which their phones enter hands and players agree, and who keeps them."""

from __future__ import annotations

import secrets
import uuid

from django.db import models

from .tournament import Tournament

MOST_TABLES = 64
"""So many a tournament has at most, closed ones among them."""


def new_token() -> str:
    """A 128-bit token that fits a QR code and a URL."""
    return secrets.token_urlsafe(16)


SHORT_CODE_LETTERS = "ACDEFHJKLMNPRTUVXY34679"
SHORT_CODE_LENGTH = 8


def new_short_code() -> str:
    """A code to be read aloud and typed: no letter that looks or sounds like another."""
    return "".join(secrets.choice(SHORT_CODE_LETTERS) for _place in range(SHORT_CODE_LENGTH))


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> TableQuerySet:
        """Those that are not closed."""
        return self.filter(closed_at=None)


class Table(models.Model):
    """A table of the room. One that is closed takes nothing more; it can be opened again."""

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
    """The secret of a table's QR code. A table has at most one that is not revoked."""

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
    """The secret of a table's second QR code, by which the sides look at its hands and confirm them.

    `short_code` leads to the same place for whoever types it. A table has at most one that is not revoked.
    """

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
    """Who enters a table's hands, under the name he typed, on one device, until somebody takes over.

    `device_id` is the random name that a browser was given, `device` what it says of itself.
    """

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
