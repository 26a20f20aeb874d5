"""Standings as pages show them: a read model updated by a task; no decision is based on it."""

from __future__ import annotations

from django.db import models

from scoring.enums import Outlook
from tournaments.models import Entrant, Group, Stage


class KeptTableQuerySet(models.QuerySet["KeptTable"]):
    def stale(self) -> KeptTableQuerySet:
        return self.filter(as_of__lt=models.F("moved") + models.F("group__stage__ledger_version"))


class KeptTable(models.Model):
    """The version of a group's ledger, and the version that its standings rows show.

    `moved` counts writes to the hands of this group alone. Its sum with the stage's `ledger_version`, which
    counts writes that concern all groups, is the version of the group's ledger; `as_of` is the version that
    the rows show, and `hands` is the number of hands behind them.
    """

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="kept_table")
    moved = models.PositiveBigIntegerField(default=0)
    as_of = models.PositiveBigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    refreshed_at = models.DateTimeField(null=True, blank=True)

    objects = KeptTableQuerySet.as_manager()


class Standing(models.Model):
    """An entrant's row in its group; `reasons` explain its rank in both languages.

    `hands` are only counted at tables of four; `strength` is the number of encounters its opponents have won.
    `outlook` is what it can still reach, an estimate unless `exact`; `needs` says in both languages what it
    needs in a last round. If the best placed of a rank advance, `across_place` and `across_rank` are its
    place and rank across groups.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="standings")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="standings")
    place = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    tied = models.BooleanField(default=False)
    encounters_played = models.PositiveSmallIntegerField(default=0)
    encounters_won = models.PositiveSmallIntegerField(default=0)
    matches_won = models.PositiveSmallIntegerField(default=0)
    matches_lost = models.PositiveSmallIntegerField(default=0)
    penalties = models.IntegerField(default=0)
    opponents_penalties = models.IntegerField(default=0)
    infractions = models.PositiveIntegerField(default=0)
    unopened = models.PositiveIntegerField(default=0)
    finishes = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    strength = models.PositiveIntegerField(default=0)
    byes = models.PositiveSmallIntegerField(default=0)
    qualified = models.BooleanField(default=False)
    reasons = models.JSONField(default=list)
    outlook = models.CharField(max_length=16, choices=Outlook, blank=True)
    exact = models.BooleanField(default=False)
    needs = models.JSONField(null=True, blank=True)
    across_place = models.PositiveSmallIntegerField(null=True, blank=True)
    across_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    across_reasons = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="standing_once"),
            models.CheckConstraint(
                condition=models.Q(outlook="") | models.Q(outlook__in=Outlook.values),
                name="standing_outlook_known",
            ),
        ]

    @property
    def average(self) -> int:
        return self.opponents_penalties - self.penalties

    @property
    def match_difference(self) -> int:
        return self.matches_won - self.matches_lost


class StandingsSnapshot(models.Model):
    """The standings of a stage when a later stage was drawn (`drawn_at`); never changed.

    `content` is canonical JSON text: rows with figures, ranks and reasons, group by group.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    drawn_at = models.DateTimeField()
    content = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "drawn_at"], name="standings_snapshot_once")]
