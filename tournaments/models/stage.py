from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.rulesets import LONGEST_MATCH
from rules.standings.tiebreaks import DEFAULT_ORDER
from rules.standings.time_up import DEFAULT_ENOUGH_HANDS
from tournaments.enums import (
    BRACKET_KINDS,
    SINGLES_KINDS,
    STANDINGS_KINDS,
    DrawMethod,
    SideLetter,
    StageKind,
    TieDecidedBy,
    TimeUp,
)

from .entrant import Entrant
from .people import User
from .tournament import Tournament

_LETTERS = SideLetter.values


def letters_of(kind: str) -> list[str]:
    return _LETTERS[: 4 if kind in SINGLES_KINDS else 2]


def default_tie_breaks() -> list[str]:
    return list(DEFAULT_ORDER)


class Stage(models.Model):
    """One format, for the entrants of its feeds, or for all without feeds.

    A match has `hands_per_match` hands; if the game ends it, at most so many, or None. 0 `rounds`: as many as
    needed; `last_round` is the number fixed at the draw of a stage in rounds, or where a group stage ends
    early. `draws_itself`: drawn once its sources are decided. After the bell (`time_up`), `least_hands`
    scored hands decide a match (`rules.standings.time_up`). `ledger_version` counts writes that concern all
    groups.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60, blank=True)
    kind = models.CharField(max_length=16, choices=StageKind)
    best_of = models.PositiveSmallIntegerField(_("best of"), default=3)
    hands_per_match = models.PositiveSmallIntegerField(_("hands a match"), default=11, null=True)
    meetings = models.PositiveSmallIntegerField(_("meetings"), default=1)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    third_place = models.BooleanField(_("match for third place"), default=False)
    reset_final = models.BooleanField(_("second final"), default=True)
    tie_breaks = models.JSONField(default=default_tie_breaks)
    time_up = models.CharField(max_length=8, choices=TimeUp, default=TimeUp.OFF)
    least_hands = models.PositiveSmallIntegerField(default=DEFAULT_ENOUGH_HANDS)
    draws_itself = models.BooleanField(default=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    ledger_version = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="stage_position_once"),
            models.CheckConstraint(condition=models.Q(best_of__in=[1, 3, 5]), name="stage_best_of_odd"),
            models.CheckConstraint(
                condition=models.Q(hands_per_match=None)
                | models.Q(hands_per_match__range=(1, LONGEST_MATCH)),
                name="stage_hands_allowed",
            ),
            models.CheckConstraint(condition=models.Q(meetings__in=[1, 2]), name="stage_meetings_allowed"),
            models.CheckConstraint(condition=models.Q(kind__in=StageKind.values), name="stage_kind_known"),
            models.CheckConstraint(condition=models.Q(time_up__in=TimeUp.values), name="stage_time_up_known"),
            models.CheckConstraint(
                condition=models.Q(time_up=TimeUp.OFF)
                | models.Q(least_hands__lte=models.F("hands_per_match")),
                name="stage_least_hands_of_a_match",
            ),
        ]

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1

    @property
    def has_standings(self) -> bool:
        return self.kind in STANDINGS_KINDS

    @property
    def bracket(self) -> bool:
        return self.kind in BRACKET_KINDS

    @property
    def letters(self) -> list[str]:
        return letters_of(self.kind)


class Feed(models.Model):
    """Places `first_rank`…`last_rank` of each source group advance.

    With `best`, only so many, best across groups. A source without groups has one order.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="feeds_in")
    source = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="feeds_out")
    first_rank = models.PositiveSmallIntegerField()
    last_rank = models.PositiveSmallIntegerField()
    best = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "first_rank"], name="feed_rank_once"),
            models.CheckConstraint(
                condition=models.Q(first_rank__gte=1, last_rank__gte=models.F("first_rank")),
                name="feed_ranks_in_order",
            ),
        ]


class Draw(models.Model):
    """Texts are canonical JSON of `tournaments.formats.drawing`; `round` 0 is the whole stage."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="draws")
    kind = models.CharField(max_length=16, choices=StageKind)
    round = models.PositiveSmallIntegerField(default=0)
    method = models.CharField(max_length=16, choices=DrawMethod)
    seed = models.CharField(max_length=40, blank=True)
    inputs = models.TextField()
    drawn = models.TextField()
    alterations = models.TextField(default="[]")
    drawn_at = models.DateTimeField()
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "round"], condition=models.Q(undone_at=None), name="draw_of_round_once"
            )
        ]


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
