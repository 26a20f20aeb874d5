import datetime
import uuid

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import tournaments.models.stage
import tournaments.models.table


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="AttemptCounter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=80, verbose_name="pair")),
                ("full_name", models.CharField(blank=True, max_length=80)),
                ("number", models.PositiveSmallIntegerField()),
                ("club_name", models.CharField(blank=True, max_length=80, verbose_name="club")),
                ("rating", models.PositiveIntegerField(blank=True, null=True, verbose_name="rating")),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seed")),
                ("pot", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="pot")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("playing", "playing"),
                            ("withdrawn", "withdrawn"),
                            ("disqualified", "disqualified"),
                        ],
                        default="playing",
                        max_length=16,
                    ),
                ),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("checked_in_by_phone", models.BooleanField(default=False)),
                ("paid_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Feed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_rank", models.PositiveSmallIntegerField()),
                ("last_rank", models.PositiveSmallIntegerField()),
                ("best", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=8)),
                ("position", models.PositiveSmallIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="PasswordRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(max_length=254)),
                ("language", models.CharField(max_length=8)),
                ("asked_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="RuleBook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("rule_set_id", models.CharField(max_length=40)),
                ("content", models.TextField()),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("groups", "groups"),
                            ("swiss", "Swiss"),
                            ("knockout", "knock-out"),
                            ("double", "double elimination"),
                            ("tables", "tables of four"),
                            ("fours", "Swiss in fours"),
                        ],
                        max_length=16,
                    ),
                ),
                ("best_of", models.PositiveSmallIntegerField(default=3, verbose_name="best of")),
                (
                    "hands_per_match",
                    models.PositiveSmallIntegerField(default=11, null=True, verbose_name="hands a match"),
                ),
                ("meetings", models.PositiveSmallIntegerField(default=1, verbose_name="meetings")),
                ("rounds", models.PositiveSmallIntegerField(default=0, verbose_name="rounds")),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("third_place", models.BooleanField(default=False, verbose_name="match for third place")),
                ("reset_final", models.BooleanField(default=True, verbose_name="second final")),
                ("tie_breaks", models.JSONField(default=tournaments.models.stage.default_tie_breaks)),
                (
                    "time_up",
                    models.CharField(
                        choices=[
                            ("off", "matches are always played to the end"),
                            ("bell", "the referee or the organizer rings the bell"),
                            ("clock", "the round clock rings it, or one of them"),
                        ],
                        default="off",
                        max_length=8,
                    ),
                ),
                ("least_hands", models.PositiveSmallIntegerField(default=5)),
                ("draws_itself", models.BooleanField(default=True)),
                ("drawn_at", models.DateTimeField(blank=True, null=True)),
                ("ledger_version", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("email", models.EmailField(max_length=254, verbose_name="e-mail")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"), name="user_email_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=120, verbose_name="club")),
                ("address", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("logo", models.CharField(blank=True, db_default="", default="", max_length=16)),
                (
                    "colour",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "felt green"),
                            ("sea", "sea blue"),
                            ("plum", "plum"),
                            ("brick", "brick red"),
                            ("slate", "slate"),
                        ],
                        db_default="",
                        default="",
                        max_length=8,
                    ),
                ),
                ("time_zone", models.CharField(default="Europe/Istanbul", max_length=64)),
                (
                    "names_shown",
                    models.CharField(
                        choices=[
                            ("full", "full name"),
                            ("initial", "first name and initial"),
                            ("hidden", "initials only"),
                        ],
                        default="full",
                        max_length=8,
                    ),
                ),
                ("forget_months", models.PositiveSmallIntegerField(db_default=24, default=24)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("forget_months__range", (6, 120))),
                        name="club_forgets_within_years",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("names_shown__in", ["full", "initial"])),
                        name="club_names_shown_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("colour__in", ["", "sea", "plum", "brick", "slate"])),
                        name="club_colour_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Blueprint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begins", models.TimeField(blank=True, null=True, verbose_name="Begins at")),
                ("ends", models.TimeField(blank=True, null=True, verbose_name="Ends at")),
                (
                    "doors",
                    models.TimeField(
                        blank=True, help_text="Optional.", null=True, verbose_name="Doors open at"
                    ),
                ),
                (
                    "venue",
                    models.CharField(blank=True, help_text="Optional.", max_length=160, verbose_name="Venue"),
                ),
                (
                    "agreement",
                    models.CharField(
                        choices=[
                            ("match", "each match, when it is over"),
                            ("hand", "each hand"),
                            ("nothing", "nothing: hands count as saved"),
                        ],
                        default="match",
                        help_text="Each on its own phone, with the second code of the table. Play continues meanwhile.",
                        max_length=8,
                        verbose_name="Both sides confirm",
                    ),
                ),
                (
                    "protest_minutes",
                    models.PositiveSmallIntegerField(
                        default=15,
                        help_text="An unconfirmed match is final this many minutes after its last hand.",
                        validators=[django.core.validators.MaxValueValidator(240)],
                        verbose_name="Minutes to protest",
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=100)),
                (
                    "kind",
                    models.CharField(choices=[("pairs", "pairs"), ("singles", "singles")], max_length=8),
                ),
                ("stages", models.TextField()),
                ("tables", models.PositiveSmallIntegerField()),
                ("days", models.PositiveSmallIntegerField(default=1)),
                ("sign_up", models.TextField(blank=True)),
                ("slides", models.JSONField(default=dict)),
                ("is_default", models.BooleanField(default=False)),
                ("weekdays", models.CharField(blank=True, max_length=7)),
                ("every", models.PositiveSmallIntegerField(default=1)),
                ("first_day", models.DateField(blank=True, null=True)),
                ("like_previous", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("revised_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blueprints",
                        to="tournaments.club",
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
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ClubLogo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("large", models.BinaryField()),
                ("small", models.BinaryField()),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pictures",
                        to="tournaments.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Application",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("code_digest", models.CharField(max_length=64, unique=True)),
                ("form_digest", models.CharField(max_length=64, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("seeking", "looking for a partner"),
                            ("asked", "waiting for the organizers"),
                            ("waiting", "on the waiting list"),
                            ("let_in", "on the list of entrants"),
                            ("joined", "paired with a partner"),
                            ("cancelled", "cancelled"),
                            ("refused", "rejected"),
                        ],
                        max_length=16,
                    ),
                ),
                ("player_1", models.CharField(blank=True, max_length=80, verbose_name="player")),
                ("player_2", models.CharField(blank=True, max_length=80, verbose_name="partner")),
                ("reviewed", models.BooleanField(default=False)),
                ("seen", models.BooleanField(default=False)),
                ("contact", models.CharField(blank=True, max_length=120)),
                ("language", models.CharField(db_default="tr", default="tr", max_length=8)),
                ("mailed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "mail_problem",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("client", "too many e-mails were requested from this internet connection"),
                            ("recipient", "too many e-mails went to this address lately"),
                            ("tournament", "too many people signed up for this tournament within an hour"),
                            ("site", "too many people signed up on this site within an hour"),
                            ("address", "no e-mail can be sent to this address"),
                            ("refused", "the mail server refused it"),
                            ("expired", "no mail server accepted it in time"),
                            ("interrupted", "sending it was interrupted"),
                            ("failed", "sending it failed"),
                            ("withdrawn", "it was no longer needed"),
                        ],
                        db_default="",
                        default="",
                        max_length=12,
                    ),
                ),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("must_confirm", models.BooleanField(db_default=False, default=False)),
                ("answers", models.TextField(default="[]")),
                ("signed_up_at", models.DateTimeField()),
                ("paid_at", models.DateTimeField(blank=True, null=True)),
                ("forgotten_at", models.DateTimeField(blank=True, null=True)),
                (
                    "joined_to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="joined",
                        to="tournaments.application",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="applications",
                        to="tournaments.entrant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GroupPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("gone", models.BooleanField(default=False)),
                ("passed_on", models.BooleanField(default=False)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to="tournaments.group",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CrossGroupPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "feed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cross_group_places",
                        to="tournaments.feed",
                    ),
                ),
                (
                    "group_place",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, to="tournaments.groupplace"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("referee", "referee"),
                            ("scorekeeper", "scorekeeper"),
                        ],
                        max_length=16,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.club",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=80, unique=True)),
                (
                    "kind",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "account"), (2, "notice"), (3, "first")], db_default=1, default=1
                    ),
                ),
                ("to", models.EmailField(blank=True, default="", max_length=254)),
                ("subject", models.CharField(blank=True, default="", max_length=200)),
                ("text", models.TextField(blank=True, default="")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("taken", "Taken"),
                            ("sent", "Sent"),
                            ("not_sent", "Not Sent"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                (
                    "problem",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("client", "too many e-mails were requested from this internet connection"),
                            ("recipient", "too many e-mails went to this address lately"),
                            ("tournament", "too many people signed up for this tournament within an hour"),
                            ("site", "too many people signed up on this site within an hour"),
                            ("address", "no e-mail can be sent to this address"),
                            ("refused", "the mail server refused it"),
                            ("expired", "no mail server accepted it in time"),
                            ("interrupted", "sending it was interrupted"),
                            ("failed", "sending it failed"),
                            ("withdrawn", "it was no longer needed"),
                        ],
                        db_default="",
                        default="",
                        max_length=12,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("queued_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True)),
                ("until", models.DateTimeField()),
                (
                    "application",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="mails",
                        to="tournaments.application",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PartnerRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("fallen", "Fallen"),
                        ],
                        default="open",
                        max_length=16,
                    ),
                ),
                (
                    "asked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="asked_by",
                        to="tournaments.application",
                    ),
                ),
                (
                    "asker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="asks",
                        to="tournaments.application",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("credential_id", models.CharField(max_length=1400, unique=True)),
                ("credential", models.BinaryField()),
                ("name", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=80, verbose_name="player")),
                ("full_name", models.CharField(blank=True, max_length=80)),
                (
                    "shown",
                    models.CharField(
                        choices=[
                            ("full", "full name"),
                            ("initial", "first name and initial"),
                            ("hidden", "initials only"),
                        ],
                        default="full",
                        max_length=8,
                    ),
                ),
                ("anonymous_as", models.PositiveIntegerField(blank=True, null=True)),
                ("own_name", models.CharField(blank=True, default="", max_length=80)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="tournaments.club",
                    ),
                ),
                (
                    "same_as",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="aliases",
                        to="tournaments.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PersonCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("phone", models.CharField(blank=True, max_length=30, verbose_name="phone")),
                ("email", models.EmailField(blank=True, max_length=120, verbose_name="e-mail")),
                ("licence", models.CharField(blank=True, max_length=30, verbose_name="licence number")),
                ("notes", models.TextField(blank=True, verbose_name="notes")),
                ("agreed_on", models.DateField(blank=True, null=True)),
                ("changed_at", models.DateTimeField()),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="card",
                        to="tournaments.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EntrantPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roster",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rosters",
                        to="tournaments.player",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="entrant",
            name="players",
            field=models.ManyToManyField(
                related_name="entrants", through="tournaments.EntrantPlayer", to="tournaments.player"
            ),
        ),
        migrations.CreateModel(
            name="Anonymising",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("open", models.BooleanField(default=True)),
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
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="anonymising",
                        to="tournaments.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SecondStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.CharField(max_length=64)),
                ("last_counter", models.BigIntegerField(default=0)),
                ("since", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_step",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SessionRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("device", models.CharField(blank=True, default="", max_length=200)),
                ("since", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signed_in",
                        to="sessions.session",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signed_in",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RoundJob",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("inputs", models.TextField()),
                ("drawn", models.TextField(blank=True)),
                ("failed", models.CharField(blank=True, max_length=200)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("moved_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_jobs",
                        to="tournaments.stage",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="group",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="groups", to="tournaments.stage"
            ),
        ),
        migrations.AddField(
            model_name="feed",
            name="source",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="feeds_out", to="tournaments.stage"
            ),
        ),
        migrations.AddField(
            model_name="feed",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="feeds_in", to="tournaments.stage"
            ),
        ),
        migrations.CreateModel(
            name="Draw",
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
                            ("groups", "groups"),
                            ("swiss", "Swiss"),
                            ("knockout", "knock-out"),
                            ("double", "double elimination"),
                            ("tables", "tables of four"),
                            ("fours", "Swiss in fours"),
                        ],
                        max_length=16,
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(default=0)),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("random", "drawn by the program"),
                            ("rating", "by rating"),
                            ("manual", "by the organizer's seeds"),
                            ("by_place", "by places in the previous stage"),
                            ("by_hand", "placed by hand"),
                        ],
                        max_length=16,
                    ),
                ),
                ("seed", models.CharField(blank=True, max_length=40)),
                ("inputs", models.TextField()),
                ("drawn", models.TextField()),
                ("alterations", models.TextField(default="[]")),
                ("drawn_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
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
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draws",
                        to="tournaments.stage",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SidesLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(default=tournaments.models.table.new_token, max_length=32, unique=True),
                ),
                (
                    "short_code",
                    models.CharField(
                        default=tournaments.models.table.new_short_code, max_length=8, unique=True
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sides_links",
                        to="tournaments.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Keeper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("device_id", models.CharField(max_length=32)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("since", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="keepers",
                        to="tournaments.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Encounter",
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
                ("position", models.PositiveSmallIntegerField()),
                ("queue_place", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "waiting for a side"),
                            ("ready", "ready to play"),
                            ("playing", "being played"),
                            ("decided", "decided"),
                        ],
                        default="pending",
                        max_length=16,
                    ),
                ),
                (
                    "winner",
                    models.CharField(
                        blank=True,
                        choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")],
                        max_length=1,
                        null=True,
                    ),
                ),
                (
                    "decided_by",
                    models.CharField(
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
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("left_table_at", models.DateTimeField(blank=True, null=True)),
                ("first_dealer", models.CharField(blank=True, max_length=2)),
                ("annulled_at", models.DateTimeField(blank=True, null=True)),
                ("reopened_at", models.DateTimeField(blank=True, null=True)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
                ("last_match", models.PositiveSmallIntegerField(default=0)),
                ("last_deal", models.PositiveSmallIntegerField(default=0)),
                ("hand_changes", models.PositiveIntegerField(default=0)),
                (
                    "group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="encounters",
                        to="tournaments.group",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="encounters",
                        to="tournaments.stage",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="encounters",
                        to="tournaments.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TableLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(default=tournaments.models.table.new_token, max_length=32, unique=True),
                ),
                ("created_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to="tournaments.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TieDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.JSONField()),
                (
                    "decided_by",
                    models.CharField(
                        choices=[("lot", "by lot"), ("decision", "by the organizer's decision")],
                        default="lot",
                        max_length=16,
                    ),
                ),
                ("seed", models.CharField(blank=True, default="", max_length=64)),
                ("witness", models.CharField(blank=True, max_length=80, verbose_name="witness")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("decided_at", models.DateTimeField()),
                (
                    "group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tie_decisions",
                        to="tournaments.group",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tie_decisions",
                        to="tournaments.stage",
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
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begins", models.TimeField(blank=True, null=True, verbose_name="Begins at")),
                ("ends", models.TimeField(blank=True, null=True, verbose_name="Ends at")),
                (
                    "doors",
                    models.TimeField(
                        blank=True, help_text="Optional.", null=True, verbose_name="Doors open at"
                    ),
                ),
                (
                    "venue",
                    models.CharField(blank=True, help_text="Optional.", max_length=160, verbose_name="Venue"),
                ),
                (
                    "agreement",
                    models.CharField(
                        choices=[
                            ("match", "each match, when it is over"),
                            ("hand", "each hand"),
                            ("nothing", "nothing: hands count as saved"),
                        ],
                        default="match",
                        help_text="Each on its own phone, with the second code of the table. Play continues meanwhile.",
                        max_length=8,
                        verbose_name="Both sides confirm",
                    ),
                ),
                (
                    "protest_minutes",
                    models.PositiveSmallIntegerField(
                        default=15,
                        help_text="An unconfirmed match is final this many minutes after its last hand.",
                        validators=[django.core.validators.MaxValueValidator(240)],
                        verbose_name="Minutes to protest",
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        choices=[("pairs", "pairs"), ("singles", "singles")], default="pairs", max_length=8
                    ),
                ),
                ("first_day", models.DateField(verbose_name="first day")),
                ("last_day", models.DateField(verbose_name="last day")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open for entries"),
                            ("playing", "in play"),
                            ("finished", "finished"),
                        ],
                        default="open",
                        max_length=16,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("draft", "draft"), ("public", "public"), ("erased", "deleted")],
                        default="draft",
                        max_length=8,
                    ),
                ),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_because", models.CharField(blank=True, max_length=200)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                ("text_version", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("counter", models.PositiveBigIntegerField(default=0)),
                ("hand_changes", models.PositiveBigIntegerField(default=0)),
                ("standings_changes", models.PositiveBigIntegerField(default=0)),
                ("unswept_since", models.DateTimeField(blank=True, null=True)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("revised_at", models.DateTimeField()),
                ("codes_address", models.CharField(blank=True, max_length=200)),
                ("codes_kept", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("origin", models.TextField(blank=True, null=True)),
                (
                    "champion",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="tournaments.club",
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
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="table",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tables",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="stage",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="stages",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="SignUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_open", models.BooleanField(default=False)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                ("capacity", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("approval", models.BooleanField(default=False)),
                ("confirmation", models.BooleanField(db_default=False, default=False)),
                ("fee", models.CharField(blank=True, max_length=120)),
                ("questions", models.TextField(blank=True)),
                ("consent", models.TextField(blank=True)),
                ("forget_days", models.PositiveSmallIntegerField(default=30)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sign_up",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("referee", "referee"),
                            ("scorekeeper", "scorekeeper"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournaments.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LogRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("action", models.CharField(max_length=48)),
                ("subject", models.CharField(blank=True, max_length=64)),
                ("before", models.TextField(blank=True)),
                ("after", models.TextField(blank=True)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("texts_digest", models.CharField(blank=True, max_length=64)),
                ("seal_format", models.PositiveSmallIntegerField()),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("origin", models.TextField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.club",
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
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Evening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("skipped", models.BooleanField(default=False)),
                (
                    "blueprint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="tournaments.blueprint",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evening",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="entrant",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entrants",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="CheckIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_open", models.BooleanField(default=False)),
                ("opens_at", models.DateTimeField()),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                ("changing", models.BooleanField(default=True)),
                ("secret", models.CharField(max_length=64)),
                (
                    "screen_code",
                    models.CharField(default=tournaments.models.table.new_token, max_length=32, unique=True),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="check_in",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="blueprint",
            name="made_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="applications",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="AccountLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("password", "Password"), ("email", "Email")], max_length=8),
                ),
                ("code_digest", models.CharField(max_length=64, unique=True)),
                ("email", models.EmailField(blank=True, default="", max_length=254)),
                ("by_hand", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["password", "email"])),
                        name="account_link_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EncounterSide",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "letter",
                    models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1),
                ),
                ("from_rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("from_place", models.PositiveSmallIntegerField(default=1)),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("vacant", models.BooleanField(default=False)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("swapped", models.BooleanField(default=False)),
                ("wins", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sides",
                        to="tournaments.encounter",
                    ),
                ),
                (
                    "from_encounter",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="feeds",
                        to="tournaments.encounter",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="encounter_sides",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "from_group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("encounter", "letter"), name="encounter_side_once"),
                    models.CheckConstraint(
                        condition=models.Q(("letter__in", ["A", "B", "C", "D"])),
                        name="encounter_side_letter_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("vacant", False), ("entrant", None), _connector="OR"),
                        name="encounter_side_vacant_is_empty",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="groupplace",
            constraint=models.UniqueConstraint(fields=("group", "position"), name="group_place_once"),
        ),
        migrations.AddConstraint(
            model_name="groupplace",
            constraint=models.UniqueConstraint(fields=("group", "entrant"), name="group_entrant_once"),
        ),
        migrations.AddConstraint(
            model_name="crossgroupplace",
            constraint=models.UniqueConstraint(fields=("feed", "place"), name="cross_group_place_once"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["owner", "organizer", "referee", "scorekeeper"])),
                name="invitation_role_known",
            ),
        ),
        migrations.AddIndex(
            model_name="mail",
            index=models.Index(fields=["kind", "queued_at"], name="mails_by_kind"),
        ),
        migrations.AddConstraint(
            model_name="mail",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "taken", "sent", "not_sent"])),
                name="mail_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="mail",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [1, 2, 3])), name="mail_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="mail",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("state", "not_sent"),
                        (
                            "problem__in",
                            [
                                "client",
                                "recipient",
                                "tournament",
                                "site",
                                "address",
                                "refused",
                                "expired",
                                "interrupted",
                                "failed",
                                "withdrawn",
                            ],
                        ),
                    ),
                    models.Q(models.Q(("state", "not_sent"), _negated=True), ("problem", "")),
                    _connector="OR",
                ),
                name="mail_not_sent_has_a_problem",
            ),
        ),
        migrations.AddConstraint(
            model_name="partnerrequest",
            constraint=models.UniqueConstraint(fields=("asker", "asked"), name="partner_request_once"),
        ),
        migrations.AddConstraint(
            model_name="partnerrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(("asker", models.F("asked")), _negated=True), name="nobody_asks_himself"
            ),
        ),
        migrations.AddConstraint(
            model_name="partnerrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "accepted", "declined", "withdrawn", "fallen"])),
                name="partner_request_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("shown__in", ["full", "initial", "hidden"])),
                name="player_name_shown_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("anonymous_as", None),
                    models.Q(
                        ("full_name", ""),
                        (
                            "name",
                            django.db.models.functions.text.Concat(
                                models.Value("#"),
                                django.db.models.functions.comparison.Cast(
                                    "anonymous_as", models.CharField()
                                ),
                                output_field=models.CharField(),
                            ),
                        ),
                    ),
                    _connector="OR",
                ),
                name="anonymous_has_no_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("club", "anonymous_as"), name="anonymous_number_once"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("same_as", None), models.Q(("same_as", models.F("id")), _negated=True), _connector="OR"
                ),
                name="nobody_is_his_own_alias",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("own_name", ""), ("same_as", None)),
                    models.Q(
                        ("anonymous_as", None),
                        ("same_as__isnull", False),
                        models.Q(("own_name", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="an_alias_keeps_his_own_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrantplayer",
            constraint=models.UniqueConstraint(fields=("entrant", "place"), name="roster_place_once"),
        ),
        migrations.AddConstraint(
            model_name="entrantplayer",
            constraint=models.UniqueConstraint(fields=("entrant", "player"), name="roster_player_once"),
        ),
        migrations.AddConstraint(
            model_name="recoverycode",
            constraint=models.UniqueConstraint(fields=("user", "digest"), name="recovery_code_once"),
        ),
        migrations.AddConstraint(
            model_name="roundjob",
            constraint=models.UniqueConstraint(fields=("stage", "round"), name="round_job_once"),
        ),
        migrations.AddConstraint(
            model_name="group",
            constraint=models.UniqueConstraint(fields=("stage", "name"), name="group_name_once"),
        ),
        migrations.AddConstraint(
            model_name="group",
            constraint=models.UniqueConstraint(fields=("stage", "position"), name="group_position_once"),
        ),
        migrations.AddConstraint(
            model_name="feed",
            constraint=models.UniqueConstraint(fields=("source", "first_rank"), name="feed_rank_once"),
        ),
        migrations.AddConstraint(
            model_name="feed",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_rank__gte", 1), ("last_rank__gte", models.F("first_rank"))),
                name="feed_ranks_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at", None)), fields=("stage", "round"), name="draw_of_round_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sideslink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at", None)), fields=("table",), name="sides_link_one_valid"
            ),
        ),
        migrations.AddConstraint(
            model_name="keeper",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("table",), name="table_keeper_one_at_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.UniqueConstraint(
                condition=models.Q(("annulled_at", None)),
                fields=("stage", "group", "part", "round", "position"),
                name="encounter_in_group_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.UniqueConstraint(
                condition=models.Q(("annulled_at", None), ("group", None)),
                fields=("stage", "part", "round", "position"),
                name="encounter_in_bracket_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.UniqueConstraint(
                fields=("table", "queue_place"), name="encounter_queue_place_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["pending", "ready", "playing", "decided"])),
                name="encounter_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_by__isnull", False), ("state", "decided"), ("winner__isnull", False)),
                    models.Q(("decided_by__in", ["double", "bye"]), ("state", "decided"), ("winner", None)),
                    models.Q(
                        models.Q(("state", "decided"), _negated=True), ("decided_by", None), ("winner", None)
                    ),
                    _connector="OR",
                ),
                name="encounter_decided_has_winner",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablelink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at", None)), fields=("table",), name="table_link_one_valid"
            ),
        ),
        migrations.AddConstraint(
            model_name="tiedecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("group", None), ("stage", None), _connector="XOR"),
                name="tie_in_a_group_or_across",
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("unswept_since__isnull", False)),
                fields=["unswept_since"],
                name="tournament_stirred",
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("state", "playing")), fields=["id"], name="tournament_in_play"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("agreement__in", ["match", "hand", "nothing"])),
                name="tournament_agreement_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("doors", None), ("doors__lte", models.F("begins")), _connector="OR"),
                name="tournament_doors_open_first",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends", None), ("begins__isnull", False), _connector="OR"),
                name="tournament_end_has_a_start",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_day__gte", models.F("first_day"))), name="tournament_days_in_order"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_day__gte", datetime.date(1990, 1, 1)),
                    ("last_day__lte", datetime.date(2199, 12, 31)),
                ),
                name="tournament_days_in_known_years",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "playing", "finished"])),
                name="tournament_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["pairs", "singles"])), name="tournament_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibility__in", ["draft", "public", "erased"])),
                name="tournament_visibility_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cancelled_at", None), ("cancelled_because", "")),
                    models.Q(
                        ("cancelled_at__isnull", False), models.Q(("cancelled_because", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="tournament_cancelled_has_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="table_number_once"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(fields=("tournament", "position"), name="stage_position_once"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("best_of__in", [1, 3, 5])), name="stage_best_of_odd"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("hands_per_match", None), ("hands_per_match__range", (1, 99)), _connector="OR"
                ),
                name="stage_hands_allowed",
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("meetings__in", [1, 2])), name="stage_meetings_allowed"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["groups", "swiss", "knockout", "double", "tables", "fours"])
                ),
                name="stage_kind_known",
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
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("tournament", None)),
                fields=("user", "club"),
                name="membership_once_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("tournament__isnull", False)),
                fields=("user", "tournament"),
                name="membership_once_a_tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["owner", "organizer", "referee", "scorekeeper"])),
                name="membership_role_known",
            ),
        ),
        migrations.AddIndex(
            model_name="logrow",
            index=models.Index(fields=["tournament", "id"], name="log_of_tournament"),
        ),
        migrations.AddConstraint(
            model_name="evening",
            constraint=models.UniqueConstraint(fields=("blueprint", "day"), name="evening_made_once"),
        ),
        migrations.AddConstraint(
            model_name="evening",
            constraint=models.CheckConstraint(
                condition=models.Q(("skipped", False), ("tournament", None), _connector="OR"),
                name="evening_made_or_skipped",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("tournament", "name"), name="entrant_name_once"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="entrant_number_once"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["playing", "withdrawn", "disqualified"])),
                name="entrant_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="checkin",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("closes_at", None), ("closes_at__gt", models.F("opens_at")), _connector="OR"
                ),
                name="check_in_ends_after_it_begins",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(("agreement__in", ["match", "hand", "nothing"])),
                name="blueprint_agreement_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(("doors", None), ("doors__lte", models.F("begins")), _connector="OR"),
                name="blueprint_doors_open_first",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends", None), ("begins__isnull", False), _connector="OR"),
                name="blueprint_end_has_a_start",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)),
                fields=("club", "name"),
                name="blueprint_name_once_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_default", True)),
                fields=("club",),
                name="one_default_blueprint_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_default", False), ("ended_at", None), _connector="OR"),
                name="blueprint_default_in_use",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["pairs", "singles"])), name="blueprint_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("weekdays", ""),
                    models.Q(
                        ("begins__isnull", False), ("ends__isnull", False), ("first_day__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="blueprint_repeats_at_hours",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(("days__gte", 1), ("every__gte", 1)), name="blueprint_has_days"
            ),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(fields=["tournament", "state", "signed_up_at"], name="waiting_list"),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["seeking", "asked", "waiting", "let_in", "joined", "cancelled", "refused"])
                ),
                name="application_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(("entrant", None), ("state", "let_in"), _connector="OR"),
                name="an_entrants_application_is_let_in",
            ),
        ),
    ]
