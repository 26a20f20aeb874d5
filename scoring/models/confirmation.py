from __future__ import annotations

import uuid

from django.db import models

from scoring.enums import CallState
from tournaments.enums import SideLetter
from tournaments.models import Encounter, Keeper, Player, SidesLink, Table, TableLink, Tournament, User

from .hand import Entry, Hand
from .match import Match
from .reasons import require_reason_codes, word_reason


class Confirmation(models.Model):
    """A side confirms the first `deal` deals; append-only.

    `seal` is the digest of their current entries: after a correction it confirms nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="confirmations")
    deal = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=1, choices=SideLetter)
    seal = models.CharField(max_length=64)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    table_link = models.ForeignKey(
        TableLink, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    sides_link = models.ForeignKey(
        SidesLink, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    device = models.CharField(max_length=64, blank=True)
    device_id = models.CharField(max_length=32, blank=True)
    seal_format = models.PositiveSmallIntegerField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    origin = models.TextField(null=True, blank=True)  # noqa: DJ001 - null for a row written by this installation

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "seal"], name="confirmation_once"),
            models.CheckConstraint(
                condition=models.Q(side__in=SideLetter.values), name="confirmation_side_known"
            ),
        ]


class Call(models.Model):
    """With a `side`, a protest about a hand; `ruling` is the resulting version.

    `encounter` is empty after the draw was undone.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    encounter = models.ForeignKey(
        Encounter, null=True, blank=True, on_delete=models.SET_NULL, related_name="calls"
    )
    hand = models.ForeignKey(Hand, null=True, blank=True, on_delete=models.PROTECT, related_name="calls")
    side = models.CharField(max_length=1, choices=SideLetter, blank=True)
    question = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=8, choices=CallState, default=CallState.OPEN)
    asked_at = models.DateTimeField()
    asked_by_user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    keeper = models.ForeignKey(Keeper, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    device_id = models.CharField(max_length=32, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    answer_codes = models.JSONField(default=list, blank=True, validators=[require_reason_codes])
    answer = models.CharField(max_length=300, blank=True)
    ruling = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=CallState.values), name="call_state_known"),
            models.CheckConstraint(
                condition=models.Q(side="") | models.Q(hand__isnull=False), name="protest_hangs_on_hand"
            ),
        ]

    @property
    def answer_text(self) -> str:
        return word_reason(self.answer_codes, self.answer)

    @property
    def is_answered(self) -> bool:
        return bool(self.answer_codes or self.answer)

    @property
    def protest(self) -> bool:
        return bool(self.side)


class ProtestWindowSweep(models.Model):
    """`swept_at` is the last sweep, `next_end` the next end of a window."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="protest_window_sweep"
    )
    swept_at = models.DateTimeField()
    next_end = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_end"], condition=models.Q(next_end__isnull=False), name="window_by_end"
            )
        ]
