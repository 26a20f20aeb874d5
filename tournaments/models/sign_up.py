"""Signing up by oneself: what a tournament asks, and who asked to play."""

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
"""So many days after its last day a tournament forgets contacts, unless its organizers say otherwise."""


class SignUp(models.Model):
    """What a tournament asks of those who sign up by themselves, and how it takes them.

    `capacity` is how many entrants the list has room for; who signs up beyond waits. Until `closes_at` it is
    open, while `is_open`. With `approval` an organizer looks at each first; with `confirmation` who gives an
    e-mail counts once he confirmed it. `questions` are one a line.
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
        """The questions, in order."""
        return self.questions.splitlines()


class ApplicationQuerySet(models.QuerySet["Application"]):
    def undecided(self) -> ApplicationQuerySet:
        """Those who are on no list yet and may come to be."""
        return self.filter(
            state__in=[ApplicationState.SEEKING, ApplicationState.ASKED, ApplicationState.WAITING]
        )

    def active(self) -> ApplicationQuerySet:
        """Those of which something can come, on the list or not; who was joined is in the other's."""
        on_the_list = models.Q(state=ApplicationState.LET_IN)
        return (self.undecided() | self.filter(on_the_list)).filter(forgotten_at=None)

    def holding(self, club: Club) -> ApplicationQuerySet:
        """Those of a club that hold how to reach somebody; of what was erased no page tells."""
        standing = Tournament.objects.standing().filter(club=club)
        return self.filter(tournament__in=standing, forgotten_at=None).exclude(contact="")

    def waiting(self) -> ApplicationQuerySet:
        """The waiting list, who waits longest first."""
        return self.filter(state=ApplicationState.WAITING).order_by("signed_up_at", "pk")

    def in_turn(self) -> ApplicationQuerySet:
        """The waiting list but for whoever has to confirm his e-mail first."""
        return self.waiting().filter(must_confirm=False)

    def before(self, application: Application) -> int:
        """How many have their turn on the waiting list before him."""
        earlier = models.Q(signed_up_at__lt=application.signed_up_at) | models.Q(
            signed_up_at=application.signed_up_at, pk__lt=application.pk
        )
        return self.in_turn().filter(earlier).count()


class Application(models.Model):
    """Somebody who asked to play, with names as he typed them: no entrant until he is let in (`entrant`).

    Nothing of it but an entrant's public name is for everybody. Organizers see entries that share a name
    until they `reviewed` the later one. Only a digest of the code is kept with which he comes back, and one
    of the secret that came with the form (`form_digest`), from which that code follows: neither is published,
    as `public_id` is. `answers` are questions with what was answered, as JSON. Who looked for a partner and
    was joined to another's application goes with that (`joined_to`); others who look see his name once he let
    them (`seen`). Mail goes to the address in his contact, in the `language` in which he signed up, once a
    first one was put (`mailed_at`); he confirmed that it is his (`confirmed_at`), and has no place before
    where he `must_confirm`. `mail_problem` is why the last mail about it was not sent. After `forgotten_at`
    it holds neither contact nor answers, and names only in its entrant.
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
        """The names as they were typed, in order."""
        return tuple(name for name in (self.player_1, self.player_2) if name)

    @property
    def typed_names(self) -> tuple[str, ...]:
        """The names that he typed himself: who was joined to him typed his own."""
        joined = self.joined_to_id is not None or self.joined.exists()
        return (self.player_1,) if joined else self.players

    @property
    def counts_once_confirmed(self) -> bool:
        """Whether confirming his e-mail is all that it waits for: where organizers decide, they decide."""
        return self.must_confirm and self.state != ApplicationState.ASKED

    @property
    def mail_key(self) -> str:
        """What the keys of all mails about it begin with."""
        return f"sign-up {self.tournament_id} {self.pk} "

    @property
    def alone(self) -> bool:
        """Whether he has no partner and needs one."""
        return self.tournament.kind == EntrantKind.PAIRS and not self.player_2

    @property
    def whole(self) -> Application:
        """The application of the pair: his own, unless he was joined to another's."""
        return self.joined_to or self

    @property
    def answered(self) -> list[tuple[str, str]]:
        """Each question with its answer."""
        return [(question, answer) for question, answer in json.loads(self.answers)]
