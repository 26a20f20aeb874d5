from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .row_context import DetailDescriptions, RowValues


def _describe_move(before: RowValues, after: RowValues) -> str:
    return _("table %(before)s → %(after)s") % {
        "before": before.get("table") or "–",
        "after": after.get("table", "?"),
    }


def _describe_swap(_before: RowValues, after: RowValues) -> str:
    return _("side %(letter)s") % {"letter": after.get("side", "?")}


def _describe_keeper(before: RowValues, after: RowValues) -> str:
    return " → ".join(name for name in (before["keeper"], after["keeper"]) if name)


def _describe_closing(_before: RowValues, after: RowValues) -> str:
    """Return clauses: how many encounters moved, even if none, and where the one in play continues."""
    moved = after.get("moved", 0)
    sentences = [
        ngettext("%(moved)s encounter moved", "%(moved)s encounters moved", moved) % {"moved": moved}
    ]
    if after.get("goes_on"):
        sentences.append(_("play continues at table %(number)s") % {"number": after["goes_on"]})
    if after.get("plays_on"):
        sentences.append(_("play continues here until it is finished"))
    return ", ".join(sentences)


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "table_closed": _describe_closing,
    "encounter_moved": _describe_move,
    "partners_swapped": _describe_swap,
    "keeper_named": _describe_keeper,
}
