"""Sweeps find by an index where something was done; once they look at all that was ever drawn."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def stir(apps: Any, _editor: Any) -> None:
    drawn = apps.get_model("tournaments", "Tournament").objects.exclude(state="open")
    drawn.update(stirred_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_counters_by_what_changes")]

    operations = [
        migrations.AddField("tournament", "stirred_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(stir, migrations.RunPython.noop),
        migrations.AddIndex(
            "tournament",
            models.Index(
                fields=["stirred_at"],
                condition=models.Q(stirred_at__isnull=False),
                name="tournament_stirred",
            ),
        ),
        migrations.AddIndex(
            "tournament",
            models.Index(fields=["id"], condition=models.Q(state="playing"), name="tournament_in_play"),
        ),
    ]
