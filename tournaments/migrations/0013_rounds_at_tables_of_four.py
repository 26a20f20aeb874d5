"""One more format: Swiss rounds at tables of four."""

from django.db import migrations, models

KINDS = [
    ("groups", "groups"),
    ("swiss", "Swiss"),
    ("knockout", "knock-out"),
    ("double", "double elimination"),
    ("tables", "tables of four"),
    ("fours", "Swiss in fours"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_who_is_the_same_person")]

    operations = [
        migrations.RemoveConstraint("stage", "stage_kind_known"),
        migrations.AlterField("draw", "kind", models.CharField(choices=KINDS, max_length=16)),
        migrations.AlterField("stage", "kind", models.CharField(choices=KINDS, max_length=16)),
        migrations.AddConstraint(
            "stage",
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind for kind, _name in KINDS]), name="stage_kind_known"
            ),
        ),
    ]
