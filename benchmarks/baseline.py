"""What `entry` is compared with: a small Django application on the same server and PostgreSQL.

Its one view locks a row, writes a score and recomputes a group of four.
`python -m benchmarks.baseline GROUPS` creates its tables, and encounters numbered from 1.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import django
import environ
from django.conf import settings

from config.platform import databases

settings.configure(
    SECRET_KEY="of a benchmark",  # noqa: S106  it signs nothing
    ALLOWED_HOSTS=["127.0.0.1", "localhost"],
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    ROOT_URLCONF="benchmarks.baseline",
    DATABASES={
        "default": databases.from_environment(environ.Env(), default_file=Path("var/baseline.sqlite3"))
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
)
django.setup()

from django.core.asgi import get_asgi_application  # noqa: E402  models need the settings
from django.db import connection, models, transaction  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.http import require_POST  # noqa: E402


class Row(models.Model):
    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        abstract = True
        app_label = "baseline"


class Group(Row):
    pass


class Encounter(Row):
    group = models.ForeignKey(Group, on_delete=models.PROTECT)
    home = models.PositiveSmallIntegerField()
    away = models.PositiveSmallIntegerField()


class Score(Row):
    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT)
    home_points = models.IntegerField()
    away_points = models.IntegerField()
    at = models.DateTimeField(auto_now_add=True)


class Standing(Row):
    group = models.ForeignKey(Group, on_delete=models.PROTECT)
    team = models.PositiveSmallIntegerField()
    points = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=0)


@require_POST
def store_score(request: HttpRequest, encounter_id: int) -> JsonResponse:
    with transaction.atomic():
        encounter = (
            Encounter.objects.select_for_update(of=("self",)).select_related("group").get(pk=encounter_id)
        )
        home, away = int(request.POST["home"]), int(request.POST["away"])
        Score.objects.create(encounter=encounter, home_points=home, away_points=away)
        recompute(encounter.group)
    return JsonResponse({"state": "stored"})


def recompute(group: Group) -> None:
    points: Counter[int] = Counter()
    scores = Score.objects.filter(encounter__group=group).values_list(
        "encounter__home", "encounter__away", "home_points", "away_points"
    )
    for home, away, home_points, away_points in scores:
        points[home] += home_points
        points[away] += away_points
    standings = sorted(Standing.objects.filter(group=group), key=lambda standing: points[standing.team])
    for place, standing in enumerate(standings, 1):
        standing.points, standing.place = points[standing.team], place
    Standing.objects.bulk_update(standings, ["points", "place"])


urlpatterns = [path("encounters/<int:encounter_id>/scores/", store_score)]
application = get_asgi_application()


def create(groups: int) -> None:
    with connection.schema_editor() as editor:
        for model in (Group, Encounter, Score, Standing):
            editor.create_model(model)
    stored = Group.objects.bulk_create(Group() for _group in range(groups))
    teams = [(group, team) for group in stored for team in range(4)]
    Standing.objects.bulk_create(Standing(group=group, team=team) for group, team in teams)
    Encounter.objects.bulk_create(
        Encounter(group=group, home=home, away=away) for group, home in teams for away in range(home)
    )


if __name__ == "__main__":
    create(int(sys.argv[1]))
