from __future__ import annotations

from django.db import models

from .people import Club


class ClubLogo(models.Model):
    """PNG in two sizes, redrawn by `tournaments.uploads.pictures`."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="pictures")
    large = models.BinaryField()
    small = models.BinaryField()
