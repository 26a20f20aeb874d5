"""Hands after the end of a match of open length count nowhere."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0012_deeds_of_old_entries")]

    operations = [migrations.AddField("hand", "counts", models.BooleanField(default=True))]
