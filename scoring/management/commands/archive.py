from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser

from scoring.archive.writer import NotArchivable, archive_as_text, write_archive
from tournaments.models import Tournament

REFUSED = 1
USAGE_ERROR = 2


class Command(BaseCommand):
    """`archive TOURNAMENT [FILE]`: by public id, to standard output or to a new file."""

    requires_system_checks: list[str] = []
    help = "Write a tournament with its ledger as an archive that anybody can verify; exit 1 if it can't be."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament")
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *, tournament: str, file: Path | None, **_options: Any) -> None:
        """Write the archive to a new `file`, else print it; exit 2 for an unknown tournament or bad file.

        If it isn't archivable, exit 1 and delete the file.
        """
        try:
            public_id = Tournament.objects.get(public_id=tournament).public_id
            if file is None:
                self.stdout.write(archive_as_text(public_id), ending="")
                return
            with file.open("xb+") as opened:
                write_archive(public_id, opened)
        except (ValidationError, Tournament.DoesNotExist):
            self._stop(f"no tournament has the id {tournament}", USAGE_ERROR)
        except OSError as error:
            self._stop(f"{file}: {error.strerror}", USAGE_ERROR)
        except NotArchivable as refusal:
            if file is not None:
                file.unlink()
            self._stop(str(refusal), REFUSED)
        else:
            self.stdout.write(f"{file}: {file.stat().st_size} bytes")

    def _stop(self, message: str, code: int) -> None:
        self.stderr.write(message)
        sys.exit(code)
