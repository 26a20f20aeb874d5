"""What came in an archive says with what it was sealed elsewhere."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0015_sweeps_by_index"),
        ("tournaments", "0023_rows_of_archives"),
    ]

    operations = [
        migrations.AddField(model, "origin", models.TextField(blank=True, null=True))
        for model in ("entry", "confirmation")
    ]
