"""Measure every subject, or those named: `python -m benchmarks [SUBJECT …]` (`docs/performance.md`)."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module
from typing import Final

from benchmarks import sites
from benchmarks.figures import report

SUBJECTS: Final = {
    "entry": sites.server,
    "growth": sites.database,
    "standings": sites.database,
    "pages": sites.database,
    "laptop": sites.laptop,
    "live": sites.laptop,
    "saturday": sites.server,
}
"""Modules of this package, and the site that each runs on."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS))
    parser.add_argument("--size", type=int, help="of each subject: pairs, phones, streams or clubs")
    arguments = parser.parse_args()
    subjects = arguments.subjects or list(SUBJECTS)
    if unknown := set(subjects) - SUBJECTS.keys():
        parser.error(f"no such subject: {', '.join(sorted(unknown))}; there are {', '.join(SUBJECTS)}")
    if len(subjects) == 1:
        measure(subjects[0], arguments.size)
        return
    size = [] if arguments.size is None else ["--size", str(arguments.size)]
    if failed := [name for name in subjects if not succeeds(name, *size)]:
        sys.exit(f"failed: {', '.join(failed)}")


def measure(subject: str, size: int | None) -> None:
    """Import the subject's module once Django is set up."""
    with SUBJECTS[subject]() as site:
        module = import_module(f"benchmarks.{subject}")
        report(subject, module.measure(site, size or module.SIZE))


def succeeds(*arguments: str) -> bool:
    """Each subject has a process of its own."""
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, check=False).returncode == 0  # noqa: S603  our own command


if __name__ == "__main__":
    main()
