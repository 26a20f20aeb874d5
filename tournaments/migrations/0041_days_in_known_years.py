from datetime import date

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0040_mails_that_were_not_sent"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_day__gte", date(1990, 1, 1)),
                    ("last_day__lte", date(2199, 12, 31)),
                ),
                name="tournament_days_in_known_years",
            ),
        ),
    ]
