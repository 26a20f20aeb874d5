from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone, translation

from scoring.standings import standings_cache
from tournaments.enums import STANDINGS_KINDS
from tournaments.models import Stage, Tournament
from tournaments.naming.invisible_characters import escape_for_terminal

DIFFERENCES_FOUND = 1
USAGE_ERROR = 2


class Command(BaseCommand):
    """`rebuild_standings [--check] [TOURNAMENT…]`: by default all.

    `--check` only prints differences and exits 1 if any.
    """

    requires_system_checks: list[str] = []
    help = "Rebuild the standing rows of all stages from the ledger; --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournaments", nargs="*")
        parser.add_argument(
            "--check", action="store_true", help="compare, write nothing, exit 1 if any row differs"
        )

    def handle(self, *, tournaments: Sequence[str], check: bool, **_options: Any) -> None:
        stages = self._stages(tournaments)
        with translation.override("en"):
            if check:
                self._print_differences(stages)
                return
            for stage in stages:
                standings_cache.rebuild(stage=stage, at=timezone.now())
        self.stdout.write(f"{len(stages)} stages rebuilt")

    def _stages(self, tournaments: Sequence[str]) -> list[Stage]:
        stages = Stage.objects.filter(kind__in=STANDINGS_KINDS).exclude(drawn_at=None)
        for public_id in tournaments:
            if not self._tournament_exists(public_id):
                self.stderr.write(f"no tournament has the id {public_id}")
                sys.exit(USAGE_ERROR)
        if tournaments:
            stages = stages.filter(tournament__public_id__in=tournaments)
        return list(stages.select_related("tournament").order_by("pk"))

    def _tournament_exists(self, named: str) -> bool:
        try:
            return Tournament.objects.filter(public_id=named).exists()
        except ValidationError:
            return False

    def _print_differences(self, stages: Sequence[Stage]) -> None:
        """Print stored standings that differ from the ledger, and due refreshes; exit 1 if any differs."""
        differences = [(stage, row) for stage in stages for row in standings_cache.find_differences(stage)]
        for stage in standings_cache.stale_stages().filter(pk__in=[stage.pk for stage in stages]):
            self.stdout.write(
                escape_for_terminal(f"{stage.tournament.name}, stage {stage.position}: a refresh is due")
            )
        for stage, row in differences:
            line = f"{row.entrant}: {row.name} is {row.stored!r}, the ledger gives {row.expected!r}"
            self.stdout.write(escape_for_terminal(f"{stage.tournament.name}, stage {stage.position}, {line}"))
        self.stdout.write(f"{len(stages)} stages compared, {len(differences)} differences")
        if differences:
            sys.exit(DIFFERENCES_FOUND)
