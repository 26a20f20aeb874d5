"""Sign-up: terms and applications."""

from __future__ import annotations

import json
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ApplicationState, EntrantKind, MailProblem

from .entrant import Entrant
from .people import Club
from .tournament import Tournament

USUAL_DAYS = 30
"""Days for which contact details are kept after the last day, by default."""


class SignUp(models.Model):
    """The terms of sign-up, which is open until `closes_at`, while `is_open`.

    Beyond `capacity` entrants, applications wait. With `approval` an organizer reviews each; with
    `confirmation` one with an email counts only once that is confirmed. `questions` are one a line.
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
    forget_days = models.PositiveSmallIntegerField(default=USUAL_DAYS)

    @property
    def asked(self) -> list[str]:
        return self.questions.splitlines()


class ApplicationQuerySet(models.QuerySet["Application"]):
    def undecided(self) -> ApplicationQuerySet:
        """Return those that may become entrants."""
        return self.filter(
            state__in=[ApplicationState.SEEKING, ApplicationState.ASKED, ApplicationState.WAITING]
        )

    def active(self) -> ApplicationQuerySet:
        """Return those that are or may become entrants, without those joined to another."""
        on_the_list = models.Q(state=ApplicationState.LET_IN)
        return (self.undecided() | self.filter(on_the_list)).filter(forgotten_at=None)

    def holding(self, club: Club) -> ApplicationQuerySet:
        """Return those of a club with contact details, without erased tournaments."""
        not_erased = Tournament.objects.standing().filter(club=club)
        return self.filter(tournament__in=not_erased, forgotten_at=None).exclude(contact="")

    def waiting(self) -> ApplicationQuerySet:
        """Return the waiting list in order."""
        return self.filter(state=ApplicationState.WAITING).order_by("signed_up_at", "pk")

    def in_turn(self) -> ApplicationQuerySet:
        """Return the waiting list without unconfirmed emails."""
        return self.waiting().filter(must_confirm=False)

    def before(self, application: Application) -> int:
        """Return how many are ahead on the waiting list."""
        earlier = models.Q(signed_up_at__lt=application.signed_up_at) | models.Q(
            signed_up_at=application.signed_up_at, pk__lt=application.pk
        )
        return self.in_turn().filter(earlier).count()


class Application(models.Model):
    """An application to play, with names as typed; once let in, it has an `entrant`.

    Only an entrant's public name is public. `reviewed` dismisses a warning of equal names. `code_digest` is
    of the return code and `form_digest` of the form's secret, from which the code is derived; neither is
    published. `answers` are pairs of question and answer, as JSON. `joined_to` is a partner's application;
    others who look for a partner see its name only if `seen`. Emails are in `language`, from `mailed_at` on;
    `mail_problem` is why the last one was not sent. With `must_confirm` it has no place until `confirmed_at`.
    At `forgotten_at`, contact, answers and names are deleted; the entrant keeps its names.
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
        """The names that this applicant typed, not a joined partner."""
        joined = self.joined_to_id is not None or self.joined.exists()
        return (self.player_1,) if joined else self.players

    @property
    def counts_once_confirmed(self) -> bool:
        """Whether only the confirmation of the email is missing."""
        return self.must_confirm and self.state != ApplicationState.ASKED

    @property
    def mail_key(self) -> str:
        """The prefix of the keys of all its emails."""
        return f"sign-up {self.tournament_id} {self.pk} "

    @property
    def alone(self) -> bool:
        """Whether a partner is missing."""
        return self.tournament.kind == EntrantKind.PAIRS and not self.player_2

    @property
    def whole(self) -> Application:
        """The application of the pair: itself, or the one that it joined."""
        return self.joined_to or self

    @property
    def answered(self) -> list[tuple[str, str]]:
        return [(question, answer) for question, answer in json.loads(self.answers)]
