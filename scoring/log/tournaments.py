"""Rows of what became of a tournament itself."""

from __future__ import annotations

from tournaments.views.particulars.told import Particulars, because

PARTICULARS: Particulars = {
    "tournament_cancelled": lambda _before, after: ", ".join(because(after)),
}
