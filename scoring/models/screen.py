"""The large screen of a tournament and its round clock, as facts: every screen shows the same."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import models

from scoring.enums import ExtraTime, SlideKind
from tournaments.models import Tournament


def all_kinds() -> list[str]:
    """Every kind of slide, in the order in which a new screen shows them."""
    return list(SlideKind.values)


class ScreenSettings(models.Model):
    """Which slides go round, in which order, how long each stays.

    `called` is the kind that the organizer wanted to see at once, and `calls` how often he did: a screen that
    finds another number goes there. While `holds`, it stays with that kind.
    """

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
    def all_in_order(self) -> list[SlideKind]:
        """Every kind in the chosen order; those of a later release than the row stand last."""
        known = [SlideKind(kind) for kind in self.order if kind in SlideKind.values]
        return known + [kind for kind in SlideKind if kind not in known]

    @property
    def shown(self) -> list[str]:
        """The chosen kinds in their order."""
        return [kind.value for kind in self.all_in_order if kind.value in self.kinds]

    @property
    def chosen(self) -> str:
        """What is chosen, in one word: somebody who looked at another one did not see what is set now."""
        return "/".join([",".join(self.all_in_order), ",".join(self.shown), str(self.seconds)])


class NoticeQuerySet(models.QuerySet["Notice"]):
    def up(self, at: datetime) -> NoticeQuerySet:
        """Those that are to be read at a moment, the oldest first."""
        standing = self.filter(models.Q(until=None) | models.Q(until__gt=at), removed_at=None)
        return standing.order_by("put_up_at", "pk")


class Notice(models.Model):
    """A sentence of the organizer's on the screen, until a moment or until he removes it."""

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
    """The clock of a round, one at a time in a tournament; times are in seconds.

    It ends `length` + `added` + `rested` after `started_at`; `rested` are the pauses that are over. Then
    comes what was agreed: `extra`, of `extra_amount` minutes or hands. `warnings` are minutes before the end.
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
    rested = models.PositiveIntegerField(default=0)
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
        """What tells it from the tournament's other clocks."""
        return self.started_at.isoformat()

    @property
    def ends_at(self) -> datetime:
        """When the time is up; of a clock that rests, had it not been stopped."""
        return self.started_at + timedelta(seconds=self.length + self.added + self.rested)

    @property
    def extra_ends_at(self) -> datetime | None:
        """When the extra minutes are over too; None where there are none."""
        if self.extra != ExtraTime.MINUTES:
            return None
        return self.ends_at + timedelta(minutes=self.extra_amount)

    def left(self, at: datetime) -> int:
        """Seconds to the end at a moment, less than 0 after it; a clock that rests stands still."""
        return round((self.ends_at - (self.paused_at or at)).total_seconds())
