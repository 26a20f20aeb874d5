from __future__ import annotations

import re
import uuid
from collections.abc import Mapping

from django.db import models

from tournaments.enums import EntrantKind

from .common_settings import CommonSettings
from .people import Club
from .tournament import RuleBook, Tournament

DATE_PLACEHOLDERS: Mapping[str, str] = {"tr": "{tarih}", "en": "{date}"}
"""Placeholders for the date in a name, by language."""
_DATE_PLACEHOLDER_PATTERN = re.compile(
    rf"[\s,·–-]*(?:{'|'.join(map(re.escape, DATE_PLACEHOLDERS.values()))})[\s,·–-]*"
)


class BlueprintQuerySet(models.QuerySet["Blueprint"]):
    def in_use(self) -> BlueprintQuerySet:
        return self.filter(ended_at=None)

    def series(self) -> BlueprintQuerySet:
        """Return those that repeat, or did."""
        return self.filter(~models.Q(weekdays="") | models.Q(evenings__isnull=False)).distinct()


class Blueprint(CommonSettings):
    """What a club's tournaments start from; its users call it a template.

    `stages` and `sign_up` are JSON; the latter may be "". `slides` are those of the large screen, {} for the
    usual ones. `name` may have a placeholder for the date. A tournament takes `days` days. A club has at most
    one default.

    With `weekdays` (digits, Monday is 0) it repeats every `every` weeks from `first_day`: a series of
    evenings. `ends` before `begins` is on the next day. If each evening is `like_previous`, it copies the one
    before, the first one `made_from`, rather than the blueprint.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="blueprints")
    name = models.CharField(max_length=100)
    rule_book = models.ForeignKey(RuleBook, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=EntrantKind)
    stages = models.TextField()
    tables = models.PositiveSmallIntegerField()
    days = models.PositiveSmallIntegerField(default=1)
    sign_up = models.TextField(blank=True)
    slides = models.JSONField(default=dict)
    is_default = models.BooleanField(default=False)
    made_from = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    weekdays = models.CharField(max_length=7, blank=True)
    every = models.PositiveSmallIntegerField(default=1)
    first_day = models.DateField(null=True, blank=True)
    like_previous = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    revision = models.PositiveBigIntegerField(default=0)
    revised_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = BlueprintQuerySet.as_manager()

    class Meta(CommonSettings.Meta):
        constraints = [
            *CommonSettings.Meta.constraints,
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=models.Q(ended_at=None),
                name="blueprint_name_once_a_club",
            ),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(is_default=True), name="one_default_blueprint_a_club"
            ),
            models.CheckConstraint(
                condition=models.Q(is_default=False) | models.Q(ended_at=None),
                name="blueprint_default_in_use",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=EntrantKind.values), name="blueprint_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(weekdays="")
                | models.Q(first_day__isnull=False, begins__isnull=False, ends__isnull=False),
                name="blueprint_repeats_at_hours",
            ),
            models.CheckConstraint(condition=models.Q(every__gte=1, days__gte=1), name="blueprint_has_days"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return _DATE_PLACEHOLDER_PATTERN.sub(" ", self.name).strip() or self.name

    @property
    def is_stored(self) -> bool:
        return not self._state.adding

    @property
    def repeats(self) -> bool:
        return bool(self.weekdays) and self.ended_at is None

    @property
    def days_of_week(self) -> tuple[int, ...]:
        return tuple(map(int, self.weekdays))

    @property
    def is_copied_from_previous(self) -> bool:
        return self.repeats and self.like_previous


class Evening(models.Model):
    """A night that was created, that an organizer skipped, or, if neither, that the series dropped."""

    blueprint = models.ForeignKey(Blueprint, on_delete=models.CASCADE, related_name="evenings")
    day = models.DateField()
    tournament = models.OneToOneField(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="evening"
    )
    skipped = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blueprint", "day"], name="evening_made_once"),
            models.CheckConstraint(
                condition=models.Q(skipped=False) | models.Q(tournament=None), name="evening_made_or_skipped"
            ),
        ]
