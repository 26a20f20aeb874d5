"""Confirmations are sealed and chained, entries bear the number of their seal's format: 1 until now."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0008_hands_in_standings"),
        ("tournaments", "0016_rows_of_the_log_are_sealed"),
    ]

    operations = [
        migrations.AddField("entry", "seal_format", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("confirmation", "seal_format", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField(
            "confirmation", "previous_hash", models.CharField(blank=True, default="", max_length=64)
        ),
        migrations.AddField("confirmation", "hash", models.CharField(blank=True, default="", max_length=64)),
    ]
