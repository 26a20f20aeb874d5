import uuid

from django.db import migrations, models

import scoring.models.screen


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Bell",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "part",
                    models.CharField(
                        choices=[
                            ("main", "main bracket"),
                            ("losers", "losers' bracket"),
                            ("final", "grand final"),
                            ("third", "match for third place"),
                            ("extra", "extra encounter"),
                        ],
                        default="main",
                        max_length=8,
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("key", models.CharField(max_length=64, unique=True)),
                ("rung_at", models.DateTimeField()),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "side",
                    models.CharField(
                        blank=True, choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1
                    ),
                ),
                ("question", models.CharField(blank=True, max_length=300)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "waiting for the referee"),
                            ("taken", "the referee is on the way"),
                            ("closed", "answered"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("device_id", models.CharField(blank=True, max_length=32)),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=300)),
            ],
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField()),
                (
                    "side",
                    models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1),
                ),
                ("seal", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("device", models.CharField(blank=True, max_length=64)),
                ("device_id", models.CharField(blank=True, max_length=32)),
                ("seal_format", models.PositiveSmallIntegerField()),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("origin", models.TextField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("version", models.PositiveSmallIntegerField()),
                ("entry_key", models.CharField(max_length=64, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("report", "reported at the table"),
                            ("ruling", "referee's ruling"),
                            ("withdrawal", "withdrawn"),
                        ],
                        default="report",
                        max_length=16,
                    ),
                ),
                ("void", models.BooleanField()),
                ("report", models.TextField()),
                ("lines", models.TextField()),
                ("multiplier", models.PositiveSmallIntegerField()),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("received_at", models.DateTimeField()),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                ("seal_format", models.PositiveSmallIntegerField()),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("origin", models.TextField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="EntrySeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=2)),
                (
                    "side",
                    models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1),
                ),
                ("opening", models.CharField(max_length=8)),
                ("points", models.IntegerField()),
                ("infractions", models.PositiveSmallIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField()),
                ("counts", models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name="KeptTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("moved", models.PositiveBigIntegerField(default=0)),
                ("as_of", models.PositiveBigIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("refreshed_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "winner",
                    models.CharField(
                        blank=True,
                        choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")],
                        max_length=1,
                        null=True,
                    ),
                ),
                ("counts", models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("text", models.CharField(max_length=200)),
                ("put_up_at", models.DateTimeField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RoundClock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=60)),
                ("length", models.PositiveIntegerField()),
                ("added", models.IntegerField(default=0)),
                ("warnings", models.JSONField(default=list)),
                (
                    "extra",
                    models.CharField(
                        choices=[
                            ("counts", "extra time runs until the clock is stopped"),
                            ("minutes", "extra minutes count down"),
                            ("hands", "the current hand is finished, then extra hands are played"),
                        ],
                        default="counts",
                        max_length=8,
                    ),
                ),
                ("extra_amount", models.PositiveSmallIntegerField(default=0)),
                ("started_at", models.DateTimeField()),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("rested", models.PositiveIntegerField(default=0)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ScreenSettings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kinds", models.JSONField(default=scoring.models.screen.all_kinds)),
                ("order", models.JSONField(default=scoring.models.screen.all_kinds)),
                ("seconds", models.PositiveSmallIntegerField(default=12)),
                (
                    "called",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("champion", "Champion"),
                            ("notice", "Notices"),
                            ("tables", "Tables in play"),
                            ("next", "Now and next"),
                            ("groups", "Groups and standings"),
                            ("bracket", "Bracket and rounds"),
                            ("hands", "Last hands"),
                            ("welcome", "Name and code of the tournament"),
                        ],
                        max_length=16,
                    ),
                ),
                ("calls", models.PositiveIntegerField(default=0)),
                ("holds", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="SeatDeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("opened", "opened"),
                            ("finished", "finished"),
                            ("infraction", "infraction"),
                            ("charged", "charged"),
                            ("shown", "shown"),
                        ],
                        max_length=16,
                    ),
                ),
                ("what", models.CharField(max_length=64)),
                ("times", models.PositiveSmallIntegerField(default=1)),
            ],
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("rank", models.PositiveSmallIntegerField()),
                ("tied", models.BooleanField(default=False)),
                ("encounters_played", models.PositiveSmallIntegerField(default=0)),
                ("encounters_won", models.PositiveSmallIntegerField(default=0)),
                ("matches_won", models.PositiveSmallIntegerField(default=0)),
                ("matches_lost", models.PositiveSmallIntegerField(default=0)),
                ("penalties", models.IntegerField(default=0)),
                ("opponents_penalties", models.IntegerField(default=0)),
                ("infractions", models.PositiveIntegerField(default=0)),
                ("unopened", models.PositiveIntegerField(default=0)),
                ("finishes", models.PositiveIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("strength", models.PositiveIntegerField(default=0)),
                ("byes", models.PositiveSmallIntegerField(default=0)),
                ("qualified", models.BooleanField(default=False)),
                ("reasons", models.JSONField(default=list)),
                (
                    "outlook",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("through", "certain to advance"),
                            ("can_still", "can still advance"),
                            ("out", "can no longer advance"),
                        ],
                        max_length=16,
                    ),
                ),
                ("exact", models.BooleanField(default=False)),
                ("needs", models.JSONField(blank=True, null=True)),
                ("across_place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("across_rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("across_reasons", models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name="StandingsSnapshot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("drawn_at", models.DateTimeField()),
                ("content", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="TypedSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match", models.PositiveSmallIntegerField()),
                ("rows", models.JSONField(default=list)),
                ("finished", models.BooleanField(default=False)),
                ("typed_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="WindowsTold",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("told_at", models.DateTimeField()),
                ("next_end", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="WithheldReason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
    ]
