from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.backups import folder, make_backup, scheduler, status
from config.backups.errors import BackupError
from config.backups.folder import Backup
from config.backups.manifest import Reason
from config.errors.startup_errors import check_database

MEGABYTE = 1_000_000


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Back up the whole site to the folder BACKUPS, verify the backup, and copy it to BACKUPS_COPY."

    def add_arguments(self, parser: ArgumentParser) -> None:
        group = parser.add_mutually_exclusive_group()
        group.add_argument("--list", action="store_true", help="list backups, and make none")
        group.add_argument(
            "--timed",
            action="store_true",
            help="keep running: one every hour, and when a tournament ends",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        if options["list"]:
            lines = [describe_backup(backup) for backup in folder.newest_first(settings.BACKUPS)]
            self.stdout.write("\n".join(lines) or f"No backups in {settings.BACKUPS}.")
        elif options["timed"]:
            scheduler.run_forever()
        else:
            self._make_and_print()

    def _make_and_print(self) -> None:
        """Raises CommandError, also for a failed second copy or differences: then the backup exists."""
        check_database()
        try:
            backup = make_backup.make_backup(at=timezone.now(), reason=Reason.NOW)
        except BackupError as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(describe_backup(backup))
        for difference in backup.manifest.differences:
            self.stdout.write(f"  {difference}")
        attempt = status.last_attempt()
        if attempt and attempt.second_fault:
            raise CommandError(f"No copy in the second folder: {attempt.second_fault}")
        if backup.manifest.differences:
            raise CommandError("The backup is complete, but its data has differences.")


def describe_backup(backup: Backup) -> str:
    """Return path, time, size, counts, and what wasn't verified, in one line."""
    manifest, at = backup.manifest, timezone.localtime(backup.at)
    parts = [
        f"{backup.path}: {at:%Y-%m-%d %H:%M}, {backup.size / MEGABYTE:.1f} MB",
        f"{manifest.clubs} clubs, {manifest.tournaments} tournaments, {manifest.hands} hands",
        "verified" if manifest.good else f"{len(manifest.differences)} differences",
    ]
    if manifest.unread:
        parts.append(f"{manifest.unread} tournaments not verified within the time limit")
    return "; ".join(parts)
