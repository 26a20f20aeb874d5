from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.enums import MailKind, MailProblem, MailState

from .sign_up import Application


class Mail(models.Model):
    """The unique `key` prevents sending twice.

    During an attempt `due_at` is the end of the lease. Address, subject and text are deleted after the last
    attempt, at `until` at the latest.
    """

    key = models.CharField(max_length=80, unique=True)
    kind = models.PositiveSmallIntegerField(
        choices=MailKind, default=MailKind.ACCOUNT, db_default=MailKind.ACCOUNT
    )
    application = models.ForeignKey(
        Application, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    to = models.EmailField(blank=True, default="")
    subject = models.CharField(max_length=200, blank=True, default="")
    text = models.TextField(blank=True, default="")
    state = models.CharField(max_length=8, choices=MailState, default=MailState.WAITING)
    problem = models.CharField(max_length=12, choices=MailProblem, blank=True, default="", db_default="")
    tries = models.PositiveSmallIntegerField(default=0)
    queued_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=MailState.values), name="mail_state_known"),
            models.CheckConstraint(condition=Q(kind__in=MailKind.values), name="mail_kind_known"),
            models.CheckConstraint(
                condition=(Q(state=MailState.NOT_SENT) & Q(problem__in=MailProblem.values))
                | (~Q(state=MailState.NOT_SENT) & Q(problem="")),
                name="mail_not_sent_has_a_problem",
            ),
        ]
        indexes = [models.Index(fields=["kind", "queued_at"], name="mails_by_kind")]
