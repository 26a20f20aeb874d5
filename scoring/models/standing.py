"""Read model of standings; decisions never use it."""

from __future__ import annotations

from django.db import models

from scoring.enums import Outlook
from tournaments.models import Entrant, Group, Stage


class StandingsCacheQuerySet(models.QuerySet["StandingsCache"]):
    def stale(self) -> StandingsCacheQuerySet:
        return self.filter(as_of__lt=models.F("moved") + models.F("group__stage__ledger_version"))


class StandingsCache(models.Model):
    """`moved` (writes to this group's hands) plus the stage's `ledger_version`; the rows show `as_of`."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="standings_cache")
    moved = models.PositiveBigIntegerField(default=0)
    as_of = models.PositiveBigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    refreshed_at = models.DateTimeField(null=True, blank=True)

    objects = StandingsCacheQuerySet.as_manager()


class Standing(models.Model):
    """`strength`: opponents' wins; `outlook`: estimated unless `exact`.

    `separated_by` has the value of each tie-break, by id, that separated the entrant from tied ones.
    `needs` is for a last round; `across_place` and `across_rank` apply across groups.
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
    separated_by = models.JSONField(default=dict)
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
    """Standings when a later stage was drawn; never changed."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    drawn_at = models.DateTimeField()
    content = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "drawn_at"], name="standings_snapshot_once")]
