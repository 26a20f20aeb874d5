import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_four_sides"),
        ("tournaments", "0005_stages_without_advance"),
    ]

    operations = [
        migrations.CreateModel(
            name="StandingsSnapshot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("drawn_at", models.DateTimeField()),
                ("content", models.TextField()),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="snapshots",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "drawn_at"), name="standings_snapshot_once")
                ],
            },
        ),
    ]
