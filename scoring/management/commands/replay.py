from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, ProgrammingError
from django.utils import timezone, translation

from scoring.evening_replay import Replay, play_lines
from scoring.play.evening_outcome import tournament_outcome
from scoring.standings import standings_cache
from tournaments.enums import STANDINGS_KINDS
from tournaments.naming.names import join_sides
from tournaments.refusals import Refused

USAGE_ERROR = 2


class Command(BaseCommand):
    """`replay FILE [--json]`."""

    requires_system_checks: list[str] = []
    help = "Play a recorded evening as a new tournament in a club of its own, and print its outcome."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *, file: Path, json: bool, **_options: Any) -> None:
        """Play the file, print the outcome; exit 2 if unreadable.

        Exit 1 at a refused line (earlier ones stay) or without a usable database.
        """
        try:
            lines = file.read_bytes().splitlines()
        except OSError as error:
            self._stop(f"{file}: {error.strerror}", code=USAGE_ERROR)
        replay = Replay(clock=timezone.now)
        with translation.override("en"):
            try:
                self._play(replay, lines)
            except (OperationalError, ProgrammingError) as error:
                self._stop(f"the database can't be used (has `manage.py migrate` run?): {error}")
        self._print_outcome(replay, as_json=json)

    def _play(self, replay: Replay, lines: list[bytes]) -> None:
        try:
            play_lines(replay, lines)
        except Refused as refusal:
            self._refresh(replay)
            self._stop(f"line {replay.lines}: {refusal}")
        self._refresh(replay)

    def _refresh(self, replay: Replay) -> None:
        if replay.tournament is not None:
            for stage in replay.tournament.stages.filter(kind__in=STANDINGS_KINDS):
                while standings_cache.refresh(stage=stage, at=timezone.now()):
                    pass

    def _stop(self, message: str, code: int = 1) -> NoReturn:
        self.stderr.write(message)
        sys.exit(code)

    def _print_outcome(self, replay: Replay, *, as_json: bool) -> None:
        """Print group rankings, knock-out results and champion; exit 1 without a tournament.

        The last line counts hands as “scored + void”. `as_json`: the outcome in one line.
        """
        if replay.tournament is None:
            self._stop("the file holds no tournament")
        ids = {entrant.pk: key for key, entrant in replay.entrants.items()}
        outcome = tournament_outcome(replay.tournament, ids)
        if as_json:
            self.stdout.write(json.dumps(outcome, ensure_ascii=False))
            return
        names = {key: entrant.name for key, entrant in replay.entrants.items()}
        for group, rows in outcome["groups"].items():
            self.stdout.write(f"{group}")
            for row in rows:
                self.stdout.write(f"  {row['rank']}. {names[row['entrant']]}  {row['average']:+}")
        for listings in outcome["knockout"]:
            for listing in listings:
                sides = join_sides(names.get(side, "?") for side in listing["sides"])
                score = "–".join(str(wins) for wins in listing["score"] or [])
                self.stdout.write(f"{sides}  {score}".rstrip())
        self.stdout.write(
            f"{names.get(outcome['champion'], '?')}, {outcome['hands']} + {outcome['void_hands']}"
        )
