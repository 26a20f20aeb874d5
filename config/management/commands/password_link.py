from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.accounts.domain import recovery_links
from tournaments.languages import default_path


class Command(BaseCommand):
    help = "Print a one-time link, valid for an hour, for choosing a new password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="e-mail address of the account")
        parser.add_argument("--address", default=settings.PUBLIC_ADDRESS, help="default: PUBLIC_ADDRESS")

    def handle(self, *_: Any, email: str, address: str, **__: Any) -> None:
        if not address:
            raise CommandError("No address: set --address or PUBLIC_ADDRESS.")
        try:
            issued = recovery_links.issue_at_console(email=email, at=timezone.now())
        except recovery_links.NoSuchAccount as error:
            raise CommandError(error.message) from error
        self.stdout.write(address.rstrip("/") + default_path("tournaments:new_password", issued.code))
