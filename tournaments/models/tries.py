"""How often something was tried that can be guessed."""

from __future__ import annotations

from django.db import models


class Tries(models.Model):
    """Tries at one thing that is counted, of which only a digest is kept; old ones are swept away."""

    digest = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)
