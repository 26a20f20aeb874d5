"""What changed nothing but hands or standings is counted by itself."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_matches_of_open_length")]

    operations = [
        migrations.AddField("tournament", "hands_told", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("tournament", "standings_told", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("encounter", "hands_told", models.PositiveIntegerField(default=0)),
    ]
