"""Who plays: players of a club, and the pairs they enter as."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantState

from .people import Club
from .tournament import Tournament


class Player(models.Model):
    """A person who plays for a club, whether or not he has an account."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(_("player"), max_length=80)

    def __str__(self) -> str:
        return self.name

    @property
    def short_name(self) -> str:
        """What the table calls him: all but the last word, or the only one."""
        return " ".join(self.name.split()[:-1]) or self.name

    @property
    def surname(self) -> str:
        """The last word of a name of several, else nothing."""
        words = self.name.split()
        return words[-1] if len(words) > 1 else ""


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def in_play(self) -> EntrantQuerySet:
        """Those who have not left."""
        return self.filter(state=EntrantState.PLAYING)


class Entrant(models.Model):
    """One side of a tournament, with its players in order: two of a pair, or one.

    `club_name` is whom it plays for, `rating`, `seed` and `pot` are what a draw may go by. `left_at` is
    when it withdrew or was disqualified.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entrants")
    name = models.CharField(_("pair"), max_length=80)
    number = models.PositiveSmallIntegerField()
    players = models.ManyToManyField(Player, through="EntrantPlayer", related_name="entrants")
    club_name = models.CharField(_("club"), max_length=80, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    pot = models.PositiveSmallIntegerField(_("pot"), null=True, blank=True)
    state = models.CharField(max_length=16, choices=EntrantState, default=EntrantState.PLAYING)
    left_at = models.DateTimeField(null=True, blank=True)

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


class EntrantPlayer(models.Model):
    """`place` from 1: the order in which the players were entered."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="roster")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rosters")
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entrant", "place"], name="roster_place_once"),
            models.UniqueConstraint(fields=["entrant", "player"], name="roster_player_once"),
        ]
