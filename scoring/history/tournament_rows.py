"""Log rows of changes to the tournament itself."""

from __future__ import annotations

from tournaments.history.details.row_context import Particulars, because

PARTICULARS: Particulars = {
    "tournament_cancelled": lambda _before, after: ", ".join(because(after)),
}
