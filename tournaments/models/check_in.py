from __future__ import annotations

from django.db import models

from .tournament import Tournament


class CheckIn(models.Model):
    """A code from `secret` proves presence; if `changing`, it changes every few minutes."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="check_in")
    is_open = models.BooleanField(default=False)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True, blank=True)
    changing = models.BooleanField(default=True)
    secret = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closes_at=None) | models.Q(closes_at__gt=models.F("opens_at")),
                name="check_in_ends_after_it_begins",
            ),
        ]
