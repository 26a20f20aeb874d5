"""Which of our files a request runs through: `python -m benchmarks.trace [hand|standings|now]`.

In process, on PostgreSQL. A file counts if a line of a function in it runs from the first middleware to the
response; imports, class bodies and templates don't.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

from django.test import Client

from benchmarks.measurement.services import bare_database

ROOT: Final = Path(__file__).resolve().parents[1]
OURS: Final = tuple(f"{ROOT / folder}/" for folder in ("config", "rules", "scoring", "tournaments"))
ENTRANTS: Final = 64
SUBJECTS: Final = ("hand", "standings", "now")


@contextmanager
def traced_lines() -> Iterator[Counter[str]]:
    """Count the lines of functions that run, by file; threads that begin meanwhile too."""
    lines: Counter[str] = Counter()

    def trace_call(frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        is_function = code.co_flags & inspect.CO_NEWLOCALS
        return count_line if is_function and code.co_filename.startswith(OURS) else None

    def count_line(frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
        if event == "line":
            lines[frame.f_code.co_filename] += 1
        return count_line

    threading.settrace(trace_call)
    sys.settrace(trace_call)
    try:
        yield lines
    finally:
        sys.settrace(None)
        threading.settrace(None)


def trace(subject: str) -> Counter[str]:
    with bare_database():
        from benchmarks.measurement.in_process import InProcessPhone, collected_tasks  # noqa: PLC0415
        from benchmarks.measurement.sample_tournaments import create_late_tournament, encounters_at_tables  # noqa: PLC0415

        with collected_tasks() as tasks:
            tournament = create_late_tournament(ENTRANTS)
            phone = InProcessPhone(encounters_at_tables(tournament)[0])
            visitor, page = Client(), f"/t/{tournament.public_id}/"

            def refresh_standings() -> None:
                while tasks:
                    tasks.pop()()

            phone.save(phone.next_hand())
            refresh_standings()
            visitor.get(page)
            fields = phone.next_hand()
            requests: Mapping[str, Callable[[], object]] = {
                "hand": partial(phone.save, fields),
                "standings": refresh_standings,
                "now": partial(visitor.get, page),
            }
            for name, request in requests.items():
                with traced_lines() as lines:
                    request()
                if name == subject:
                    return lines
    raise AssertionError(subject)


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
