"""The anchors of headings, the same as on code hosts."""

from __future__ import annotations

import re
from collections import Counter

_DROPPED = re.compile(r"[^\w\- ]")


class Anchors:
    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def slug_for(self, heading: str) -> str:
        """Return a slug: “A new version” becomes `a-new-version`; repeated ones get a suffix."""
        name = _DROPPED.sub("", heading.lower()).replace(" ", "-")
        times = self._given[name]
        self._given[name] += 1
        return f"{name}-{times}" if times else name
