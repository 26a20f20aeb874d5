"""What the house has put for an address, to test with."""

from __future__ import annotations

from typing import Any

from tournaments.models import Mail

ALI = "ali@example.org"
HOUSE = "https://okey.example"


def send_mail(settings: Any) -> None:
    """Let the house send mail."""
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, HOUSE


def mails(to: str = ALI) -> list[Mail]:
    """What waits to be sent to an address, as it was put."""
    return list(Mail.objects.filter(to=to, state="waiting").order_by("pk"))


def subjects(to: str = ALI) -> list[str]:
    return [one.subject.partition(":")[0] for one in mails(to)]


def link_in(mail: Mail) -> str:
    """The path of the page to which a mail leads."""
    return next(line for line in mail.text.splitlines() if line.startswith(HOUSE)).removeprefix(HOUSE)
