from __future__ import annotations

from tournaments.history.details.row_context import DetailDescriptions, reason_details

DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "tournament_cancelled": lambda _before, after: ", ".join(reason_details(after)),
}
