from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.localized_text import format_signed
from tournaments.history.details.row_context import DetailDescriptions, RowValues


def _describe_hand(_before: RowValues, after: RowValues) -> str:
    place = {"match": after.get("match", "?"), "deal": after.get("deal", "?")}
    return (_("match %(match)s, deal %(deal)s") % place) + ": " + _format_totals(after)


def _describe_undone_hand(before: RowValues, after: RowValues) -> str:
    return _describe_hand({}, after | before)


def _describe_correction(before: RowValues, after: RowValues) -> str:
    old_hand = _describe_hand({}, after | before)
    parts = [
        f"{old_hand} → {_format_totals(after)}",
        _("reason: %(reason)s") % {"reason": after.get("reason", "")},
    ]
    if after.get("later_play_stands"):
        parts.append(_("later encounters left as they are"))
    return ", ".join(parts)


def _describe_ruling(before: RowValues, after: RowValues) -> str:
    if before:
        return _describe_correction(before, after)
    return ", ".join(
        [_describe_hand({}, after), _("reason: %(reason)s") % {"reason": after.get("reason", "")}]
    )


def _describe_call(_before: RowValues, after: RowValues) -> str:
    parts = [_("match %(match)s, deal %(deal)s") % after] if "deal" in after else []
    text = after.get("question") or after.get("answer")
    return ", ".join([*parts, *([f"“{text}”"] if text else [])])


def _format_totals(hand: RowValues) -> str:
    if hand.get("void"):
        return _("void hand")
    totals, language = hand.get("totals", {}), get_language() or "tr"
    return " / ".join(f"{side} {format_signed(points, language)}" for side, points in sorted(totals.items()))


def _describe_confirmation(_before: RowValues, after: RowValues) -> str:
    return _("match %(match)s up to deal %(deal)s, side %(side)s") % after


def _describe_protest(_before: RowValues, after: RowValues) -> str:
    return _("match %(match)s, deal %(deal)s, side %(side)s: “%(question)s”") % after


def _describe_typed_sheet(_before: RowValues, after: RowValues) -> str:
    label = _("match %(match)s") % {"match": after.get("match", "?")}
    return label if "hands" not in after else label + ", " + _("hands: %(hands)s") % {"hands": after["hands"]}


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "hand_recorded": _describe_hand,
    "hand_corrected": _describe_correction,
    "hand_ruled": _describe_ruling,
    "hand_undone": _describe_undone_hand,
    "hands_confirmed": _describe_confirmation,
    "protest_opened": _describe_protest,
    "referee_called": _describe_call,
    "call_answered": _describe_call,
    "double_entry_requested": _describe_typed_sheet,
    "sheet_typed": _describe_typed_sheet,
    "double_entry_discarded": _describe_typed_sheet,
}
