"""`manage.py password_link`: a one-time link by which somebody who is locked out chooses a new password."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.accounts.domain import recovery_links
from tournaments.languages import bare


class Command(BaseCommand):
    help = (
        "Print a one-time link, valid for an hour, by which the owner of an account chooses a new password."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="of the account")
        parser.add_argument("--address", default=settings.PUBLIC_ADDRESS, help="default: PUBLIC_ADDRESS")

    def handle(self, *_: Any, email: str, address: str, **__: Any) -> None:
        if not address:
            raise CommandError("Under which address are the pages? Give --address or PUBLIC_ADDRESS.")
        try:
            issued = recovery_links.make_at_console(email=email, at=timezone.now())
        except recovery_links.NoSuchAccount as nobody:
            raise CommandError(nobody.message) from nobody
        self.stdout.write(address.rstrip("/") + bare("tournaments:new_password", issued.code))
