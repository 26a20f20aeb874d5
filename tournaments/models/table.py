"""Tables of the room, and the links by which their phones enter hands."""

from __future__ import annotations

import secrets
import uuid

from django.db import models

from .tournament import Tournament


def new_token() -> str:
    """A 128-bit token that fits a QR code and a URL."""
    return secrets.token_urlsafe(16)


class Table(models.Model):
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return str(self.number)


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
