from collections import Counter

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_POST

from benchmarks.baseline.models import Encounter, Group, Score, Standing


@require_POST
def take_score(request: HttpRequest, encounter_id: int) -> JsonResponse:
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


def fill(groups: int) -> list[int]:
    """Return the encounters' ids."""
    encounters = []
    for _group in range(groups):
        group = Group.objects.create()
        Standing.objects.bulk_create(Standing(group=group, team=team) for team in range(4))
        pairs = [(home, away) for home in range(4) for away in range(home)]
        encounters += [
            Encounter.objects.create(group=group, home=host, away=guest).pk for host, guest in pairs
        ]
    return encounters
