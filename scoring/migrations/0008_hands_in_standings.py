"""Standings of tables of four tell how many hands each has played."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0007_withheld_reasons")]

    operations = [migrations.AddField("standing", "hands", models.PositiveIntegerField(default=0))]
