from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone, translation

from scoring.integrity.integrity_checks import database_breaks, verify, verify_club, verify_outside_clubs
from scoring.ledger.seal_verification import Discrepancy, VerificationResult
from tournaments.models import Club, Tournament
from tournaments.naming.invisible_characters import escape_for_terminal

DIFFERENCES_FOUND = 1
USAGE_ERROR = 2
ARCHIVE_NOTE = (
    "it came in an archive: of {closed} log rows it held only the digest,"
    " {withheld} log rows are without their texts"
)


class Command(BaseCommand):
    """`verify_ledger [TOURNAMENT…] [--digests FILE]`."""

    requires_system_checks: list[str] = []
    help = "Compare seals, scores, results and standings with the ledger; exit 1 if anything differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournaments", nargs="*")
        parser.add_argument(
            "--digests",
            type=Path,
            metavar="FILE",
            help="append a line for each tournament in which nothing differs: when, which, its digest",
        )

    def handle(self, *, tournaments: Sequence[str], digests: Path | None, **_options: Any) -> None:
        """Verify the database, then everything or only `tournaments`; exit 1 if anything differs.

        Append seals of tournaments without discrepancies to `digests`. Exit 2 for an unknown id.
        """
        selected = self._find_tournaments(tournaments)
        self._append_digest(digests, "")
        with translation.override("en"):
            broken = self._print_breaks(database_breaks())
            for number, tournament in enumerate(selected, start=1):
                self._progress(f"{number} of {len(selected)}: {tournament.name}")
                verified = verify(tournament)
                broken += self._print_result(tournament.name, verified)
                if not verified.discrepancies:
                    line = f"{timezone.now():%Y-%m-%dT%H:%M:%SZ} {tournament.public_id} {verified.seal}"
                    self._append_digest(digests, line + "\n")
            if not tournaments:
                for club in Club.objects.order_by("pk"):
                    broken += self._print_result(f"{club.name}, outside tournaments", verify_club(club))
                broken += self._print_result("outside clubs", verify_outside_clubs())
        self.stdout.write(f"{broken} differences")
        if broken:
            sys.exit(DIFFERENCES_FOUND)

    def _find_tournaments(self, named: Sequence[str]) -> list[Tournament]:
        if not named:
            return list(Tournament.objects.order_by("pk"))
        return [self._find_tournament(public_id) for public_id in named]

    def _find_tournament(self, named: str) -> Tournament:
        try:
            return Tournament.objects.get(public_id=named)
        except (ValidationError, Tournament.DoesNotExist):
            self.stderr.write(f"no tournament has the id {named}")
            sys.exit(USAGE_ERROR)

    def _append_digest(self, digests: Path | None, line: str) -> None:
        if digests is None:
            return
        try:
            with digests.open("a", encoding="utf-8") as opened:
                opened.write(line)
        except OSError as error:
            self.stderr.write(f"{digests}: {error.strerror}")
            sys.exit(USAGE_ERROR)

    def _progress(self, text: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(escape_for_terminal(text))

    def _print_result(self, name: str, result: VerificationResult) -> int:
        """Print what was verified; return the number of discrepancies."""
        counts = ", ".join(f"{number} {kind}" for kind, number in result.rows.items())
        self.stdout.write(escape_for_terminal(f"{name}: {counts}; last seals {result.seal}"))
        if result.overwritten_count:
            self.stdout.write(f"  {result.overwritten_count} log rows differ from what was written")
        if result.unpublished_count or result.withheld_count:
            self.stdout.write(
                "  " + ARCHIVE_NOTE.format(closed=result.unpublished_count, withheld=result.withheld_count)
            )
        return self._print_breaks(result.discrepancies)

    def _print_breaks(self, breaks: Sequence[Discrepancy]) -> int:
        for difference in breaks:
            self.stdout.write(escape_for_terminal(f"  {difference.location}: {difference.problem}"))
        return len(breaks)
