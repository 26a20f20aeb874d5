import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scoring.models.reasons
import scoring.models.screen


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tournaments", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

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
                (
                    "rung_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bells",
                        to="tournaments.stage",
                    ),
                ),
                (
                    "taken_back_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                (
                    "reason_codes",
                    models.JSONField(
                        blank=True, default=list, validators=[scoring.models.reasons.require_reason_codes]
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("received_at", models.DateTimeField()),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                ("seal_format", models.PositiveSmallIntegerField()),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("origin", models.TextField(blank=True, null=True)),
                (
                    "keeper",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.keeper",
                    ),
                ),
                (
                    "rule_book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.rulebook",
                    ),
                ),
                (
                    "table_link",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.tablelink",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="scoring.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EntrySeatEvent",
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
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat_events",
                        to="scoring.entryseat",
                    ),
                ),
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
                (
                    "current",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="current_of",
                        to="scoring.entry",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="entry",
            name="hand",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="scoring.hand"
            ),
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
                (
                    "answer_codes",
                    models.JSONField(
                        blank=True, default=list, validators=[scoring.models.reasons.require_reason_codes]
                    ),
                ),
                ("answer", models.CharField(blank=True, max_length=300)),
                (
                    "asked_by_user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="calls",
                        to="tournaments.encounter",
                    ),
                ),
                (
                    "keeper",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.keeper",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="tournaments.table",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.entry",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="scoring.hand",
                    ),
                ),
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
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches",
                        to="tournaments.encounter",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="hand",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="hands", to="scoring.match"
            ),
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
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
                    ),
                ),
                (
                    "sides_link",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.sideslink",
                    ),
                ),
                (
                    "table_link",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.tablelink",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="scoring.match",
                    ),
                ),
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
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ProtestWindowSweep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("swept_at", models.DateTimeField()),
                ("next_end", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="protest_window_sweep",
                        to="tournaments.tournament",
                    ),
                ),
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
                ("paused_seconds", models.PositiveIntegerField(default=0)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clocks",
                        to="tournaments.tournament",
                    ),
                ),
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
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="screen",
                        to="tournaments.tournament",
                    ),
                ),
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
                ("separated_by", models.JSONField(default=dict)),
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
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="tournaments.group",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="tournaments.stage",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StandingsCache",
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
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings_cache",
                        to="tournaments.group",
                    ),
                ),
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
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="snapshots",
                        to="tournaments.stage",
                    ),
                ),
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
                ("rows", models.JSONField(default=dict)),
                ("finished", models.BooleanField(default=False)),
                ("typed_at", models.DateTimeField()),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="typed_sheets",
                        to="tournaments.encounter",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
        migrations.AddConstraint(
            model_name="entryseat",
            constraint=models.UniqueConstraint(fields=("entry", "seat"), name="entry_seat_once"),
        ),
        migrations.AddConstraint(
            model_name="entryseatevent",
            constraint=models.UniqueConstraint(fields=("seat", "kind", "what"), name="seat_deed_once"),
        ),
        migrations.AddConstraint(
            model_name="entryseatevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["opened", "finished", "infraction", "charged", "shown"])),
                name="seat_deed_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entryseatevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("times__gte", 1)), name="seat_deed_happened"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("hand", "version"), name="entry_version_once"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["report", "ruling", "withdrawal"])), name="entry_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "taken", "closed"])), name="call_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(("side", ""), ("hand__isnull", False), _connector="OR"),
                name="protest_hangs_on_hand",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("encounter", "number"), name="match_number_once"),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(fields=("match", "deal"), name="hand_deal_once"),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.UniqueConstraint(fields=("match", "side", "seal"), name="confirmation_once"),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.CheckConstraint(
                condition=models.Q(("side__in", ["A", "B", "C", "D"])), name="confirmation_side_known"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("removed_at", None), ("until__isnull", False)),
                fields=["until"],
                name="notice_by_end",
            ),
        ),
        migrations.AddIndex(
            model_name="protestwindowsweep",
            index=models.Index(
                condition=models.Q(("next_end__isnull", False)), fields=["next_end"], name="window_by_end"
            ),
        ),
        migrations.AddConstraint(
            model_name="roundclock",
            constraint=models.UniqueConstraint(
                condition=models.Q(("stopped_at", None)),
                fields=("tournament",),
                name="round_clock_one_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="roundclock",
            constraint=models.CheckConstraint(
                condition=models.Q(("extra__in", ["counts", "minutes", "hands"])),
                name="round_clock_extra_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="screensettings",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("called", ""),
                    (
                        "called__in",
                        ["champion", "notice", "tables", "next", "groups", "bracket", "hands", "welcome"],
                    ),
                    _connector="OR",
                ),
                name="screen_called_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="screensettings",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("holds", False), models.Q(("called", ""), _negated=True), _connector="OR"
                ),
                name="screen_holds_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.UniqueConstraint(fields=("stage", "entrant"), name="standing_once"),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("outlook", ""), ("outlook__in", ["through", "can_still", "out"]), _connector="OR"
                ),
                name="standing_outlook_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="standingssnapshot",
            constraint=models.UniqueConstraint(fields=("stage", "drawn_at"), name="standings_snapshot_once"),
        ),
        migrations.AddConstraint(
            model_name="typedsheet",
            constraint=models.UniqueConstraint(
                fields=("encounter", "match", "user"), name="typed_sheet_once_a_user"
            ),
        ),
    ]
