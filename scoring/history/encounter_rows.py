"""Log rows of encounters decided or reopened without a hand."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.enums import TieDecidedBy
from tournaments.history.details.row_context import Particulars, Told, because


def _walkover(_before: Told, after: Told) -> str:
    won = [_("to side %(letter)s") % {"letter": after["winner"]}] if "winner" in after else []
    return ", ".join([*won, *because(after)])


def _places(_before: Told, after: Told) -> str:
    return ", ".join([" · ".join(after.get("order", "")), *because(after)])


def _lot(_before: Told, after: Told) -> str:
    """Return whether it was drawn or decided, and who witnessed it."""
    labels = dict(TieDecidedBy.choices)
    parts = [str(labels.get(after.get("decided_by", ""), ""))]
    if after.get("witness"):
        parts.append(_("seen by %(witness)s") % after)
    return ", ".join(part for part in (*parts, *because(after)) if part)


PARTICULARS: Particulars = {
    "walkover_recorded": _walkover,
    "double_walkover_recorded": _walkover,
    "places_awarded": _places,
    "encounter_reopened": lambda _before, after: ", ".join(because(after)),
    "lot_recorded": _lot,
}
