from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.enums import TieDecidedBy
from tournaments.history.details.row_context import DetailDescriptions, RowValues, reason_details


def _describe_walkover(_before: RowValues, after: RowValues) -> str:
    won = [_("to side %(letter)s") % {"letter": after["winner"]}] if "winner" in after else []
    return ", ".join([*won, *reason_details(after)])


def _describe_places(_before: RowValues, after: RowValues) -> str:
    return ", ".join([" · ".join(after.get("order", "")), *reason_details(after)])


def _describe_lot(_before: RowValues, after: RowValues) -> str:
    labels = dict(TieDecidedBy.choices)
    parts = [str(labels.get(after.get("decided_by", ""), ""))]
    if after.get("witness"):
        parts.append(_("witness: %(witness)s") % after)
    return ", ".join(part for part in (*parts, *reason_details(after)) if part)


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "walkover_recorded": _describe_walkover,
    "double_walkover_recorded": _describe_walkover,
    "places_awarded": _describe_places,
    "encounter_reopened": lambda _before, after: ", ".join(reason_details(after)),
    "lot_recorded": _describe_lot,
}
