"""Reasons that nobody reads any more, because they bear the name of who was made anonymous."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_screen"), ("tournaments", "0008_public_names")]

    operations = [
        migrations.CreateModel(
            name="WithheldReason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="withheld",
                        to="scoring.entry",
                    ),
                ),
            ],
        ),
    ]
