"""The anchors of headings, the same as on code hosts so that links work in both places."""

from __future__ import annotations

import re
from collections import Counter

_DROPPED = re.compile(r"[^\w\- ]")


class Anchors:
    """Assigns the anchors of one page; a repeated heading gets a numbered suffix."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def of(self, heading: str) -> str:
        """Return a slug: “A new version” becomes `a-new-version`; punctuation is dropped."""
        name = _DROPPED.sub("", heading.lower()).replace(" ", "-")
        times = self._given[name]
        self._given[name] += 1
        return f"{name}-{times}" if times else name
