from __future__ import annotations

import uuid

from django.db import models

from tournaments.enums import SideLetter
from tournaments.models import Encounter


class Match(models.Model):
    """`winner` follows from the ledger; needless matches don't count."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=1, choices=SideLetter, null=True, blank=True)  # noqa: DJ001 - null until won
    counts = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "number"], name="match_number_once")]
