from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models

from tournaments.clock_tolerance import recent_condition
from tournaments.enums import PartnerRequestState

from .sign_up import Application

ANSWER_PERIOD = timedelta(days=2)
"""How long a request can be answered."""


class PartnerRequestQuerySet(models.QuerySet["PartnerRequest"]):
    def answerable_at(self, at: datetime) -> PartnerRequestQuerySet:
        return self.filter(
            recent_condition("asked_at", at=at, within=ANSWER_PERIOD), state=PartnerRequestState.OPEN
        )


class PartnerRequest(models.Model):
    """One row for each two applications."""

    asker = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="asks")
    asked = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="asked_by")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=16, choices=PartnerRequestState, default=PartnerRequestState.OPEN)

    objects = PartnerRequestQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["asker", "asked"], name="partner_request_once"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="nobody_asks_himself"),
            models.CheckConstraint(
                condition=models.Q(state__in=PartnerRequestState.values),
                name="partner_request_state_known",
            ),
        ]
