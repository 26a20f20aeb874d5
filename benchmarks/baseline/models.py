from typing import ClassVar

from django.db import models


class Group(models.Model):
    objects: ClassVar[models.Manager["Group"]] = models.Manager()

    class Meta:
        app_label = "baseline"


class Encounter(models.Model):
    group = models.ForeignKey(Group, on_delete=models.PROTECT, related_name="encounters")
    home = models.PositiveSmallIntegerField()
    away = models.PositiveSmallIntegerField()

    objects: ClassVar[models.Manager["Encounter"]] = models.Manager()

    class Meta:
        app_label = "baseline"


class Score(models.Model):
    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="scores")
    home_points = models.IntegerField()
    away_points = models.IntegerField()
    at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["Score"]] = models.Manager()

    class Meta:
        app_label = "baseline"


class Standing(models.Model):
    group = models.ForeignKey(Group, on_delete=models.PROTECT, related_name="standings")
    team = models.PositiveSmallIntegerField()
    points = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=0)

    objects: ClassVar[models.Manager["Standing"]] = models.Manager()

    class Meta:
        app_label = "baseline"
