from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def name_the_problem(apps: Any, _editor: Any) -> None:
    given_up = apps.get_model("tournaments", "Mail").objects.filter(state="given_up")
    given_up.update(state="not_sent", problem="failed")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_requests_for_passwords"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="mail",
            name="mail_state_known",
        ),
        migrations.AddField(
            model_name="mail",
            name="problem",
            field=models.CharField(
                blank=True,
                choices=[
                    ("client", "too many e-mails were asked for from this internet connection"),
                    ("recipient", "too many e-mails went to this address lately"),
                    ("tournament", "too many people signed up for this tournament within an hour"),
                    ("site", "too many people signed up on this site within an hour"),
                    ("address", "no e-mail can be sent to this address"),
                    ("refused", "the mail server refused it"),
                    ("expired", "no mail server took it in time"),
                    ("interrupted", "sending it was interrupted"),
                    ("failed", "sending it failed"),
                    ("withdrawn", "it was no longer needed"),
                ],
                db_default="",
                default="",
                max_length=12,
            ),
        ),
        migrations.RunPython(name_the_problem, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="application",
            name="mail_problem",
            field=models.CharField(
                blank=True,
                choices=[
                    ("client", "too many e-mails were asked for from this internet connection"),
                    ("recipient", "too many e-mails went to this address lately"),
                    ("tournament", "too many people signed up for this tournament within an hour"),
                    ("site", "too many people signed up on this site within an hour"),
                    ("address", "no e-mail can be sent to this address"),
                    ("refused", "the mail server refused it"),
                    ("expired", "no mail server took it in time"),
                    ("interrupted", "sending it was interrupted"),
                    ("failed", "sending it failed"),
                    ("withdrawn", "it was no longer needed"),
                ],
                db_default="",
                default="",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="mail",
            name="application",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="mails",
                to="tournaments.application",
            ),
        ),
        migrations.AddField(
            model_name="mail",
            name="kind",
            field=models.PositiveSmallIntegerField(
                choices=[(1, "account"), (2, "notice"), (3, "first")], db_default=1, default=1
            ),
        ),
        migrations.AlterField(
            model_name="mail",
            name="state",
            field=models.CharField(
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
        migrations.AddIndex(
            model_name="mail",
            index=models.Index(fields=["kind", "put_at"], name="mails_by_kind"),
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
    ]
