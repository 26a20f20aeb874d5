"""Compares hands, confirmations and the log with their seals, and says where they differ."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser

from scoring.ledger.verifying import Verified, verify_club, verify_lone, verify_tournament
from tournaments.models import Club, Tournament

BROKEN = 1
WRONG_CALL = 2
BARE = (
    "{number} hands are sealed by format 1, which leaves out sides, points, openings and infractions of"
    " seats, the entry's own id, and by whom and on what device it was entered"
)


class Command(BaseCommand):
    """`verify_seals [TOURNAMENT…]`: by public id; all, with what belongs to no tournament, if none is named.

    Changes nothing. A line for the first break of each chain, and exit 1 where there is any.
    """

    requires_system_checks: list[str] = []
    help = "Compare hands, confirmations and the log with their seals; exit 1 if any does not fit."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournaments", nargs="*")

    def handle(self, *, tournaments: Sequence[str], **_options: Any) -> None:
        broken = 0
        for tournament in self._named(tournaments):
            broken += self._tell(tournament.name, verify_tournament(tournament))
        if not tournaments:
            for club in Club.objects.order_by("pk"):
                broken += self._tell(f"{club.name}, outside tournaments", verify_club(club))
            broken += self._tell("outside clubs", verify_lone())
        self.stdout.write(f"{broken} breaks")
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
        for one in found.breaks:
            self.stdout.write(f"  {one.where}: {one.why}")
        return len(found.breaks)
