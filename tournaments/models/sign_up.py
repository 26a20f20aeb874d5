from __future__ import annotations

import json
import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ApplicationState, EntrantKind, MailProblem

from .entrant import Entrant
from .people import Club
from .tournament import Tournament

DEFAULT_RETENTION_DAYS = 30
"""Days for which contact details are kept after the last day, by default."""


class SignUpQuerySet(models.QuerySet["SignUp"]):
    def open_at(self, moment: datetime) -> SignUpQuerySet:
        """By its terms; before the draw of a published tournament people can sign up."""
        not_closed = models.Q(closes_at=None) | models.Q(closes_at__gt=moment)
        return self.filter(not_closed, is_open=True)


class SignUp(models.Model):
    """Open until `closes_at`, while `is_open`; beyond `capacity`, applications wait.

    `approval`: an organizer reviews each; `confirmation`: emails must be confirmed first. `questions` are one
    a line.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="sign_up")
    is_open = models.BooleanField(default=False)
    closes_at = models.DateTimeField(null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    approval = models.BooleanField(default=False)
    confirmation = models.BooleanField(default=False, db_default=False)
    fee = models.CharField(max_length=120, blank=True)
    questions = models.TextField(blank=True)
    consent = models.TextField(blank=True)
    forget_days = models.PositiveSmallIntegerField(default=DEFAULT_RETENTION_DAYS)

    objects = SignUpQuerySet.as_manager()

    @property
    def question_list(self) -> list[str]:
        return self.questions.splitlines()


class ApplicationQuerySet(models.QuerySet["Application"]):
    def undecided(self) -> ApplicationQuerySet:
        return self.filter(
            state__in=[ApplicationState.SEEKING, ApplicationState.ASKED, ApplicationState.WAITING]
        )

    def active(self) -> ApplicationQuerySet:
        """Exclude those joined to another."""
        on_the_list = models.Q(state=ApplicationState.LET_IN)
        return (self.undecided() | self.filter(on_the_list)).filter(forgotten_at=None)

    def with_contact_details(self, club: Club) -> ApplicationQuerySet:
        """Omit erased tournaments."""
        not_erased = Tournament.objects.not_erased().filter(club=club)
        return self.filter(tournament__in=not_erased, forgotten_at=None).exclude(contact="")

    def waiting(self) -> ApplicationQuerySet:
        return self.filter(state=ApplicationState.WAITING).order_by("signed_up_at", "pk")

    def waiting_confirmed(self) -> ApplicationQuerySet:
        """Omit unconfirmed emails."""
        return self.waiting().filter(must_confirm=False)

    def waiting_before(self, application: Application) -> ApplicationQuerySet:
        """Omit unconfirmed emails."""
        earlier = models.Q(signed_up_at__lt=application.signed_up_at) | models.Q(
            signed_up_at=application.signed_up_at, pk__lt=application.pk
        )
        return self.waiting_confirmed().filter(earlier)


class Application(models.Model):
    """Names as typed; once let in, only the name of its `entrant` is public.

    `reviewed` dismisses a warning of equal names. `code_digest` is of the return code, `form_digest` of the
    form's secret that derives it; neither is published. `joined_to`: a partner's application. Others who look
    for a partner see the name only if `seen`. Emails are in `language`, from `mailed_at` on. With
    `must_confirm` it has no place until `confirmed_at`. At `forgotten_at`, contact, answers and names are
    deleted.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="applications")
    code_digest = models.CharField(max_length=64, unique=True)
    form_digest = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=16, choices=ApplicationState)
    player_1 = models.CharField(_("player"), max_length=80, blank=True)
    player_2 = models.CharField(_("partner"), max_length=80, blank=True)
    reviewed = models.BooleanField(default=False)
    seen = models.BooleanField(default=False)
    contact = models.CharField(max_length=120, blank=True)
    language = models.CharField(
        max_length=8, default=settings.LANGUAGE_CODE, db_default=settings.LANGUAGE_CODE
    )
    mailed_at = models.DateTimeField(null=True, blank=True)
    mail_problem = models.CharField(max_length=12, choices=MailProblem, blank=True, default="", db_default="")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    must_confirm = models.BooleanField(default=False, db_default=False)
    answers = models.TextField(default="[]")
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="applications"
    )
    joined_to = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="joined"
    )
    signed_up_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)
    forgotten_at = models.DateTimeField(null=True, blank=True)

    objects = ApplicationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=ApplicationState.values), name="application_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(entrant=None) | models.Q(state=ApplicationState.LET_IN),
                name="an_entrants_application_is_let_in",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "state", "signed_up_at"], name="waiting_list")]

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(name for name in (self.player_1, self.player_2) if name)

    @property
    def typed_names(self) -> tuple[str, ...]:
        """Without the name of a joined partner."""
        joined = self.joined_to_id is not None or self.joined.exists()
        return (self.player_1,) if joined else self.players

    @property
    def counts_once_confirmed(self) -> bool:
        return self.must_confirm and self.state != ApplicationState.ASKED

    @property
    def mail_key(self) -> str:
        return f"sign-up {self.tournament_id} {self.pk} "

    @property
    def lacks_partner(self) -> bool:
        return self.tournament.kind == EntrantKind.PAIRS and not self.player_2

    @property
    def pair_application(self) -> Application:
        """Itself, or the one it joined."""
        return self.joined_to or self

    @property
    def question_answers(self) -> list[tuple[str, str]]:
        return [(question, answer) for question, answer in json.loads(self.answers)]
