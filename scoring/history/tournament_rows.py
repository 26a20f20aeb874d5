from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.history.details.row_context import DetailDescriptions, RowValues, reason_details


def _describe_rounds(before: RowValues, after: RowValues) -> str:
    return _("stage %(stage)s: %(after)s rounds instead of %(before)s") % {
        "stage": after.get("stage", "?"),
        "after": after.get("rounds", "?"),
        "before": before.get("rounds", "?"),
    }


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "rounds_changed": _describe_rounds,
    "tournament_cancelled": lambda _before, after: ", ".join(reason_details(after)),
}
