"""`manage.py restore FILE`: a backup in the place of the house, after a preview of what it holds."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from config.backups import restoring
from config.backups.folder import Backup
from config.backups.hindrances import Hindrance
from config.backups.restoring import Preview, Restored
from config.errors.startup import as_command_errors, check_database
from config.management.commands import backup as listing
from config.management.commands.serve import refuse_old_tables
from config.platform import databases


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Show what a backup holds and, once that is confirmed, put it in the place of this house."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="don't ask")
        parser.add_argument(
            "--replace", action="store_true", help="also where clubs are; a backup of them is made first"
        )

    def handle(self, *_: Any, file: Path, yes: bool, replace: bool, **__: Any) -> None:
        check_database()
        with as_command_errors():
            databases.restrict_to_owner(connection.settings_dict)
            if not restoring.is_new():
                refuse_old_tables()
            try:
                self._show(restoring.preview(file))
                if not yes:
                    self._ask()
                done = restoring.restore(file, at=timezone.now(), replace=replace, tell=self.stdout.write)
            except Hindrance as error:
                raise CommandError(f"{error} Nothing was changed.") from error
        self._tell(done)

    def _show(self, seen: Preview) -> None:
        self.stdout.write(listing.line(Backup(seen.path, seen.manifest)))
        if seen.clubs_here:
            self.stdout.write(f"This house holds {seen.clubs_here} clubs, which it replaces.")
        if seen.lost:
            self.stdout.write(f"{seen.lost} versions of hands that were stored here later would be lost.")
        for told in seen.manifest.differences:
            self.stdout.write(f"  {told}")

    def _ask(self) -> None:
        if not sys.stdin.isatty():
            raise CommandError("Nobody can be asked here: give --yes.")
        if input("Restore it? Type yes: ").strip() != "yes":
            raise CommandError("Nothing was changed.")

    def _tell(self, done: Restored) -> None:
        if done.before:
            self.stdout.write(f"What was here before: {done.before.path}")
        held = done.manifest
        self.stdout.write(
            f"Restored: {held.clubs} clubs, {held.tournaments} tournaments, {held.hands} hands."
        )
        for told in done.differences:
            self.stdout.write(f"  {told}")
        if done.unread:
            self.stdout.write(f"{done.unread} tournaments were not verified for want of time.")
        if done.differences:
            raise CommandError("It is restored, but something in it differs from what it rests on.")
