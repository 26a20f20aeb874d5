"""Rows of tables: who plays, sits and keeps there."""

from __future__ import annotations

from django.utils.translation import gettext as _

from .told import Particulars, Told


def _moved(before: Told, after: Told) -> str:
    return _("table %(before)s → %(after)s") % {
        "before": before.get("table") or "–",
        "after": after.get("table", "?"),
    }


def _swapped(_before: Told, after: Told) -> str:
    return _("side %(letter)s") % {"letter": after.get("side", "?")}


def _kept(before: Told, after: Told) -> str:
    """Who keeps the table now, after whoever kept it before."""
    return " → ".join(name for name in (before["keeper"], after["keeper"]) if name)


PARTICULARS: Particulars = {
    "encounter_moved": _moved,
    "partners_swapped": _swapped,
    "table_kept": _kept,
}
