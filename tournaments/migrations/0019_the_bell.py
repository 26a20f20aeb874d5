"""The end of a round's time: a setting of the stage, and where the bell stopped an encounter."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_tries_are_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="last_deal",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="encounter",
            name="last_match",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="encounter",
            name="stopped_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="least_hands",
            field=models.PositiveSmallIntegerField(default=5),
        ),
        migrations.AddField(
            model_name="stage",
            name="time_up",
            field=models.CharField(
                choices=[
                    ("off", "matches are always played out"),
                    ("bell", "the referee or the organizer rings the bell"),
                    ("clock", "the round clock rings it, or one of them"),
                ],
                default="off",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="encounter",
            name="decided_by",
            field=models.CharField(
                blank=True,
                choices=[
                    ("play", "by play"),
                    ("walkover", "by walkover"),
                    ("double", "lost by both"),
                    ("bye", "by a bye"),
                    ("time", "when time was up"),
                ],
                max_length=16,
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("time_up__in", ["off", "bell", "clock"])), name="stage_time_up_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("time_up", "off"), ("least_hands__lte", models.F("hands_per_match")), _connector="OR"
                ),
                name="stage_least_hands_of_a_match",
            ),
        ),
    ]
