"""The tables' codes end with the last day; those of what is open or in play stay valid, as was promised."""

from typing import Any

from django.db import migrations, models


def keep_those_in_use(apps: Any, _editor: object) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects
    tournaments.exclude(state="finished").update(codes_kept=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_rows_of_the_log_are_sealed"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="codes_kept",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(keep_those_in_use, migrations.RunPython.noop),
    ]
