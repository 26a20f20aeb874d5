"""A stage may leave open how many hands a match has, where the game ends it by its figures."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_the_bell")]

    operations = [
        migrations.RemoveConstraint("stage", "stage_hands_allowed"),
        migrations.AlterField(
            "stage",
            "hands_per_match",
            models.PositiveSmallIntegerField(default=11, null=True, verbose_name="hands a match"),
        ),
        migrations.AddConstraint(
            "stage",
            models.CheckConstraint(
                condition=models.Q(hands_per_match=None) | models.Q(hands_per_match__range=(1, 99)),
                name="stage_hands_allowed",
            ),
        ),
    ]
