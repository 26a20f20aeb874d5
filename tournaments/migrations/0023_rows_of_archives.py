"""What came in an archive says with what it was sealed elsewhere."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_what_no_sweep_has_looked_at")]

    operations = [
        migrations.AddField(model, "origin", models.TextField(blank=True, null=True))
        for model in ("tournament", "logrow")
    ]
