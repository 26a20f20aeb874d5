from __future__ import annotations

import uuid

from django.db import models

from tournaments.enums import EntrantKind

from .common_settings import CommonSettings
from .people import Club
from .tournament import RuleBook


class SetupTemplate(CommonSettings):
    """`stages` and `sign_up` are JSON; the latter may be "". A club has at most one default."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="templates")
    name = models.CharField(max_length=60)
    rule_book = models.ForeignKey(RuleBook, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=EntrantKind)
    stages = models.TextField()
    tables = models.PositiveSmallIntegerField()
    sign_up = models.TextField(blank=True)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta(CommonSettings.Meta):
        constraints = [
            *CommonSettings.Meta.constraints,
            models.UniqueConstraint(fields=["club", "name"], name="template_name_once_a_club"),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(is_default=True), name="one_default_template_a_club"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=EntrantKind.values), name="template_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name
