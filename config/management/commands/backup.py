"""`manage.py backup`: a backup of the whole house, now."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.backups import folder, making, notes, timed
from config.backups.folder import Backup
from config.backups.hindrances import Hindrance, noted_as
from config.errors.startup import check_database

MEGABYTE = 1_000_000


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Make a backup of the whole house in the folder BACKUPS, verify it, and copy it to BACKUPS_TOO."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--list", action="store_true", help="tell which there are, and make none")
        which.add_argument(
            "--timed",
            action="store_true",
            help="stay, make one every BACKUPS_EVERY_HOURS, and verify the ledger now and each night",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        if options["list"]:
            there = [line(one) for one in folder.newest_first(settings.BACKUPS)]
            self.stdout.write("\n".join(there) or f"There is none in {settings.BACKUPS}.")
        elif options["timed"]:
            timed.keep()
        else:
            self._make()

    def _make(self) -> None:
        check_database()
        try:
            made = making.make(at=timezone.now())
        except Hindrance as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(line(made))
        for told in made.manifest.differences:
            self.stdout.write(f"  {told}")
        if too := noted_as(notes.noted(notes.MAKING).get("too")):
            raise CommandError(f"The second place has no copy of it: {too}")
        if made.manifest.differences:
            raise CommandError("It holds what it should, but that differs from what it rests on.")


def line(backup: Backup) -> str:
    """A backup in a line: where, when, what it holds, and what is to be known of it."""
    held, at = backup.manifest, timezone.localtime(backup.at)
    told = [
        f"{backup.path}: {at:%Y-%m-%d %H:%M}, {backup.size / MEGABYTE:.1f} MB",
        f"{held.clubs} clubs, {held.tournaments} tournaments, {held.hands} hands",
        "verified" if held.good else f"{len(held.differences)} differences",
    ]
    if held.unread:
        told.append(f"{held.unread} tournaments not verified for want of time")
    if held.read_only:
        told.append("read through, not restored")
    return "; ".join(told)
