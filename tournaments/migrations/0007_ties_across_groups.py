"""Ties between those of one rank in different groups are decided by people too."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_pairing_of_rounds")]

    operations = [
        migrations.AlterField(
            model_name="tiedecision",
            name="group",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tie_decisions",
                to="tournaments.group",
            ),
        ),
        migrations.AddField(
            model_name="tiedecision",
            name="stage",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tie_decisions",
                to="tournaments.stage",
            ),
        ),
        migrations.AddConstraint(
            model_name="tiedecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("group", None), ("stage", None), _connector="XOR"),
                name="tie_in_a_group_or_across",
            ),
        ),
    ]
