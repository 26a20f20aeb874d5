"""``manage.py score_hands``: hands in, scores out, one JSON object a line (RULES §9)."""

import json
import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandParser

from rules.judge import judge_line
from rules.rulesets import DEFAULT_RULE_SET, PRESETS


class Command(BaseCommand):
    """Answer every line of standard input; needs no database, and no line stops it."""

    help = "Scores hand reports: JSON Lines on standard input, JSON Lines on standard output."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the rule set of lines that name none."""
        parser.add_argument(
            "--rule-set",
            default=DEFAULT_RULE_SET,
            choices=sorted(PRESETS),
            metavar="ID",
            help=f"for hands that name none: {', '.join(sorted(PRESETS))} (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read bytes, so that broken UTF-8 is one malformed hand and not the end."""
        try:
            score_lines(sys.stdin.buffer, sys.stdout, options["rule_set"])
        except BrokenPipeError:
            _silence(sys.stdout)


def score_lines(lines: Iterable[bytes], out: TextIO, rule_set: str) -> None:
    """Write one answer for each line, at once, in UTF-8 whatever the locale is.

    Raises:
        BrokenPipeError: nobody reads the answers any more.
    """
    for line in lines:
        answer = json.dumps(judge_line(line, rule_set), ensure_ascii=False)
        out.buffer.write(answer.encode() + b"\n")
        out.flush()


def _silence(out: TextIO) -> None:
    """Turn a broken pipe away from the interpreter's own last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
