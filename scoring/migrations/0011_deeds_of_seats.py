"""What each entry counts of its players beside points, as rows."""

import django.db.models.deletion
from django.db import migrations, models

KINDS = ["opened", "finished", "infraction", "charged", "shown"]


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_the_bell")]

    operations = [
        migrations.CreateModel(
            name="SeatDeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=16)),
                ("what", models.CharField(max_length=64)),
                ("times", models.PositiveSmallIntegerField(default=1)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deeds",
                        to="scoring.entryseat",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "kind", "what"), name="seat_deed_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", KINDS)), name="seat_deed_kind_known"
                    ),
                    models.CheckConstraint(condition=models.Q(("times__gte", 1)), name="seat_deed_happened"),
                ],
            },
        ),
    ]
