"""``manage.py score_hands``: hands in, scores out, one JSON object a line (RULES §9)."""

from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.games import DEFAULT_RULE_SET, RULE_SETS
from rules.judge import judge_line
from scoring.management.json_lines import answer_lines


class Command(BaseCommand):
    help = "Scores hand reports: JSON Lines on standard input, JSON Lines on standard output."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rule-set",
            default=DEFAULT_RULE_SET,
            choices=RULE_SETS,
            metavar="ID",
            help=f"for hands that name none: {', '.join(RULE_SETS)} (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        answer_lines(partial(judge_line, default_rule_set=options["rule_set"]))
