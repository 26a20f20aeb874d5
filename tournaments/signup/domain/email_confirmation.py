from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.clock_tolerance import is_recent
from tournaments.database.row_locks import lock_rows
from tournaments.enums import MailProblem, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Application, Tournament
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications, waiting_list
from tournaments.signup.domain.applications import APPLICANT_ACTOR, ApplicationOver, is_over
from tournaments.signup.domain.contact_emails import is_valid_proof

RESEND_DELAY: Final = timedelta(minutes=5)
"""Delivery time of an email before another can be requested."""


class InvalidProof(Refused):
    code = "email_proof_not_valid"
    template = _("This link was for another e-mail: the entry has a new one since. Open the newer message.")


class EmailJustSent(Refused):
    code = "sign_up_email_just_sent"
    template = _("An e-mail was just sent. Wait five minutes, and check your spam folder.")


class ConfirmedAlready(Refused):
    code = "sign_up_email_already_confirmed"
    template = _("This e-mail is already confirmed.")


class EmailNotSent(Refused):
    code = "sign_up_email_not_sent"
    template = _("No e-mail was sent: %(why)s. Your code works the same way; try again later.")


@transaction.atomic
def confirm(*, application: Application, proof: str, at: datetime) -> None:
    """Confirm the address; the waiting list moves up, which emails only others. A repeat changes nothing.

    Raises ApplicationOver, InvalidProof.
    """
    locked, own = _lock(application)
    if not is_valid_proof(own, proof):
        raise InvalidProof
    if own.confirmed_at is not None:
        return
    own.confirmed_at, own.must_confirm = at, False
    own.save(update_fields=["confirmed_at", "must_confirm"])
    log_and_publish(
        "application_confirmed", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=own.public_id
    )
    waiting_list.move_up(tournament=locked, by=APPLICANT_ACTOR, at=at, except_application=own)


@transaction.atomic
def resend_email(*, application: Application, at: datetime, client: str = "") -> None:
    """Send the first email again; `client`, the network address, limits it.

    Raises ApplicationOver, ConfirmedAlready, EmailJustSent, EmailNotSent.
    """
    _tournament, own = _lock(application)
    if own.confirmed_at is not None:
        raise ConfirmedAlready
    sent_recently = own.mailed_at is not None and is_recent(own.mailed_at, at=at, within=RESEND_DELAY)
    if sent_recently and not own.mail_problem:
        raise EmailJustSent
    if not notifications.send_first_email(own, client=client, at=at):
        raise EmailNotSent(why=own.get_mail_problem_display() or MailProblem.ADDRESS.label)


def release_kept_places(*, at: datetime) -> int:
    """Move others up where no confirmation came in time, in open tournaments; return how many moved.

    Unconfirmed ones keep waiting.
    """
    waiting = Application.objects.waiting().order_by()
    lapsed = (
        waiting.filter(must_confirm=True).exclude(waiting_list.place_kept_filter(at)).values("tournament")
    )
    next_in_turn = waiting.filter(must_confirm=False).values("tournament")
    upcoming = Tournament.objects.not_erased().filter(state=TournamentState.OPEN, cancelled_at=None)
    affected = upcoming.filter(pk__in=lapsed).filter(pk__in=next_in_turn).order_by("pk")
    return sum(_move_up(tournament, at=at) for tournament in affected)


@transaction.atomic
def _move_up(tournament: Tournament, *, at: datetime) -> int:
    lock_club(tournament.club_id)
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    return 0 if locked.cancelled else len(waiting_list.move_up(tournament=locked, by=CONSOLE, at=at))


def _lock(application: Application) -> tuple[Tournament, Application]:
    lock_club(application.tournament.club_id)
    locked = lock_rows(Tournament.objects).get(pk=application.tournament_id)
    own = Application.objects.select_related("tournament__club", "joined_to").get(pk=application.pk)
    if is_over(own):
        raise ApplicationOver
    return locked, own
