from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import models

from scoring.enums import ExtraTime, SlideKind
from tournaments.models import Tournament


def all_kinds() -> list[str]:
    return list(SlideKind.values)


class ScreenSettings(models.Model):
    """A screen that sees another number of `calls` jumps to `called`, and stays while `holds`."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="screen")
    kinds = models.JSONField(default=all_kinds)
    order = models.JSONField(default=all_kinds)
    seconds = models.PositiveSmallIntegerField(default=12)
    called = models.CharField(max_length=16, choices=SlideKind, blank=True)
    calls = models.PositiveIntegerField(default=0)
    holds = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(called="") | models.Q(called__in=SlideKind.values),
                name="screen_called_known",
            ),
            models.CheckConstraint(
                condition=models.Q(holds=False) | ~models.Q(called=""), name="screen_holds_something"
            ),
        ]

    @property
    def ordered_kinds(self) -> list[SlideKind]:
        known_kinds = [SlideKind(kind) for kind in self.order if kind in SlideKind.values]
        return known_kinds + [kind for kind in SlideKind if kind not in known_kinds]

    @property
    def shown_kinds(self) -> list[str]:
        return [kind.value for kind in self.ordered_kinds if kind.value in self.kinds]

    @property
    def settings_token(self) -> str:
        """Reveals a form based on older settings."""
        return "/".join([",".join(self.ordered_kinds), ",".join(self.shown_kinds), str(self.seconds)])


class NoticeQuerySet(models.QuerySet["Notice"]):
    def visible_at(self, at: datetime) -> NoticeQuerySet:
        visible = self.filter(models.Q(until=None) | models.Q(until__gt=at), removed_at=None)
        return visible.order_by("put_up_at", "pk")


class Notice(models.Model):
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="notices")
    text = models.CharField(max_length=200)
    put_up_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["until"],
                condition=models.Q(until__isnull=False, removed_at=None),
                name="notice_by_end",
            )
        ]


class RoundClock(models.Model):
    """Times in seconds, `warnings` in minutes before the end.

    It ends `length` + `added` + `paused_seconds` (of finished pauses) after `started_at`. Then comes `extra`,
    of `extra_amount` minutes or hands.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="clocks")
    title = models.CharField(max_length=60, blank=True)
    length = models.PositiveIntegerField()
    added = models.IntegerField(default=0)
    warnings = models.JSONField(default=list)
    extra = models.CharField(max_length=8, choices=ExtraTime, default=ExtraTime.COUNTS)
    extra_amount = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(stopped_at=None), name="round_clock_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=models.Q(extra__in=ExtraTime.values), name="round_clock_extra_known"
            ),
        ]

    @property
    def key(self) -> str:
        return self.started_at.isoformat()

    @property
    def ends_at(self) -> datetime:
        """Without a current pause."""
        return self.started_at + timedelta(seconds=self.length + self.added + self.paused_seconds)

    @property
    def extra_ends_at(self) -> datetime | None:
        if self.extra != ExtraTime.MINUTES:
            return None
        return self.ends_at + timedelta(minutes=self.extra_amount)

    def seconds_left(self, at: datetime) -> int:
        """Negative after the end."""
        return round((self.ends_at - (self.paused_at or at)).total_seconds())
