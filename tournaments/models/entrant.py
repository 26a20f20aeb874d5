from __future__ import annotations

import uuid

from django.db import models
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantState, NameDisplay

from .people import Club, User
from .tournament import Tournament

ANONYMOUS_NAME = Concat(
    models.Value("#"),
    Cast("anonymous_as", models.CharField()),
    output_field=models.CharField(),
)
"""As `anonymous_name`."""


class PlayerQuerySet(models.QuerySet["Player"]):
    def with_real_name(self, *names: str) -> PlayerQuerySet:
        """Anonymous players have none."""
        public_real_name = models.Q(full_name="", name__in=names, anonymous_as=None)
        return self.filter(public_real_name | models.Q(full_name__in=names))

    def people(self) -> PlayerQuerySet:
        """Exclude aliases."""
        return self.filter(same_as=None)

    def known_as(self, *names: str) -> PlayerQuerySet:
        """Include names of aliases before the merge."""
        merged = Player.objects.filter(own_name__in=names).values("same_as")
        return self.people().filter(models.Q(pk__in=self.with_real_name(*names)) | models.Q(pk__in=merged))

    def of_person(self, player: Player) -> PlayerQuerySet:
        person = player.same_as_id or player.pk
        return self.filter(models.Q(pk=person) | models.Q(same_as=person))

    def not_playing_in(self, tournament: Tournament) -> PlayerQuerySet:
        seated = Player.objects.filter(rosters__entrant__tournament=tournament)
        people = seated.annotate(who=Coalesce("same_as", "pk")).values("who")
        return self.exclude(pk__in=people).exclude(same_as__in=people)


class Player(models.Model):
    """`name` is public, in the form `shown`; `full_name` the real name if it differs.

    Anonymous players have only the number `anonymous_as`, and are called “#17”. An alias was merged into
    `same_as`, for which its results count; `own_name` is its name before. Aliases have no aliases.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(_("player"), max_length=80)
    full_name = models.CharField(max_length=80, blank=True)
    shown = models.CharField(max_length=8, choices=NameDisplay, default=NameDisplay.FULL)
    anonymous_as = models.PositiveIntegerField(null=True, blank=True)
    same_as = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases"
    )
    own_name = models.CharField(max_length=80, blank=True, default="")

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(shown__in=NameDisplay.values), name="player_name_shown_known"
            ),
            models.CheckConstraint(
                condition=models.Q(anonymous_as=None) | models.Q(full_name="", name=ANONYMOUS_NAME),
                name="anonymous_has_no_name",
            ),
            models.UniqueConstraint(fields=["club", "anonymous_as"], name="anonymous_number_once"),
            models.CheckConstraint(
                condition=models.Q(same_as=None) | ~models.Q(same_as=models.F("id")),
                name="nobody_is_his_own_alias",
            ),
            models.CheckConstraint(
                condition=models.Q(same_as=None, own_name="")
                | (models.Q(same_as__isnull=False, anonymous_as=None) & ~models.Q(own_name="")),
                name="an_alias_keeps_his_own_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        return self.name

    @property
    def real_name(self) -> str:
        return self.full_name or self.name

    @property
    def person(self) -> Player:
        return self.same_as or self

    @property
    def short_name(self) -> str:
        """All but the last word, or the only word."""
        return " ".join(self.name.split()[:-1]) or self.name

    @property
    def surname(self) -> str:
        """The last of several words, or ""."""
        words = self.name.split()
        return words[-1] if len(words) > 1 else ""


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def in_play(self) -> EntrantQuerySet:
        return self.filter(state=EntrantState.PLAYING)


class Entrant(models.Model):
    """`full_name`: at entry, if it differs. `left_at`: withdrew or was disqualified."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entrants")
    name = models.CharField(_("pair"), max_length=80)
    full_name = models.CharField(max_length=80, blank=True)
    number = models.PositiveSmallIntegerField()
    players = models.ManyToManyField(Player, through="EntrantPlayer", related_name="entrants")
    club_name = models.CharField(_("club"), max_length=80, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    pot = models.PositiveSmallIntegerField(_("pot"), null=True, blank=True)
    state = models.CharField(max_length=16, choices=EntrantState, default=EntrantState.PLAYING)
    left_at = models.DateTimeField(null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    checked_in_by_phone = models.BooleanField(default=False)
    paid_at = models.DateTimeField(null=True, blank=True)
    """Only of entrants without an application, which has its own."""

    objects = EntrantQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="entrant_name_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=EntrantState.values), name="entrant_state_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        return self.name

    @property
    def real_name(self) -> str:
        return self.full_name or self.name

    @property
    def has_left(self) -> bool:
        return self.state != EntrantState.PLAYING

    @property
    def has_paid(self) -> bool:
        """At the desk, or by an application; prefetch `applications`."""
        return self.paid_at is not None or any(own.paid_at for own in self.applications.all())

    @property
    def departure(self) -> str:
        """“withdrawn” or “disqualified”; blank while in play."""
        return str(self.get_state_display()) if self.has_left else ""

    @property
    def marked_name(self) -> str:
        """The public name, with the departure in brackets."""
        return f"{self.name} ({self.departure})" if self.has_left else self.name


class EntrantPlayer(models.Model):
    """`place` counts from 1 in order of entry."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="roster")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rosters")
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entrant", "place"], name="roster_place_once"),
            models.UniqueConstraint(fields=["entrant", "player"], name="roster_player_once"),
        ]


class Anonymising(models.Model):
    """While `open`, in its own transaction, triggers allow overwriting log texts."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="anonymising")
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    open = models.BooleanField(default=True)
