from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config import owner_invitation


class Command(BaseCommand):
    help = "Print a one-time link that founds a club and makes its owner."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default=settings.PUBLIC_ADDRESS, help="default: PUBLIC_ADDRESS")

    def handle(self, *_: Any, address: str, **__: Any) -> None:
        if not address:
            raise CommandError("No address: set --address or PUBLIC_ADDRESS.")
        self.stdout.write(owner_invitation.owner_link(address=address.rstrip("/"), at=timezone.now()))
