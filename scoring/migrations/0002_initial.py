import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("scoring", "0001_initial"),
        ("tournaments", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="bell",
            name="rung_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="bell",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="bells", to="tournaments.stage"
            ),
        ),
        migrations.AddField(
            model_name="bell",
            name="taken_back_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="asked_by_user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="closed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="encounter",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="calls",
                to="tournaments.encounter",
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="keeper",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.keeper",
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.player",
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="calls", to="tournaments.table"
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="taken_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="sides_link",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.sideslink",
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="table_link",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.tablelink",
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="keeper",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.keeper",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="rule_book",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.rulebook"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="table_link",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.tablelink",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="ruling",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.entry",
            ),
        ),
        migrations.AddField(
            model_name="entryseat",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="scoring.entry"
            ),
        ),
        migrations.AddField(
            model_name="entryseat",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
            ),
        ),
        migrations.AddField(
            model_name="hand",
            name="current",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="current_of",
                to="scoring.entry",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="hand",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="scoring.hand"
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="hand",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="calls",
                to="scoring.hand",
            ),
        ),
        migrations.AddField(
            model_name="kepttable",
            name="group",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="kept_table", to="tournaments.group"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="encounter",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="tournaments.encounter",
            ),
        ),
        migrations.AddField(
            model_name="hand",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="hands", to="scoring.match"
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="confirmations", to="scoring.match"
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="roundclock",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="clocks",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="screensettings",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="screen",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="seatdeed",
            name="seat",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="deeds", to="scoring.entryseat"
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="entrant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="standings",
                to="tournaments.entrant",
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="group",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="standings", to="tournaments.group"
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="standings", to="tournaments.stage"
            ),
        ),
        migrations.AddField(
            model_name="standingssnapshot",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="snapshots", to="tournaments.stage"
            ),
        ),
        migrations.AddField(
            model_name="typedsheet",
            name="encounter",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="typed_sheets",
                to="tournaments.encounter",
            ),
        ),
        migrations.AddField(
            model_name="typedsheet",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="windowstold",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="windows_told",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="withheldreason",
            name="entry",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="withheld", to="scoring.entry"
            ),
        ),
        migrations.AddConstraint(
            model_name="entryseat",
            constraint=models.UniqueConstraint(fields=("entry", "seat"), name="entry_seat_once"),
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
            model_name="seatdeed",
            constraint=models.UniqueConstraint(fields=("seat", "kind", "what"), name="seat_deed_once"),
        ),
        migrations.AddConstraint(
            model_name="seatdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["opened", "finished", "infraction", "charged", "shown"])),
                name="seat_deed_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatdeed",
            constraint=models.CheckConstraint(
                condition=models.Q(("times__gte", 1)), name="seat_deed_happened"
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
        migrations.AddIndex(
            model_name="windowstold",
            index=models.Index(
                condition=models.Q(("next_end__isnull", False)), fields=["next_end"], name="window_by_end"
            ),
        ),
    ]
