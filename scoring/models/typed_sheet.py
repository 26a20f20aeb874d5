from __future__ import annotations

from django.db import models

from tournaments.models import Encounter, User


class TypedSheet(models.Model):
    """A match as one user types it for double entry; `rows` are reports as JSON text, by deal."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="typed_sheets")
    match = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    rows = models.JSONField(default=dict)
    finished = models.BooleanField(default=False)
    typed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "match", "user"], name="typed_sheet_once_a_user")
        ]
