from __future__ import annotations

from django.db import models

from .table import new_token
from .tournament import Tournament


class CheckIn(models.Model):
    """A code from `secret` proves presence; if `changing`, it changes every few minutes.

    `screen_code` opens the room's screen without an account. Renewing one leaves the other.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="check_in")
    is_open = models.BooleanField(default=False)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True, blank=True)
    changing = models.BooleanField(default=True)
    secret = models.CharField(max_length=64)
    screen_code = models.CharField(max_length=32, unique=True, default=new_token)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closes_at=None) | models.Q(closes_at__gt=models.F("opens_at")),
                name="check_in_ends_after_it_begins",
            ),
        ]
