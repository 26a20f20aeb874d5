from __future__ import annotations

import sys
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone, translation

from scoring.people import domain
from scoring.people.domain import AnonymizedPlayer
from scoring.play.dry_run import run_and_roll_back
from tournaments.log.actor import CONSOLE
from tournaments.models import Player
from tournaments.naming.invisible_characters import escape_for_terminal
from tournaments.people.domain.anonymization import AlreadyAnonymous

USAGE_ERROR = 2


class Command(BaseCommand):
    """`make_anonymous PLAYER [--yes]`; PLAYER is a public id."""

    requires_system_checks: list[str] = []
    help = "Take a player's name out of everything that is kept; can't be undone. Without --yes only tell."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player")
        parser.add_argument("--yes", action="store_true", help="do it; it can't be undone")

    def handle(self, *, player: str, yes: bool, **_options: Any) -> None:
        """Remove the player's name everywhere; without `yes` a dry run. Exit 2 if unknown or anonymous."""
        with translation.override("en"):
            found_player = self._find(player)

            def make_anonymous() -> AnonymizedPlayer:
                return domain.make_anonymous(player=found_player, by=CONSOLE, at=timezone.now())

            try:
                self._print_result(make_anonymous() if yes else run_and_roll_back(make_anonymous), done=yes)
            except AlreadyAnonymous as refusal:
                self._refuse(refusal.message)

    def _find(self, public_id: str) -> Player:
        try:
            return Player.objects.get(public_id=UUID(public_id))
        except (ValueError, Player.DoesNotExist):
            self._refuse(f"no player has the id {public_id}")
            raise AssertionError from None

    def _refuse(self, message: str) -> None:
        self.stderr.write(message)
        sys.exit(USAGE_ERROR)

    def _print_result(self, result: AnonymizedPlayer, *, done: bool) -> None:
        """Print all that is changed, or without `done` would be."""
        for pair in result.pairs:
            self.stdout.write(
                escape_for_terminal(f"{pair.entrant.tournament.name}: {pair.before} -> {pair.after}")
            )
        self.stdout.write(f"{len(result.tournaments)} tournaments, {len(result.log_keys)} log rows")
        for text in result.texts:
            self.stdout.write(escape_for_terminal(f"removed whole: {text.text}"))
        for reason in result.reasons:
            self.stdout.write(escape_for_terminal(f"sealed by a hash, shown no more: {reason.text}"))
        name = escape_for_terminal(result.player.public_name)
        self.stdout.write(f"{name} it is" if done else f"would be {name}; nothing is changed without --yes")
