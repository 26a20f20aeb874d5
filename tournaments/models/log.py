from __future__ import annotations

from django.db import models

from .people import Club, User
from .table import Keeper, SidesLink, TableLink
from .tournament import Tournament


class LogRow(models.Model):
    """One domain call. Triggers allow inserts only.

    `texts_digest` seals the original `before` and `after`. `origin`: JSON of an imported row's sealed facts
    without column.
    """

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="log", db_index=False
    )
    at = models.DateTimeField()
    action = models.CharField(max_length=48)
    subject = models.CharField(max_length=64, blank=True)
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    table_link = models.ForeignKey(
        TableLink, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    sides_link = models.ForeignKey(
        SidesLink, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    keeper = models.ForeignKey(Keeper, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=64, blank=True)
    texts_digest = models.CharField(max_length=64, blank=True)
    seal_format = models.PositiveSmallIntegerField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    origin = models.TextField(null=True, blank=True)  # noqa: DJ001 - null for a local row

    class Meta:
        indexes = [models.Index(fields=["tournament", "id"], name="log_of_tournament")]
