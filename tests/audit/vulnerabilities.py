"""Known vulnerabilities of published packages, from osv.dev."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.request import Request, urlopen

from tests.audit.lock import PinnedPackage

SERVICE: Final = "https://api.osv.dev/v1/querybatch"
SECONDS: Final = 5


def known_vulnerabilities(
    lock: Sequence[PinnedPackage], *, service: str = SERVICE
) -> Mapping[str, list[str]]:
    """Return advisory ids by vulnerable package.

    Raises `OSError` without the service, `ValueError` or `KeyError` if the answer can't be from osv.dev.
    """
    queries = [
        {"package": {"name": package.name, "ecosystem": "PyPI"}, "version": package.version}
        for package in lock
    ]
    body = json.dumps({"queries": queries}).encode()
    request = Request(service, data=body, headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=SECONDS) as answer:
        results = json.load(answer)["results"]
    if len(results) != len(lock):
        raise ValueError(f"{len(results)} answers to {len(lock)} questions")
    pairs = zip(lock, results, strict=True)
    return {
        f"{package.name} {package.version}": [weak["id"] for weak in advisories["vulns"]]
        for package, advisories in pairs
        if advisories
    }
