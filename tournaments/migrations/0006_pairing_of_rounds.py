"""Rounds paired by a worker; and draws that know which format they were made for."""

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def tell_kinds(apps: Apps, _editor: Any) -> None:
    stages = apps.get_model("tournaments", "Stage").objects.filter(pk=OuterRef("stage"))
    apps.get_model("tournaments", "Draw").objects.update(kind=Subquery(stages.values("kind")))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_stages_without_advance")]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="kind",
            field=models.CharField(
                choices=[
                    ("groups", "groups"),
                    ("swiss", "Swiss"),
                    ("knockout", "knock-out"),
                    ("double", "double elimination"),
                    ("tables", "tables of four"),
                ],
                default="groups",
                max_length=16,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(tell_kinds, migrations.RunPython.noop),
        migrations.CreateModel(
            name="RoundJob",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("inputs", models.TextField()),
                ("drawn", models.TextField(blank=True)),
                ("failed", models.CharField(blank=True, max_length=200)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("moved_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_jobs",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("stage", "round"), name="round_job_once")]
            },
        ),
    ]
