"""Tasks may run twice."""

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
from tournaments.signup.domain.forget_contacts import delete_due_contacts


@shared_task(name=round_jobs.PAIR_ROUND)
def pair_round(job_id: int, asked_at: str) -> bool:
    return round_jobs.run_job(job_id=job_id, asked_at=datetime.fromisoformat(asked_at), clock=timezone.now)


@shared_task
def sweep_tries() -> int:
    return attempts.sweep(at=timezone.now())


@shared_task
def sweep_sessions() -> int:
    return sessions.shorten_long_sessions(at=timezone.now())


@shared_task
def forget_contacts() -> int:
    now = timezone.now()
    return contact_retention.delete_expired(at=now) + delete_due_contacts(at=now)


@shared_task
def give_kept_places() -> int:
    return email_confirmation.release_kept_places(at=timezone.now())


@shared_task(name=recovery_links.ANSWER_REQUEST_TASK)
def answer_password_request(request_id: int) -> None:
    recovery_links.answer_request(request_id=request_id, at=timezone.now())


@shared_task(name=outbox.SEND_MAIL)
def send_mail(mail_id: int) -> bool:
    """Send the most urgent due email, or else this one."""
    mail_ids = dict.fromkeys([*outbox.due_mail_ids(at=timezone.now())[:1], mail_id])
    return any(outbox.send(mail_id=key, clock=timezone.now) for key in mail_ids)


@shared_task
def send_mail_that_waits() -> int:
    outbox.sweep(at=timezone.now())
    return sum(
        outbox.send(mail_id=mail_id, clock=timezone.now) for mail_id in outbox.due_mail_ids(at=timezone.now())
    )


@shared_task
def answer_password_requests() -> None:
    for request_id in recovery_links.pending_requests():
        recovery_links.answer_request(request_id=request_id, at=timezone.now())
