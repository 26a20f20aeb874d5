"""Which of our files a request runs through: `python -m benchmarks.trace [hand|standings|now]`.

In process, on PostgreSQL, from the first middleware to the response; templates don't count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from trace import Trace
from typing import Final

from django.test import Client

from benchmarks import sites

ROOT: Final = Path(__file__).resolve().parents[1]
OURS: Final = tuple(f"{ROOT / folder}/" for folder in ("config", "rules", "scoring", "tournaments"))
ENTRANTS: Final = 64
SUBJECTS: Final = ("hand", "standings", "now")


def lines_run(request: Callable[[], object]) -> Counter[str]:
    """Count the lines that run, by file of ours; threads that begin meanwhile too."""
    tracer = Trace(trace=0)
    tracer.runfunc(request)
    lines: Counter[str] = Counter()
    for (file, _line), times in tracer.results().counts.items():
        if file.startswith(OURS):
            lines[file] += times
    return lines


def trace(subject: str) -> Counter[str]:
    with sites.database():
        from benchmarks.in_process import InProcessPhone, collected_tasks, run_tasks  # noqa: PLC0415
        from benchmarks.sample_tournaments import LateEvening  # noqa: PLC0415

        with collected_tasks() as tasks:
            evening = LateEvening(ENTRANTS)
            phone, visitor = InProcessPhone(evening.tables[0]), Client()
            fields: dict[str, str] = {}
            requests: Mapping[str, Callable[[], object]] = {
                "hand": lambda: phone.save(fields),
                "standings": partial(run_tasks, tasks),
                "now": partial(visitor.get, f"/t/{evening.tournament.public_id}/"),
            }
            for _round in ("warm-up", "traced"):
                fields |= phone.next_hand()
                traced = {name: lines_run(request) for name, request in requests.items()}
            return traced[subject]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trace", description=__doc__)
    parser.add_argument("subject", choices=SUBJECTS)
    lines = trace(parser.parse_args().subject)
    for file in sorted(lines):
        length = len(Path(file).read_text().splitlines())
        print(f"{lines[file]:6} lines run  {length:4} long  {Path(file).relative_to(ROOT)}")
    print(f"{len(lines)} files")


if __name__ == "__main__":
    main()
