"""Confirming an e-mail by what was mailed to it, and what becomes of places kept for who did not."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.clocks import is_recent
from tournaments.database.row_locks import hold
from tournaments.enums import MailProblem, TournamentState
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Tournament
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications, waiting_list
from tournaments.signup.domain.applications import BY_HIMSELF, ApplicationOver, is_over
from tournaments.signup.domain.contact_emails import proves

PATIENCE: Final = timedelta(minutes=5)
"""So long a mail may be on its way before another is asked for."""


class AddressNotProved(Refused):
    code = "address_not_proved"
    template = _("This link was for another e-mail: the entry has a new one since. Open the newer mail.")


class MailIsOnItsWay(Refused):
    code = "sign_up_mail_is_on_its_way"
    template = _("A mail went out a moment ago. Wait five minutes, and look among unwanted mail, too.")


class ConfirmedAlready(Refused):
    code = "sign_up_mail_confirmed_already"
    template = _("This e-mail is confirmed already.")


class NoMoreMail(Refused):
    code = "no_more_sign_up_mail"
    template = _("No e-mail was sent: %(why)s. Your code does the same; try again later.")


@transaction.atomic
def confirm(*, application: Application, proof: str, at: datetime) -> None:
    """Take it that the e-mail is his who has this proof; where he had no place before that, he has his turn.

    Said again nothing changes. Raises ApplicationOver, AddressNotProved.
    """
    held, own = _held(application)
    if not proves(own, proof):
        raise AddressNotProved
    if own.confirmed_at is not None:
        return
    own.confirmed_at, own.must_confirm = at, False
    own.save(update_fields=["confirmed_at", "must_confirm"])
    audit_log.write("application_confirmed", by=BY_HIMSELF, at=at, tournament=held, subject=own.public_id)
    waiting_list.move_up(tournament=held, by=BY_HIMSELF, at=at, untold=own)


@transaction.atomic
def mail_again(*, application: Application, at: datetime, client: str = "") -> None:
    """Mail the first letter once more.

    Raises ApplicationOver, ConfirmedAlready, MailIsOnItsWay, NoMoreMail.
    """
    _tournament, own = _held(application)
    if own.confirmed_at is not None:
        raise ConfirmedAlready
    lately = own.mailed_at is not None and is_recent(own.mailed_at, at=at, within=PATIENCE)
    if lately and not own.mail_problem:
        raise MailIsOnItsWay
    if not notifications.signed_up(own, client=client, at=at):
        raise NoMoreMail(why=own.get_mail_problem_display() or MailProblem.ADDRESS.label)


def give_kept_places(*, at: datetime) -> int:
    """Let those in who wait behind somebody for whom no place is kept any more; how many moved up."""
    waiting = Application.objects.waiting().order_by()
    lapsed = waiting.filter(must_confirm=True).exclude(waiting_list.keeps_place(at)).values("tournament")
    wait = waiting.filter(must_confirm=False).values("tournament")
    open_ones = Tournament.objects.standing().filter(state=TournamentState.OPEN, cancelled_at=None)
    concerned = open_ones.filter(pk__in=lapsed).filter(pk__in=wait).order_by("pk")
    return sum(_move_up(one, at=at) for one in concerned)


@transaction.atomic
def _move_up(tournament: Tournament, *, at: datetime) -> int:
    hold_club(tournament.club_id)
    held = hold(Tournament.objects).get(pk=tournament.pk)
    return 0 if held.cancelled else len(waiting_list.move_up(tournament=held, by=CONSOLE, at=at))


def _held(application: Application) -> tuple[Tournament, Application]:
    hold_club(application.tournament.club_id)
    held = hold(Tournament.objects).get(pk=application.tournament_id)
    own = Application.objects.select_related("tournament__club", "joined_to").get(pk=application.pk)
    if is_over(own):
        raise ApplicationOver
    return held, own
