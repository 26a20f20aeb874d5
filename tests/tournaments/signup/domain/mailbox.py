"""Queued emails, for tests."""

from __future__ import annotations

from typing import Any

from tournaments.models import Mail

ALI = "ali@example.org"
HOUSE = "https://okey.example"


def send_mail(settings: Any) -> None:
    """Set up sending of emails."""
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, HOUSE


def mails(to: str = ALI) -> list[Mail]:
    """Return the queued emails to an address in order."""
    return list(Mail.objects.filter(to=to, state="waiting").order_by("pk"))


def subjects(to: str = ALI) -> list[str]:
    return [mail.subject.partition(":")[0] for mail in mails(to)]


def link_in(mail: Mail) -> str:
    """Return the path of the link in an email."""
    return next(line for line in mail.text.splitlines() if line.startswith(HOUSE)).removeprefix(HOUSE)
