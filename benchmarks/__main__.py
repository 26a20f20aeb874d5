"""Measure everything in ten minutes, or named subjects: `python -m benchmarks [SUBJECT …]`.

Results are in var/bench (`docs/performance.md`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

SUBJECTS: Final = {
    "rules": ("rules", "racks"),
    "draws": ("formats", "stored_draws"),
    "entry": ("hand_entry",),
    "growth": ("event_sizes",),
    "standings": ("standings",),
    "queue": ("task_queue",),
    "pages": ("public_pages",),
    "form": ("hand_form",),
    "laptop": ("laptop",),
    "live": ("live_delay",),
    "listeners": ("listeners",),
    "crowd": ("visitor_rush",),
    "recovery": ("recovery",),
    "saturday": ("federation_evening",),
}
"""Subjects and their modules; each module runs in its own process."""
NAMED_ONLY: Final = ("listeners", "crowd", "recovery")
"""Slow subjects that run only if named."""
ALWAYS: Final = tuple(name for name in SUBJECTS if name not in NAMED_ONLY)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "subjects",
        nargs="*",
        metavar="SUBJECT",
        help=", ".join(ALWAYS) + "; by name alone " + ", ".join(NAMED_ONLY),
    )
    subjects = parser.parse_args().subjects or ALWAYS
    if unknown := set(subjects) - SUBJECTS.keys():
        parser.error(f"no such subject: {', '.join(sorted(unknown))}; there are {', '.join(SUBJECTS)}")
    modules = [module for subject in subjects for module in SUBJECTS[subject]]
    failed = [name for name in modules if not succeeds([sys.executable, "-m", f"benchmarks.{name}"])]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(command, check=False).returncode == 0  # noqa: S603  our own command


if __name__ == "__main__":
    main()
