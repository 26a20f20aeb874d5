from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.text import signed
from tournaments.history.details.row_context import DetailDescriptions, RowValues


def _hand(_before: RowValues, after: RowValues) -> str:
    place = {"match": after.get("match", "?"), "deal": after.get("deal", "?")}
    return (_("match %(match)s, deal %(deal)s") % place) + ": " + _figures(after)


def _taken_back(before: RowValues, after: RowValues) -> str:
    return _hand({}, after | before)


def _corrected(before: RowValues, after: RowValues) -> str:
    old_hand = _hand({}, after | before)
    parts = [f"{old_hand} → {_figures(after)}", _("reason: %(reason)s") % {"reason": after.get("reason", "")}]
    if after.get("later_play_stands"):
        parts.append(_("later encounters left as they are"))
    return ", ".join(parts)


def _ruled(before: RowValues, after: RowValues) -> str:
    if before:
        return _corrected(before, after)
    return ", ".join([_hand({}, after), _("reason: %(reason)s") % {"reason": after.get("reason", "")}])


def _call(_before: RowValues, after: RowValues) -> str:
    parts = [_("match %(match)s, deal %(deal)s") % after] if "deal" in after else []
    text = after.get("question") or after.get("answer")
    return ", ".join([*parts, *([f"“{text}”"] if text else [])])


def _figures(hand: RowValues) -> str:
    if hand.get("void"):
        return _("void hand")
    totals, language = hand.get("totals", {}), get_language() or "tr"
    return " / ".join(f"{side} {signed(points, language)}" for side, points in sorted(totals.items()))


def _confirmed(_before: RowValues, after: RowValues) -> str:
    return _("match %(match)s up to deal %(deal)s, side %(side)s") % after


def _protested(_before: RowValues, after: RowValues) -> str:
    return _("match %(match)s, deal %(deal)s, side %(side)s: “%(question)s”") % after


def _typed(_before: RowValues, after: RowValues) -> str:
    label = _("match %(match)s") % {"match": after.get("match", "?")}
    return label if "hands" not in after else label + ", " + _("hands: %(hands)s") % {"hands": after["hands"]}


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "hand_recorded": _hand,
    "hand_corrected": _corrected,
    "hand_ruled": _ruled,
    "hand_taken_back": _taken_back,
    "hands_confirmed": _confirmed,
    "protest_opened": _protested,
    "referee_called": _call,
    "call_answered": _call,
    "second_typing_asked": _typed,
    "sheet_typed": _typed,
    "typed_sheets_dropped": _typed,
}
