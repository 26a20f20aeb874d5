from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone, translation

from scoring.archive.errors import ArchiveRefused
from scoring.archive.restore import restore_tournament
from scoring.archive.verify import MAX_BYTES
from tournaments.models import Club, Tournament
from tournaments.naming.invisible_characters import escape_for_terminal

REFUSED = 1
USAGE_ERROR = 2


class Command(BaseCommand):
    """`restore_archive FILE --club CLUB | --new-club NAME`: CLUB is a public id or unique name.

    If refused, print the place as a JSON pointer and exit 1.
    """

    requires_system_checks: list[str] = []
    help = (
        "Restore a tournament from an archive, verified before and after; exit 1 if the archive is refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("--club", help="public id or name of a club of this house")
        target.add_argument("--new-club", help="name of a club that is founded for it, without an owner")

    def handle(self, *, file: Path, club: str | None, new_club: str | None, **_options: Any) -> None:
        text = self._read(file)
        with translation.override("en"):
            try:
                tournament = self._restore(text, club, new_club)
            except ArchiveRefused as refusal:
                self._stop(f"{file}: {refusal}", REFUSED)
        self.stdout.write(escape_for_terminal(f"{tournament.name}: restored as /t/{tournament.public_id}/"))

    @transaction.atomic
    def _restore(self, text: bytes, club: str | None, new_club: str | None) -> Tournament:
        at = timezone.now()
        into = Club.objects.create(name=new_club, created_at=at) if new_club else self._club(club or "")
        return restore_tournament(text, club=into, at=at)

    def _read(self, file: Path) -> bytes:
        try:
            with file.open("rb") as opened:
                text = opened.read(MAX_BYTES + 1)
        except OSError as error:
            self._stop(f"{file}: {error.strerror}", USAGE_ERROR)
        if len(text) > MAX_BYTES:
            self._stop(f"{file}: is larger than {MAX_BYTES} bytes", REFUSED)
        return text

    def _club(self, name_or_id: str) -> Club:
        """Find the club by name or public id; exit 2 if none or several match."""
        clubs = (
            Club.objects.filter(name=name_or_id)
            if _uuid(name_or_id) is None
            else Club.objects.filter(public_id=name_or_id)
        )
        matching = list(clubs.order_by("pk")[:2])
        if len(matching) != 1:
            self._stop(
                f"{'no club is' if not matching else 'several clubs are'} called {name_or_id}", USAGE_ERROR
            )
        return matching[0]

    def _stop(self, message: str, code: int) -> NoReturn:
        self.stderr.write(escape_for_terminal(message))
        sys.exit(code)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
