"""Compares all that is stored with what it rests on, and says where it differs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from scoring.ledger.verifying import Break, Verified, verify_club, verify_lone
from scoring.trust.verifying import unguarded, verify
from tournaments.models import Club, Tournament

BROKEN = 1
WRONG_CALL = 2
BARE = (
    "{number} hands are sealed by format 1, which leaves out sides, points, openings and infractions of"
    " seats, the entry's own id, and by whom and on what device it was entered"
)


class Command(BaseCommand):
    """`verify_ledger [TOURNAMENT…]`: by public id; all, with what belongs to no tournament, if none is named.

    Changes nothing. A line for each place where something differs, and exit 1 where there is any. How far it
    is, it tells a terminal.
    """

    requires_system_checks: list[str] = []
    help = "Compare seals, scores, results and standings with the ledger; exit 1 if anything differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournaments", nargs="*")

    def handle(self, *, tournaments: Sequence[str], **_options: Any) -> None:
        named = self._named(tournaments)
        with translation.override("en"):
            broken = self._tell_breaks(unguarded())
            for number, tournament in enumerate(named, start=1):
                self._progress(f"{number} of {len(named)}: {tournament.name}")
                broken += self._tell(tournament.name, verify(tournament))
            if not tournaments:
                for club in Club.objects.order_by("pk"):
                    broken += self._tell(f"{club.name}, outside tournaments", verify_club(club))
                broken += self._tell("outside clubs", verify_lone())
        self.stdout.write(f"{broken} differences")
        if broken:
            sys.exit(BROKEN)

    def _named(self, named: Sequence[str]) -> list[Tournament]:
        if not named:
            return list(Tournament.objects.order_by("pk"))
        return [self._find(one) for one in named]

    def _find(self, named: str) -> Tournament:
        try:
            return Tournament.objects.get(public_id=named)
        except (ValidationError, Tournament.DoesNotExist):
            self.stderr.write(f"no tournament has the id {named}")
            sys.exit(WRONG_CALL)

    def _progress(self, told: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(told)

    def _tell(self, name: str, found: Verified) -> int:
        counts = ", ".join(f"{number} {kind}" for kind, number in found.rows.items())
        self.stdout.write(f"{name}: {counts}; last seals {found.seal}")
        for kind, number in found.unsealed.items():
            if number:
                self.stdout.write(
                    f"  {number} {kind} are from before they were sealed: nothing is known of them"
                )
        if found.bare:
            self.stdout.write("  " + BARE.format(number=found.bare))
        if found.written_over:
            self.stdout.write(
                f"  {found.written_over} log rows tell something else since somebody was made anonymous"
            )
        return self._tell_breaks(found.breaks)

    def _tell_breaks(self, breaks: Sequence[Break]) -> int:
        for one in breaks:
            self.stdout.write(f"  {one.where}: {one.why}")
        return len(breaks)
