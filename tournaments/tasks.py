"""Work after the answer: thin tasks over the domain."""

from __future__ import annotations

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from tournaments.accounts.domain import recovery_links, sessions
from tournaments.draws.domain import round_jobs
from tournaments.limits import attempts
from tournaments.mail import outbox
from tournaments.people.domain import contact_retention
from tournaments.signup.domain import email_confirmation
from tournaments.signup.domain import forget_contacts as applicants


@shared_task(name=round_jobs.PAIR_ROUND)
def pair_round(job_id: int, asked_at: str) -> bool:
    """Pair a round that was asked for at this moment; a later or repeated call finds nothing to do."""
    return round_jobs.work(job_id=job_id, asked_at=datetime.fromisoformat(asked_at), clock=timezone.now)


@shared_task
def sweep_tries() -> int:
    """Forget tries that count no more; how many rows that were."""
    return attempts.sweep(at=timezone.now())


@shared_task
def sweep_sessions() -> int:
    """Let no session last longer than one that begins now; how many were shortened."""
    return sessions.sweep(at=timezone.now())


@shared_task
def forget_contacts() -> int:
    """Forget contacts that are kept no longer; of how many applications and people that was."""
    now = timezone.now()
    return contact_retention.forget_due(at=now) + applicants.forget_due(at=now)


@shared_task
def give_kept_places() -> int:
    """Let in who waits behind somebody that did not confirm his e-mail in time; how many moved up."""
    return email_confirmation.give_kept_places(at=timezone.now())


@shared_task(name=recovery_links.ANSWER_REQUEST)
def answer_password_request(request_id: int) -> None:
    """Mail a link for a new password; a repeated call finds nothing to do."""
    recovery_links.answer_request(request_id=request_id, at=timezone.now())


@shared_task(name=outbox.SEND_MAIL)
def send_mail(mail_id: int) -> bool:
    """Send the most urgent mail that is due, else this one; a repeated call finds nothing to do.

    So a thousand sign-ups that wait in the queue keep no password link waiting.
    """
    wanted = dict.fromkeys([*outbox.due(at=timezone.now())[:1], mail_id])
    return any(outbox.send(mail_id=key, clock=timezone.now) for key in wanted)


@shared_task
def send_mail_that_waits() -> int:
    """Send what a server could not take before, or whose task was lost; how many were sent."""
    outbox.sweep(at=timezone.now())
    return sum(outbox.send(mail_id=one, clock=timezone.now) for one in outbox.due(at=timezone.now()))


@shared_task
def answer_password_requests() -> None:
    """Answer the requests whose own task was lost."""
    for request_id in recovery_links.unanswered():
        recovery_links.answer_request(request_id=request_id, at=timezone.now())
