"""Who was made anonymous is called by his mark and by nothing else."""

from typing import Any

from django.db import migrations, models
from django.db.models.functions import Cast, Concat

MARK = Concat(
    models.Value("⟦"),
    Cast("anonymous_as", models.CharField()),
    models.Value("⟧"),
    output_field=models.CharField(),
)


def take_names_again(apps: Any, _editor: Any) -> None:
    """Let nobody keep a name that came back after he was made anonymous."""
    players = apps.get_model("tournaments", "Player").objects.exclude(anonymous_as=None)
    players.update(name=MARK, full_name="", shown="full")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_public_names")]

    operations = [
        migrations.RunPython(take_names_again, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint(model_name="player", name="anonymous_has_no_name"),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("anonymous_as", None), models.Q(("full_name", ""), ("name", MARK)), _connector="OR"
                ),
                name="anonymous_has_no_name",
            ),
        ),
    ]
