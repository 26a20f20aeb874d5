from __future__ import annotations

import json
import uuid
from typing import Any

from django.db import models

from rules.games import game_of
from rules.localized_text import Text
from rules.rulings import RULING
from rules.score_lines import Line, lines_from_json
from rules.seat_events import SeatEventKind
from scoring.enums import EntryKind
from tournaments.enums import SideLetter
from tournaments.models import Keeper, Player, RuleBook, TableLink, User

from .match import Match
from .reasons import require_reason_codes, word_reason

PLAYED_KINDS = [kind for kind in EntryKind if kind != EntryKind.WITHDRAWAL]
"""A positive list, since excluding over a hand's nullable entry makes a database read all entries."""
FOLLOWS_PREFIX = "after:"
"""Prefix of the entry key of a version that follows the correction of an earlier hand."""
AMENDED_PREFIX = "amended:"
"""Prefix of the entry key of a version that follows an amendment of the rules."""


class HandQuerySet(models.QuerySet["Hand"]):
    def played(self) -> HandQuerySet:
        """Leave out withdrawn hands."""
        return self.filter(current__kind__in=PLAYED_KINDS)

    def counting(self) -> HandQuerySet:
        return self.played().filter(match__counts=True, counts=True)


class Hand(models.Model):
    """`counts` is false after an end by figures that a correction moved."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="hands")
    deal = models.PositiveSmallIntegerField()
    current = models.OneToOneField(
        "scoring.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="current_of"
    )

    counts = models.BooleanField(default=True)

    objects = HandQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "deal"], name="hand_deal_once")]


class Entry(models.Model):
    """A version of a hand; triggers refuse changes.

    A repeated `entry_key` finds its first result. Nothing is decided by `entered_at`, the phone's time. A
    withdrawal has no seats. `origin` is as in a log row.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="entries")
    version = models.PositiveSmallIntegerField()
    entry_key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=16, choices=EntryKind, default=EntryKind.REPORT)
    void = models.BooleanField()
    report = models.TextField()
    lines = models.TextField()
    multiplier = models.PositiveSmallIntegerField()
    rule_book = models.ForeignKey(RuleBook, on_delete=models.PROTECT, related_name="+")
    reason_codes = models.JSONField(default=list, blank=True, validators=[require_reason_codes])
    reason = models.CharField(max_length=200, blank=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    table_link = models.ForeignKey(
        TableLink, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    keeper = models.ForeignKey(Keeper, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=64, blank=True)
    received_at = models.DateTimeField()
    entered_at = models.DateTimeField(null=True, blank=True)
    seal_format = models.PositiveSmallIntegerField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    origin = models.TextField(null=True, blank=True)  # noqa: DJ001 - null for a row written by this installation

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "version"], name="entry_version_once"),
            models.CheckConstraint(condition=models.Q(kind__in=EntryKind.values), name="entry_kind_known"),
        ]

    @property
    def public_reason(self) -> str:
        """Blank if the entry `follows`; without a typed text that named an anonymous player."""
        if self.follows:
            return ""
        typed = "" if not self.reason or hasattr(self, "withheld") else self.reason
        return word_reason(self.reason_codes, typed)

    @property
    def has_reason(self) -> bool:
        return bool(self.reason_codes or self.reason)

    @property
    def by(self) -> str:
        """`staff`, `table` or `console`."""
        origin_ids = json.loads(self.origin) if self.origin else {}
        if self.user_id or origin_ids.get("user_id"):
            return "staff"
        return "table" if self.table_link_id or origin_ids.get("table_link_id") else "console"

    @property
    def follows(self) -> bool:
        """Whether only rescored after an earlier correction."""
        return self.entry_key.startswith(FOLLOWS_PREFIX)

    @property
    def report_data(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.report)
        return data

    @property
    def score_lines(self) -> list[Line]:
        """Their texts need the rule book."""
        return lines_from_json(self.lines, self._word_line)

    def _word_line(self, line: Line) -> Text:
        return game_of(self.rule_book.rule_set_id).word_line(line)

    @property
    def scored_by_rules(self) -> bool:
        """Whether no referee fixed the points or ordered a replay."""
        return all(line.rule != RULING for line in self.score_lines)


class WithheldReason(models.Model):
    """Hides an entry's typed reason that contains a name."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="withheld")


class EntrySeat(models.Model):
    """`points` is the sum of the seat's lines; where sides are charged, of each side's first seat."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    seat = models.CharField(max_length=2)
    side = models.CharField(max_length=1, choices=SideLetter)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    opening = models.CharField(max_length=8)
    points = models.IntegerField()
    infractions = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "seat"], name="entry_seat_once")]


class EntrySeatEvent(models.Model):
    """`what` is a code of the game."""

    seat = models.ForeignKey(EntrySeat, on_delete=models.PROTECT, related_name="seat_events")
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.value) for kind in SeatEventKind])
    what = models.CharField(max_length=64)
    times = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "kind", "what"], name="seat_deed_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind.value for kind in SeatEventKind]),
                name="seat_deed_kind_known",
            ),
            models.CheckConstraint(condition=models.Q(times__gte=1), name="seat_deed_happened"),
        ]
