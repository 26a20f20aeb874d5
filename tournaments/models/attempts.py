from __future__ import annotations

from django.db import models


class AttemptCounter(models.Model):
    digest = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)
