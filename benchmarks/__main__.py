"""`python -m benchmarks [SUBJECT …]`: measure what takes ten minutes together, or what is named.

The figures are left in var/bench. `docs/performance.md` says what each measures, and what limits it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

SUBJECTS: Final = {
    "rules": ("rules", "racks"),
    "draws": ("formats", "stages"),
    "entry": ("entry",),
    "growth": ("growth",),
    "standings": ("standings",),
    "queue": ("queue",),
    "pages": ("pages",),
    "form": ("form",),
    "laptop": ("laptop",),
    "live": ("streams",),
    "listeners": ("listeners",),
    "crowd": ("crowd",),
    "recovery": ("recovery",),
    "saturday": ("saturday",),
}
"""What can be asked for, and the modules that measure it, each in a process of its own."""
NAMED_ONLY: Final = ("listeners", "crowd", "recovery")
"""They take minutes of their own, and are measured where they are asked for by name."""
ALWAYS: Final = tuple(one for one in SUBJECTS if one not in NAMED_ONLY)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "subjects",
        nargs="*",
        metavar="SUBJECT",
        help=", ".join(ALWAYS) + "; by name alone " + ", ".join(NAMED_ONLY),
    )
    asked = parser.parse_args().subjects or ALWAYS
    if unknown := set(asked) - SUBJECTS.keys():
        parser.error(f"no such subject: {', '.join(sorted(unknown))}; there are {', '.join(SUBJECTS)}")
    modules = [module for subject in asked for module in SUBJECTS[subject]]
    failed = [one for one in modules if not succeeds([sys.executable, "-m", f"benchmarks.{one}"])]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(command, check=False).returncode == 0  # noqa: S603  our own command


if __name__ == "__main__":
    main()
