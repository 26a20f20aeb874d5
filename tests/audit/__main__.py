from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Final

from tests.audit.lock import asked_for, faults_of_installed, faults_of_licences, faults_of_lock, pinned
from tests.audit.vulnerabilities import SERVICE, known_vulnerabilities

ROOT: Final = Path(__file__).resolve().parents[2]
REQUIREMENTS: Final = ROOT / "requirements"


def main(service: str = SERVICE) -> int:
    """Print each fault on a line; return 1 if there are any."""
    run, develop = (list(pinned((REQUIREMENTS / f"{name}.txt").read_text())) for name in ("base", "dev"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = asked_for("\n".join(project["dependencies"]))
    faults = [
        *faults_of_lock(run, required),
        *faults_of_lock(develop, required | asked_for((REQUIREMENTS / "dev.in").read_text())),
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
