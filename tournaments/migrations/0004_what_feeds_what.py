"""Tournaments of before keep their way: from the groups to the knock-out, with the lots that were drawn."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.models import F


def carry_over(apps: Apps, _editor: Any) -> None:
    """What two columns said before is said by rows now; who was decided to win has the first place."""

    def rows(model: str) -> Any:
        return apps.get_model("tournaments", model).objects

    stages, feeds, decisions = rows("Stage"), rows("Feed"), rows("TieDecision")
    for stage in stages.filter(kind="groups").order_by("pk"):
        knockout = stages.filter(tournament=stage.tournament, kind="knockout").first()
        if knockout is not None:
            feeds.create(stage=knockout, source=stage, first_rank=1, last_rank=stage.advance)
    for group in rows("Group").exclude(lot=[]).order_by("pk"):
        decisions.create(group=group, order=group.lot, decided_at=group.stage.drawn_at)
    sides = rows("EncounterSide")
    decided = sides.exclude(encounter__winner=None)
    winners = list(decided.filter(letter=F("encounter__winner")).values_list("pk", flat=True))
    decided.update(place=2)
    sides.filter(pk__in=winners).update(place=1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_stages")]

    operations = [migrations.RunPython(carry_over, migrations.RunPython.noop)]
