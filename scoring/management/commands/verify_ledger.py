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

BROKEN = 1
WRONG_CALL = 2
FROM_AN_ARCHIVE = (
    "it came in an archive: of {closed} log rows it held only the digest,"
    " {withheld} log rows are without their texts"
)


class Command(BaseCommand):
    """`verify_ledger [TOURNAMENT…] [--digests FILE]`: by public id; by default everything.

    Changes nothing. Prints each difference and exits 1 if there is any.
    """

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
        selected = self._named(tournaments)
        self._write_down(digests, "")
        with translation.override("en"):
            broken = self._tell_breaks(database_breaks())
            for number, tournament in enumerate(selected, start=1):
                self._progress(f"{number} of {len(selected)}: {tournament.name}")
                verified = verify(tournament)
                broken += self._tell(tournament.name, verified)
                if not verified.breaks:
                    line = f"{timezone.now():%Y-%m-%dT%H:%M:%SZ} {tournament.public_id} {verified.seal}"
                    self._write_down(digests, line + "\n")
            if not tournaments:
                for club in Club.objects.order_by("pk"):
                    broken += self._tell(f"{club.name}, outside tournaments", verify_club(club))
                broken += self._tell("outside clubs", verify_outside_clubs())
        self.stdout.write(f"{broken} differences")
        if broken:
            sys.exit(BROKEN)

    def _named(self, named: Sequence[str]) -> list[Tournament]:
        if not named:
            return list(Tournament.objects.order_by("pk"))
        return [self._find(public_id) for public_id in named]

    def _find(self, named: str) -> Tournament:
        try:
            return Tournament.objects.get(public_id=named)
        except (ValidationError, Tournament.DoesNotExist):
            self.stderr.write(f"no tournament has the id {named}")
            sys.exit(WRONG_CALL)

    def _write_down(self, digests: Path | None, line: str) -> None:
        if digests is None:
            return
        try:
            with digests.open("a", encoding="utf-8") as opened:
                opened.write(line)
        except OSError as error:
            self.stderr.write(f"{digests}: {error.strerror}")
            sys.exit(WRONG_CALL)

    def _progress(self, text: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(escape_for_terminal(text))

    def _tell(self, name: str, result: VerificationResult) -> int:
        counts = ", ".join(f"{number} {kind}" for kind, number in result.rows.items())
        self.stdout.write(escape_for_terminal(f"{name}: {counts}; last seals {result.seal}"))
        if result.written_over:
            self.stdout.write(
                f"  {result.written_over} log rows tell something else than they did when they were written"
            )
        if result.closed or result.withheld:
            self.stdout.write("  " + FROM_AN_ARCHIVE.format(closed=result.closed, withheld=result.withheld))
        return self._tell_breaks(result.breaks)

    def _tell_breaks(self, breaks: Sequence[Discrepancy]) -> int:
        for difference in breaks:
            self.stdout.write(escape_for_terminal(f"  {difference.where}: {difference.why}"))
        return len(breaks)
