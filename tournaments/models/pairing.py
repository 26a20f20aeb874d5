from __future__ import annotations

from django.db import models

from .stage import Stage


class RoundJob(models.Model):
    """A round's pairing by a worker; other inputs reuse the row.

    `done` of `total` entrants were placed at `moved_at`. It ends with `drawn`, or the reason `failed`.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="round_jobs")
    round = models.PositiveSmallIntegerField()
    inputs = models.TextField()
    drawn = models.TextField(blank=True)
    failed = models.CharField(max_length=200, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    asked_at = models.DateTimeField()
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "round"], name="round_job_once")]
