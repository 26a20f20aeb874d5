from __future__ import annotations

import re
import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from .people import Club
from .template import SetupTemplate
from .tournament import Tournament

DATE_PLACEHOLDERS = ("{tarih}", "{date}")
"""Placeholders for the date in a name."""
_DATE_PLACEHOLDER_PATTERN = re.compile(
    rf"[\s,·–-]*(?:{'|'.join(map(re.escape, DATE_PLACEHOLDERS))})[\s,·–-]*"
)


class Series(models.Model):
    """On some weekdays (digits, Monday is 0), every `every` weeks from `first_day`.

    `name` has DAY_WORDS in place of the date. An evening copies the template, or the previous one, the first
    `like`. `ends` before `begins` is on the next day.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="series")
    name = models.CharField(_("name"), max_length=100)
    weekdays = models.CharField(max_length=7)
    every = models.PositiveSmallIntegerField(default=1)
    first_day = models.DateField()
    begins = models.TimeField()
    ends = models.TimeField()
    template = models.ForeignKey(
        SetupTemplate, null=True, blank=True, on_delete=models.PROTECT, related_name="series"
    )
    like = models.ForeignKey(Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    revision = models.PositiveBigIntegerField(default=0)
    revised_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(template__isnull=False)
                | models.Q(like__isnull=False)
                | models.Q(ended_at__isnull=False),
                name="series_begins_with_something",
            ),
            models.CheckConstraint(
                condition=models.Q(every__gte=1) & ~models.Q(weekdays=""), name="series_has_days"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return _DATE_PLACEHOLDER_PATTERN.sub(" ", self.name).strip() or self.name

    @property
    def days_of_week(self) -> tuple[int, ...]:
        return tuple(map(int, self.weekdays))


class Evening(models.Model):
    """A night that was created, that an organizer skipped, or, if neither, that the series dropped."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="evenings")
    day = models.DateField()
    tournament = models.OneToOneField(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="evening"
    )
    skipped = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "day"], name="evening_made_once"),
            models.CheckConstraint(
                condition=models.Q(skipped=False) | models.Q(tournament=None), name="evening_made_or_skipped"
            ),
        ]
