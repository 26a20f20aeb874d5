"""What everybody may read of a player's name beside his own; who was made anonymous."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.models.names

SHOWN = [("full", "full name"), ("initial", "first name and initial"), ("alias", "another name")]


def write_standings_anew(apps: Any, _editor: Any) -> None:
    """Make every standing stale: its reasons named pairs by their names, from now on by their ids."""
    stages = apps.get_model("tournaments", "Stage").objects.exclude(drawn_at=None)
    stages.update(ledger_version=models.F("ledger_version") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_ties_across_groups")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="names_shown",
            field=models.CharField(choices=SHOWN, default="full", max_length=8),
        ),
        migrations.AddField(
            model_name="entrant",
            name="full_name",
            field=tournaments.models.names.PublicNameField(blank=True, default="", max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="anonymous_as",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="full_name",
            field=models.CharField(blank=True, default="", max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="shown",
            field=models.CharField(choices=SHOWN, default="full", max_length=8),
        ),
        migrations.AlterField(
            model_name="entrant",
            name="name",
            field=tournaments.models.names.PublicNameField(max_length=80, verbose_name="pair"),
        ),
        migrations.AlterField(
            model_name="player",
            name="name",
            field=tournaments.models.names.PublicNameField(max_length=80, verbose_name="player"),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("names_shown__in", ["full", "initial"])), name="club_names_shown_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("shown__in", ["full", "initial", "alias"])),
                name="player_name_shown_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("anonymous_as", None), ("full_name", ""), _connector="OR"),
                name="anonymous_has_no_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("club", "anonymous_as"), name="anonymous_number_once"),
        ),
        migrations.CreateModel(
            name="Anonymising",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="anonymising",
                        to="tournaments.player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("open", models.BooleanField(default=True)),
            ],
        ),
        migrations.RunPython(write_standings_anew, migrations.RunPython.noop),
    ]
