"""A tie's lot that the program drew keeps the seed that it was drawn from; earlier lots have none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_rounds_at_tables_of_four")]

    operations = [
        migrations.AddField("tiedecision", "seed", models.CharField(blank=True, default="", max_length=64)),
    ]
