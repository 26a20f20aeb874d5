"""What ends by itself is found by an index; whether anything was done a tournament says by itself."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0014_standings_group_by_group"),
        ("tournaments", "0022_what_no_sweep_has_looked_at"),
    ]

    operations = [
        migrations.RemoveField("windowstold", "counter"),
        migrations.AddIndex(
            "windowstold",
            models.Index(
                fields=["next_end"], condition=models.Q(next_end__isnull=False), name="window_by_end"
            ),
        ),
        migrations.AddIndex(
            "notice",
            models.Index(
                fields=["until"],
                condition=models.Q(until__isnull=False, removed_at=None),
                name="notice_by_end",
            ),
        ),
    ]
