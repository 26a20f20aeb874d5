"""Rows of the log are sealed and chained; those that are there stay as they are, without a seal."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_lots_of_ties_by_seed")]

    operations = [
        migrations.AddField(
            "logrow", "texts_digest", models.CharField(blank=True, default="", max_length=64)
        ),
        migrations.AddField("logrow", "seal_format", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField(
            "logrow", "previous_hash", models.CharField(blank=True, default="", max_length=64)
        ),
        migrations.AddField("logrow", "hash", models.CharField(blank=True, default="", max_length=64)),
        migrations.AlterField(
            "logrow",
            "tournament",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="log",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddIndex("logrow", models.Index(fields=["tournament", "id"], name="log_of_tournament")),
    ]
