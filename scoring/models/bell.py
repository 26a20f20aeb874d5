from __future__ import annotations

import uuid

from django.db import models

from tournaments.enums import Part
from tournaments.models import Stage, User


class BellQuerySet(models.QuerySet["Bell"]):
    def in_force(self) -> BellQuerySet:
        return self.filter(taken_back_at=None)


class Bell(models.Model):
    """`key` makes a double tap ring once; without a user, the clock rang it.

    A bell taken back remains, so that the clock doesn't ring it again.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="bells")
    part = models.CharField(max_length=8, choices=Part, default=Part.MAIN)
    round = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64, unique=True)
    rung_at = models.DateTimeField()
    rung_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    objects = BellQuerySet.as_manager()
