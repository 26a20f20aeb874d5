from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.rulesets import LONGEST_MATCH
from rules.standings.tiebreaks import DEFAULT_ORDER
from rules.standings.time_up import DEFAULT_ENOUGH_HANDS
from tournaments.enums import (
    BRACKET_KINDS,
    SINGLES_KINDS,
    STANDINGS_KINDS,
    SWISS_KINDS,
    DrawMethod,
    SideLetter,
    StageKind,
    TimeUp,
)
from tournaments.formats.catalogue import FORMATS

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
    def certain_qualifier_count(self) -> int:
        """How many of each group, or of the stage, certainly advance to one stage; one in a last stage."""
        certain, feeds = 0, sorted(self.feeds_out.all(), key=lambda feed: feed.first_rank)
        for feed in feeds:
            if feed.best is None and feed.first_rank == certain + 1 and feed.stage_id == feeds[0].stage_id:
                certain = feed.last_rank
        return certain or (0 if feeds else 1)

    @property
    def lowest_advancing_rank(self) -> int:
        """The lowest rank that must be separated from the next."""
        return max((feed.last_rank for feed in self.feeds_out.all()), default=1)

    def rounds_left(self, *, drawn: int, playing: int) -> int:
        """How many rounds are still to be drawn; none with too few `playing`, or outside Swiss stages."""
        if self.kind not in SWISS_KINDS or playing < FORMATS[self.kind].fewest:
            return 0
        return max(0, (self.last_round or 0) - drawn)

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
