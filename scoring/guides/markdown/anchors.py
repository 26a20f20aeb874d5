"""The names of headings, the same as a code host gives them, so that a link leads there on both."""

from __future__ import annotations

import re
from collections import Counter

_DROPPED = re.compile(r"[^\w\- ]")


class Anchors:
    """Hands out the anchors of one page: a heading that comes again has a number behind it."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def of(self, heading: str) -> str:
        """“A new version” becomes `a-new-version`; signs go, letters of every alphabet stay."""
        name = _DROPPED.sub("", heading.lower()).replace(" ", "-")
        times = self._given[name]
        self._given[name] += 1
        return f"{name}-{times}" if times else name
