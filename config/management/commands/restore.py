from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from config.backups import restore_backup
from config.backups.errors import BackupError
from config.backups.folder import Backup
from config.backups.restore_backup import Preview, Restoration
from config.errors.startup_errors import as_command_errors, check_database
from config.management.commands import backup
from config.management.commands.serve import require_migrations
from config.platform import databases


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Preview a backup and, after confirmation, replace the database of this site by it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="don't ask")
        parser.add_argument(
            "--replace", action="store_true", help="replace existing clubs; they are backed up first"
        )

    def handle(self, *_: Any, file: Path, yes: bool, replace: bool, **__: Any) -> None:
        """Show a preview, ask unless `yes`, then restore.

        Raises CommandError, also for clubs without `replace`.

        Unless the database is empty, it must be migrated.
        """
        check_database()
        with as_command_errors():
            databases.restrict_to_owner(connection.settings_dict)
            if not restore_backup.is_empty_database():
                require_migrations()
            try:
                self._print_preview(restore_backup.preview(file))
                if not yes:
                    self._ask()
                restoration = restore_backup.restore(
                    file, at=timezone.now(), replace=replace, report=self.stdout.write
                )
            except BackupError as error:
                raise CommandError(f"{error} Nothing was changed.") from error
        self._print_outcome(restoration)

    def _print_preview(self, preview: Preview) -> None:
        """Print the backup, clubs replaced, later versions lost, and differences."""
        self.stdout.write(backup.describe_backup(Backup(preview.path, preview.manifest)))
        if preview.clubs_here:
            self.stdout.write(f"This site has {preview.clubs_here} clubs, which will be replaced.")
        if preview.lost_versions:
            self.stdout.write(
                f"{preview.lost_versions} versions of hands that were stored here later would be lost."
            )
        for difference in preview.manifest.differences:
            self.stdout.write(f"  {difference}")

    def _ask(self) -> None:
        if not sys.stdin.isatty():
            raise CommandError("No terminal to ask on: use --yes.")
        if input("Restore it? Type yes: ").strip() != "yes":
            raise CommandError("Nothing was changed.")

    def _print_outcome(self, restoration: Restoration) -> None:
        """Print all, then raise CommandError if the data has differences."""
        if restoration.replaced_backup:
            self.stdout.write(f"Backup of the replaced database: {restoration.replaced_backup.path}")
        manifest = restoration.manifest
        self.stdout.write(
            f"Restored: {manifest.clubs} clubs, {manifest.tournaments} tournaments, {manifest.hands} hands."
        )
        for difference in restoration.differences:
            self.stdout.write(f"  {difference}")
        if restoration.unread:
            self.stdout.write(f"{restoration.unread} tournaments were not verified within the time limit.")
        if restoration.differences:
            raise CommandError("Restored, but its data has differences.")
