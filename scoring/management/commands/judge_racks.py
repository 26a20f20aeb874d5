"""``manage.py judge_racks``: racks in, what each could do out, one JSON object a line (RULES §9)."""

from typing import Any

from django.core.management.base import BaseCommand

from rules.judge import judge_rack_line
from scoring.management.json_lines import answer_lines


class Command(BaseCommand):
    help = "Says what racks could do: JSON Lines on standard input, JSON Lines on standard output."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        answer_lines(judge_rack_line)
