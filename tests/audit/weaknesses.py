"""What is known of weaknesses in published packages, as osv.dev has collected it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.request import Request, urlopen

from tests.audit.lock import Pinned

SERVICE: Final = "https://api.osv.dev/v1/querybatch"
SECONDS: Final = 5


def weaknesses(lock: Sequence[Pinned], *, service: str = SERVICE) -> Mapping[str, list[str]]:
    """What is known of each package that is known to be weak, by ids. Raises `OSError` without the service.

    `ValueError` and `KeyError` are raised by an answer that it can't have given.
    """
    asked = [{"package": {"name": one.name, "ecosystem": "PyPI"}, "version": one.version} for one in lock]
    body = json.dumps({"queries": asked}).encode()
    request = Request(service, data=body, headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=SECONDS) as answer:
        results = json.load(answer)["results"]
    if len(results) != len(lock):
        raise ValueError(f"{len(results)} answers to {len(lock)} questions")
    found = zip(lock, results, strict=True)
    return {
        f"{one.name} {one.version}": [weak["id"] for weak in said["vulns"]] for one, said in found if said
    }
