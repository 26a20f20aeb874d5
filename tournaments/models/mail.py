"""What is to be sent by mail."""

from __future__ import annotations

from django.db import models

from tournaments.enums import MailState


class Mail(models.Model):
    """A mail that waits or has been sent; then its row keeps only that it was, lest it be sent twice.

    `key` says what it is about. Address, subject and text are gone once nothing more is tried,
    after `until` at the latest.
    """

    key = models.CharField(max_length=80, unique=True)
    to = models.EmailField(blank=True, default="")
    subject = models.CharField(max_length=200, blank=True, default="")
    text = models.TextField(blank=True, default="")
    state = models.CharField(max_length=8, choices=MailState, default=MailState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    put_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=MailState.values), name="mail_state_known")
        ]
