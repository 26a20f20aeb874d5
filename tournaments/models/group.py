from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import TieDecidedBy

from .entrant import Entrant
from .people import User
from .stage import Feed, Stage


class Group(models.Model):
    """Swiss rounds have one group without a name."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="groups")
    name = models.CharField(max_length=8)
    position = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "name"], name="group_name_once"),
            models.UniqueConstraint(fields=["stage", "position"], name="group_position_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def decided_order(self) -> list[str]:
        return newest_order(self.tie_decisions.all())

    def entrant_at(self, rank: int) -> Entrant | None:
        """None while the rank is undecided or shared."""
        places = [place for place in self.places.all() if place.rank == rank]
        return places[0].entrant if len(places) == 1 else None


def newest_order(decisions: Iterable[TieDecision]) -> list[str]:
    """Newer ones win."""
    newest_first = sorted(decisions, key=lambda decision: decision.pk, reverse=True)
    return list(dict.fromkeys(entrant for decision in newest_first for entrant in decision.order))


class GroupPlace(models.Model):
    """`rank` is null until the group is complete.

    A `gone` entrant left before a stage after its draw, and ranks last. One who left later and `passed_on`
    the place keeps the rank, but the next in the ranking advances instead.
    """

    group = models.ForeignKey(Group, on_delete=models.PROTECT, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    position = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    gone = models.BooleanField(default=False)
    passed_on = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "position"], name="group_place_once"),
            models.UniqueConstraint(fields=["group", "entrant"], name="group_entrant_once"),
        ]


class CrossGroupPlace(models.Model):
    """Who has a `place`, from 1, among the best of a rank across groups that a feed takes.

    A place is missing while a lot must decide. Rows are up to date once every group is ranked, or a stage
    that the groups feed is drawn.
    """

    feed = models.ForeignKey(Feed, on_delete=models.CASCADE, related_name="cross_group_places")
    place = models.PositiveSmallIntegerField()
    group_place = models.OneToOneField(GroupPlace, on_delete=models.CASCADE)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["feed", "place"], name="cross_group_place_once"),
        ]


class TieDecision(models.Model):
    """`order`: public ids, best first; `seed`: of a lot.

    Of a `group`, or of a `stage` between equal ranks of groups.
    """

    group = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.CASCADE, related_name="tie_decisions"
    )
    stage = models.ForeignKey(
        Stage, null=True, blank=True, on_delete=models.CASCADE, related_name="tie_decisions"
    )
    order = models.JSONField()
    decided_by = models.CharField(max_length=16, choices=TieDecidedBy, default=TieDecidedBy.LOT)
    seed = models.CharField(max_length=64, blank=True, default="")
    witness = models.CharField(_("witness"), max_length=80, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(group=None) ^ models.Q(stage=None), name="tie_in_a_group_or_across"
            )
        ]
