from __future__ import annotations

from typing import Any

from tournaments.models import Mail

ALI = "ali@example.org"
SITE = "https://okey.example"


def set_up_email(settings: Any) -> None:
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, SITE


def emails_to(to: str = ALI) -> list[Mail]:
    return list(Mail.objects.filter(to=to, state="waiting").order_by("pk"))


def subjects(to: str = ALI) -> list[str]:
    return [mail.subject.partition(":")[0] for mail in emails_to(to)]


def link_in(mail: Mail) -> str:
    return next(line for line in mail.text.splitlines() if line.startswith(SITE)).removeprefix(SITE)
