from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.audit.lock import asked_for, faults_of_installed, faults_of_licences, faults_of_lock, pinned
from tests.audit.vulnerabilities import SERVICE, known_vulnerabilities

REQUIREMENTS: Final = Path(__file__).resolve().parents[2] / "requirements"


def main(service: str = SERVICE) -> int:
    """Print each fault on a line; return 1 if there are any."""
    run, develop = (list(pinned((REQUIREMENTS / f"{name}.txt").read_text())) for name in ("base", "dev"))
    required = {name: asked_for((REQUIREMENTS / f"{name}.in").read_text()) for name in ("base", "dev")}
    faults = [
        *faults_of_lock(run, required["base"]),
        *faults_of_lock(develop, required["base"] | required["dev"]),
        *faults_of_installed({*run, *develop}),
        *faults_of_licences(run),
    ]
    try:
        vulnerable = known_vulnerabilities(list({*run, *develop}), service=service)
    except (OSError, ValueError, KeyError) as error:  # also if another service answers instead
        say(f"WEAKNESSES WERE NOT LOOKED FOR: {service} can't be reached ({error}).")
    else:
        faults += [f"{package} is known to be weak: {', '.join(ids)}" for package, ids in vulnerable.items()]
        say(f"{len({*run, *develop})} packages were looked up.")
    for fault in faults:
        say(fault)
    return int(bool(faults))


def say(words: str) -> None:
    sys.stderr.write(f"{words}\n")


if __name__ == "__main__":
    sys.exit(main())
