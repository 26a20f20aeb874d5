"""Rows of draws."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.enums import DrawMethod

from .row_context import Particulars, Told


def _stage_drawn(before: Told, after: Told) -> str:
    """Of which stage and round, how, from which seed, and how often it was changed by hand."""
    told = after or before
    where = _("stage %(stage)s") % {"stage": told.get("stage", "?")}
    if told.get("round"):
        where = ", ".join([where, _("round %(round)s") % told])
    else:
        where = ", ".join([where, str(dict(DrawMethod.choices).get(told.get("method", ""), "?"))])
    seed = _("seed %(seed)s") % told if told.get("seed") else ""
    changes = len(told.get("alterations", []))
    altered = _("changes by hand: %(changes)s") % {"changes": changes} if changes else ""
    return ", ".join(filter(None, [where, seed, altered]))


def _draws_undone(before: Told, _after: Told) -> str:
    return "; ".join(_stage_drawn({}, one) for one in before.get("draws", []))


PARTICULARS: Particulars = {
    "stage_drawn": _stage_drawn,
    "round_drawn": _stage_drawn,
    "round_undone": _stage_drawn,
    "draw_undone": _draws_undone,
}
