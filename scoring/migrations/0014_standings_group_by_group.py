"""How fresh standings are is known group by group; all are stale at first, and made anew by themselves."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def begin(apps: Any, _editor: Any) -> None:
    """A table for each group of which one was kept; older than its ledger, so that the sweep makes it anew."""
    kept, groups = apps.get_model("scoring", "KeptTable"), apps.get_model("tournaments", "Group")
    shown = groups.objects.filter(stage__standings_table__isnull=False).order_by("pk")
    kept.objects.bulk_create(kept(group=group, moved=1) for group in shown)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0013_hands_after_the_end")]

    operations = [
        migrations.CreateModel(
            name="KeptTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        primary_key=True, serialize=False, auto_created=True, verbose_name="ID"
                    ),
                ),
                ("moved", models.PositiveBigIntegerField(default=0)),
                ("as_of", models.PositiveBigIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("refreshed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_table",
                        to="tournaments.group",
                    ),
                ),
            ],
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
        migrations.DeleteModel("StandingsTable"),
    ]
