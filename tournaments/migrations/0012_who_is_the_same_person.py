"""A player may be the same person as another of the club; until somebody says so, each is himself."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_drafts_and_cancelled")]

    operations = [
        migrations.AddField("player", "own_name", models.CharField(blank=True, max_length=80, default="")),
        migrations.AddField(
            "player",
            "same_as",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="aliases",
                to="tournaments.player",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(same_as=None) | ~models.Q(same_as=models.F("id")),
                name="nobody_is_his_own_alias",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(same_as=None, own_name="")
                | (models.Q(same_as__isnull=False, anonymous_as=None) & ~models.Q(own_name="")),
                name="an_alias_keeps_his_own_name",
            ),
        ),
    ]
