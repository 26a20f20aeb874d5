from __future__ import annotations

import uuid
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.book.text_changes import TEXT_VERSION
from tournaments.clock_tolerance import ACCEPTED_YEARS
from tournaments.enums import EntrantKind, TournamentState, Visibility
from tournaments.refusals import TournamentCancelled, TournamentErased

from .common_settings import CommonSettings
from .people import Club

CODES_VALID_AFTER_LAST_DAY = timedelta(hours=12)
"""How long after the last day the tables' codes stay valid."""


class RuleBook(models.Model):
    """Immutable; each entry refers to the one that scored it."""

    digest = models.CharField(max_length=64, unique=True)
    rule_set_id = models.CharField(max_length=40)
    content = models.TextField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.rule_set_id


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def public(self) -> TournamentQuerySet:
        """Compare `access.shown_to`."""
        return self.filter(visibility=Visibility.PUBLIC)

    def not_erased(self) -> TournamentQuerySet:
        return self.exclude(visibility=Visibility.ERASED)

    def counted(self) -> TournamentQuerySet:
        return self.public().filter(cancelled_at=None).exclude(state=TournamentState.OPEN)

    def newest_first(self) -> TournamentQuerySet:
        return self.order_by("-first_day", "-pk")


class Tournament(CommonSettings):
    """`counter` rises with every change that a page could show; live pages poll it.

    `hand_changes` of these changed hands only, `standings_changes` standings only; other pages stay cached.
    `unswept_since` is the first since the last sweep. `revision` rises with what calendars show
    (`calendar_revisions`). An unconfirmed match is final `protest_minutes` after its last hand
    (`agreement`). The draw fixes `text_version`, the wording of its rule book. Tables' codes end at noon
    after the last day, unless `codes_kept`. A cancelled tournament can't change until resumed. An
    archived one (`archived_at`) stays public, off the dashboard. `origin` (JSON): source of an imported
    one.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=120)
    kind = models.CharField(max_length=8, choices=EntrantKind, default=EntrantKind.PAIRS)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    state = models.CharField(max_length=16, choices=TournamentState, default=TournamentState.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.DRAFT)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_because = models.CharField(max_length=200, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    rule_book = models.ForeignKey(RuleBook, on_delete=models.PROTECT, related_name="+")
    text_version = models.PositiveSmallIntegerField(null=True, blank=True)
    champion = models.ForeignKey(
        "tournaments.Entrant", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    counter = models.PositiveBigIntegerField(default=0)
    hand_changes = models.PositiveBigIntegerField(default=0)
    standings_changes = models.PositiveBigIntegerField(default=0)
    unswept_since = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveBigIntegerField(default=0)
    revised_at = models.DateTimeField()
    codes_address = models.CharField(max_length=200, blank=True)
    codes_kept = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    origin = models.TextField(null=True, blank=True)  # noqa: DJ001 - null for a local tournament

    objects = TournamentQuerySet.as_manager()

    class Meta(CommonSettings.Meta):
        constraints = [
            *CommonSettings.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="tournament_days_in_order"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    first_day__gte=date(ACCEPTED_YEARS[0], 1, 1),
                    last_day__lte=date(ACCEPTED_YEARS[-1], 12, 31),
                ),
                name="tournament_days_in_known_years",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=TournamentState.values), name="tournament_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=EntrantKind.values), name="tournament_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values), name="tournament_visibility_known"
            ),
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None, cancelled_because="")
                | (models.Q(cancelled_at__isnull=False) & ~models.Q(cancelled_because="")),
                name="tournament_cancelled_has_reason",
            ),
        ]
        indexes = [
            models.Index(
                fields=["unswept_since"],
                condition=models.Q(unswept_since__isnull=False),
                name="tournament_stirred",
            ),
            models.Index(
                fields=["id"], condition=models.Q(state=TournamentState.PLAYING), name="tournament_in_play"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def other_changes(self) -> int:
        """Changes to more than hands or standings."""
        return self.counter - self.hand_changes - self.standings_changes

    @property
    def book_text(self) -> int:
        """Version of the rule book's wording."""
        return self.text_version or TEXT_VERSION

    @property
    def draft(self) -> bool:
        return self.visibility == Visibility.DRAFT

    @property
    def cancelled(self) -> bool:
        return self.cancelled_at is not None

    @property
    def is_over(self) -> bool:
        return self.state == TournamentState.FINISHED or self.cancelled

    @property
    def has_result(self) -> bool:
        """A champion is known, or a ranking complete; both may be provisional."""
        return self.champion_id is not None or self.state == TournamentState.FINISHED

    @property
    def counts(self) -> bool:
        """Drawn, public and not cancelled."""
        public = self.visibility == Visibility.PUBLIC
        return public and not self.cancelled and self.state != TournamentState.OPEN

    def require_not_cancelled(self) -> None:
        """Raises TournamentCancelled. The caller holds the row's lock, or accepts a stale read."""
        if self.cancelled:
            raise TournamentCancelled

    def require_not_erased(self) -> None:
        """Raises TournamentErased. The caller holds the row's lock."""
        if self.visibility == Visibility.ERASED:
            raise TournamentErased

    def codes_ended(self, at: datetime) -> bool:
        day = (at.astimezone(ZoneInfo(self.club.time_zone)) - CODES_VALID_AFTER_LAST_DAY).date()
        return not self.codes_kept and day > self.last_day
