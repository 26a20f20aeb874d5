"""Stages of a tournament, and the groups of a group stage."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.tiebreaks import DEFAULT_ORDER
from tournaments.enums import DrawMethod, StageKind

from .entrant import Entrant
from .tournament import Tournament


def default_tie_breaks() -> list[str]:
    return list(DEFAULT_ORDER)


class Stage(models.Model):
    """`ledger_version` counts what was written to its ledger: standings older than it are stale."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=StageKind)
    best_of = models.PositiveSmallIntegerField(_("best of"), default=3)
    hands_per_match = models.PositiveSmallIntegerField(_("hands a match"), default=11)
    tie_breaks = models.JSONField(default=default_tie_breaks)
    advance = models.PositiveSmallIntegerField(_("advance from each group"), default=2)
    draw_method = models.CharField(max_length=16, choices=DrawMethod, blank=True)
    seed = models.CharField(max_length=40, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    ledger_version = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="stage_position_once"),
            models.CheckConstraint(condition=models.Q(best_of__in=[1, 3, 5]), name="stage_best_of_odd"),
            models.CheckConstraint(
                condition=models.Q(hands_per_match__in=[3, 5, 7, 9, 11]), name="stage_hands_allowed"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=StageKind.values), name="stage_kind_known"),
        ]

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1


class Group(models.Model):
    """`lot` names entrants, by public id, in the order that a drawn lot gave them."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="groups")
    name = models.CharField(max_length=8)
    position = models.PositiveSmallIntegerField()
    lot = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "name"], name="group_name_once"),
            models.UniqueConstraint(fields=["stage", "position"], name="group_position_once"),
        ]

    def __str__(self) -> str:
        return self.name


class GroupPlace(models.Model):
    """An entrant in a group; `rank` is what the ledger decided, null until the group is complete."""

    group = models.ForeignKey(Group, on_delete=models.PROTECT, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    position = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "position"], name="group_place_once"),
            models.UniqueConstraint(fields=["group", "entrant"], name="group_entrant_once"),
        ]
