"""Tournaments that are not shown to everybody, cancelled or put away; those that are there stay public."""

from django.db import migrations, models

VISIBILITIES = [("draft", "draft"), ("public", "public"), ("erased", "erased")]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_gone_from_groups")]

    operations = [
        migrations.AddField(
            "tournament", "visibility", models.CharField(choices=VISIBILITIES, default="public", max_length=8)
        ),
        migrations.AlterField(
            "tournament", "visibility", models.CharField(choices=VISIBILITIES, default="draft", max_length=8)
        ),
        migrations.AddField("tournament", "cancelled_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "tournament", "cancelled_because", models.CharField(blank=True, default="", max_length=200)
        ),
        migrations.AlterField(
            "tournament", "cancelled_because", models.CharField(blank=True, max_length=200)
        ),
        migrations.AddField("tournament", "put_away_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(visibility__in=["draft", "public", "erased"]),
                name="tournament_visibility_known",
            ),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None, cancelled_because="")
                | (models.Q(cancelled_at__isnull=False) & ~models.Q(cancelled_because="")),
                name="tournament_cancelled_has_reason",
            ),
        ),
    ]
