"""Archives that are refused, with the place."""

from __future__ import annotations

from collections.abc import Iterable


class BadArchive(Exception):  # noqa: N818 - a refusal is no fault
    """An archive that is not restored: `place` is a JSON pointer to what is wrong with it, `why` says it."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place or '/'}: {why}")
        self.place, self.why = place or "/", why


def pointer(*steps: str | int) -> str:
    """The JSON pointer to what these steps lead to."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def quoted(names: Iterable[object]) -> str:
    """Some names, for a sentence."""
    return ", ".join(sorted(map(str, names)))
