"""The picture by which a club is known."""

from __future__ import annotations

from django.db import models

from .people import Club


class ClubLogo(models.Model):
    """PNG in two sizes, as `tournaments.uploads.pictures` drew it anew; the club knows its digest."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="pictures")
    large = models.BinaryField()
    small = models.BinaryField()
