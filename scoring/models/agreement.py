"""What the sides of a table say of its hands, and what they ask the referee."""

from __future__ import annotations

import uuid

from django.db import models

from scoring.enums import CallState
from tournaments.enums import SideLetter
from tournaments.models import Encounter, Keeper, Player, SidesLink, Table, TableLink, Tournament, User

from .hand import Entry, Hand
from .match import Match
from .reasons import with_chosen_read


class Confirmation(models.Model):
    """A side says that the first `deal` deals of a match are as they were played. Rows are only ever added.

    `seal` is the digest of these deals' current entries at that moment: once one of them is corrected, the
    row says nothing any more. `player` is who confirmed, `device_id` on which browser. `origin` is as that
    of a log row.
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
    origin = models.TextField(null=True, blank=True)  # noqa: DJ001 - null for a row of this house

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "seal"], name="confirmation_once"),
            models.CheckConstraint(
                condition=models.Q(side__in=SideLetter.values), name="confirmation_side_known"
            ),
        ]


class Call(models.Model):
    """Somebody at a table asks for the referee. One that bears a `side` is a protest and hangs on a hand.

    `player` is who protests, as he said on his phone.

    open → taken (by a referee who is on his way) → closed, with an answer; `ruling` is the version of a hand
    that it ended in, if any: a ruling, or a correction by the referee. `encounter` is empty once the draw was
    taken back.
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
    def told_answer(self) -> str:
        """The answer as it is read; one that a correction gave speaks the reader's language."""
        return with_chosen_read(self.answer)

    @property
    def protest(self) -> bool:
        return bool(self.side)


class WindowsTold(models.Model):
    """How far the pages of a tournament were told of protest windows that end by themselves.

    `told_at` is when a sweep looked last; the next window that is still open ends at `next_end`.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="windows_told")
    told_at = models.DateTimeField()
    next_end = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_end"], condition=models.Q(next_end__isnull=False), name="window_by_end"
            )
        ]
