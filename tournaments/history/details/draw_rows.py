from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.enums import DrawMethod

from .row_context import DetailDescriptions, RowValues


def _describe_draw(before: RowValues, after: RowValues) -> str:
    """Return of `after`, else `before`: stage, round or else method, seed, count of changes."""
    summary = after or before
    location = _("stage %(stage)s") % {"stage": summary.get("stage", "?")}
    if summary.get("round"):
        location = ", ".join([location, _("round %(round)s") % summary])
    else:
        location = ", ".join([location, str(dict(DrawMethod.choices).get(summary.get("method", ""), "?"))])
    seed = _("seed %(seed)s") % summary if summary.get("seed") else ""
    changes = len(summary.get("alterations", []))
    altered = _("changes by hand: %(changes)s") % {"changes": changes} if changes else ""
    return ", ".join(filter(None, [location, seed, altered]))


def _describe_undone_draws(before: RowValues, _after: RowValues) -> str:
    return "; ".join(_describe_draw({}, undone_draw) for undone_draw in before.get("draws", []))


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "stage_drawn": _describe_draw,
    "round_drawn": _describe_draw,
    "round_undone": _describe_draw,
    "draw_undone": _describe_undone_draws,
}
