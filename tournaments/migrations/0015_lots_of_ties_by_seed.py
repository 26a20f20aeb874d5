"""A tie's lot that the program drew keeps the seed that it was drawn from; earlier lots have none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_tables_can_be_closed")]

    operations = [
        migrations.AddField("tiedecision", "seed", models.CharField(blank=True, default="", max_length=64)),
    ]
