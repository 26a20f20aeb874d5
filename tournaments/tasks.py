"""Work after the answer: thin tasks over `tournaments.domain`."""

from __future__ import annotations

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from tournaments.domain import mail, tries
from tournaments.domain.accounts import links, sessions
from tournaments.domain.draws import round_jobs
from tournaments.domain.names import forgetting_cards
from tournaments.domain.sign_up import confirming, forgetting


@shared_task(name=round_jobs.PAIR_ROUND)
def pair_round(job_id: int, asked_at: str) -> bool:
    """Pair a round that was asked for at this moment; a later or repeated call finds nothing to do."""
    return round_jobs.work(job_id=job_id, asked_at=datetime.fromisoformat(asked_at), clock=timezone.now)


@shared_task
def sweep_tries() -> int:
    """Forget tries that count no more; how many rows that were."""
    return tries.sweep(at=timezone.now())


@shared_task
def sweep_sessions() -> int:
    """Let no session last longer than one that begins now; how many were shortened."""
    return sessions.sweep(at=timezone.now())


@shared_task
def forget_contacts() -> int:
    """Forget contacts that are kept no longer; of how many applications and people that was."""
    now = timezone.now()
    return forgetting.forget_due(at=now) + forgetting_cards.forget_due(at=now)


@shared_task
def give_kept_places() -> int:
    """Let in who waits behind somebody that did not confirm his e-mail in time; how many moved up."""
    return confirming.give_kept_places(at=timezone.now())


@shared_task(name=links.ANSWER_REQUEST)
def answer_password_request(request_id: int) -> None:
    """Mail a link for a new password; a repeated call finds nothing to do."""
    links.answer_request(request_id=request_id, at=timezone.now())


@shared_task(name=mail.SEND_MAIL)
def send_mail(mail_id: int) -> bool:
    """Send the most urgent mail that is due, else this one; a repeated call finds nothing to do.

    So a thousand sign-ups that wait in the queue keep no password link waiting.
    """
    wanted = dict.fromkeys([*mail.due(at=timezone.now())[:1], mail_id])
    return any(mail.send(mail_id=key, clock=timezone.now) for key in wanted)


@shared_task
def send_mail_that_waits() -> int:
    """Send what a server could not take before, or whose task was lost; how many were sent."""
    mail.sweep(at=timezone.now())
    return sum(mail.send(mail_id=one, clock=timezone.now) for one in mail.due(at=timezone.now()))


@shared_task
def answer_password_requests() -> None:
    """Answer the requests whose own task was lost."""
    for request_id in links.unanswered():
        links.answer_request(request_id=request_id, at=timezone.now())
