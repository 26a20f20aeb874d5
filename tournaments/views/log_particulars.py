"""What became of the subject of a log row, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.rulebook.switches import SWITCHES
from rules.rulesets import PRESETS
from rules.text import signed
from tournaments.enums import Agreement

Told = dict[str, Any]
"""What a row holds as JSON, of before or of after."""


def particulars(action: str, before: Told, after: Told) -> str:
    """What a row tells besides its action; nothing where there is no more to tell."""
    tell = _PARTICULARS.get(action)
    return tell(before, after) if tell else ""


def _pair(said: Mapping[str, Any]) -> str:
    return f"{said.get('name', '')} ({', '.join(said.get('players', []))})"


def _drawn(_before: Told, after: Told) -> str:
    seed = after.get("seed")
    return _("seed %(seed)s") % {"seed": seed} if seed else _("placed by hand")


def _hand(_before: Told, after: Told) -> str:
    where = {"match": after.get("match", "?"), "deal": after.get("deal", "?")}
    return (_("match %(match)s, deal %(deal)s") % where) + ": " + _figures(after)


def _taken_back(before: Told, after: Told) -> str:
    """The hand as it was: afterwards there is none."""
    return _hand({}, after | before)


def _kept(before: Told, after: Told) -> str:
    """Who keeps the table now, after whoever kept it before."""
    return " → ".join(name for name in (before["keeper"], after["keeper"]) if name)


def _corrected(before: Told, after: Told) -> str:
    was = _hand({}, after | before)
    said = [f"{was} → {_figures(after)}", _("reason: %(reason)s") % {"reason": after.get("reason", "")}]
    if after.get("later_play_stands"):
        said.append(_("later encounters left as they are"))
    return ", ".join(said)


def _ruled(before: Told, after: Told) -> str:
    """A ruling over a hand, or on one that was not in the ledger."""
    if before:
        return _corrected(before, after)
    return ", ".join([_hand({}, after), _("reason: %(reason)s") % {"reason": after.get("reason", "")}])


def _called(_before: Told, after: Told) -> str:
    """What was asked or answered, and of which hand."""
    said = [_("match %(match)s, deal %(deal)s") % after] if "deal" in after else []
    words = after.get("question") or after.get("answer")
    return ", ".join([*said, *([f"“{words}”"] if words else [])])


def _rules(before: Told, after: Told) -> str:
    """Each switch that differs with its old and its new choice; the rule set where it is another."""
    language = get_language() or "tr"
    sets = [PRESETS[said["rule_set"]].names.in_language(language) for said in (before, after)]
    told = [" → ".join(sets)] if sets[0] != sets[1] else []
    for name, values in after["switches"].items():
        switch = SWITCHES[name]
        choices = dict.fromkeys(switch.named(value).name.in_language(language) for value in values)
        told.append(f"{switch.name.in_language(language)}: {' → '.join(choices)}")
    return "; ".join(told)


def _amended(before: Told, after: Told) -> str:
    said = [
        _rules(before, after),
        _("hands scored anew: %(hands)s") % {"hands": after["hands"]},
        _("reason: %(reason)s") % {"reason": after["reason"]},
    ]
    if after["later_play_stands"]:
        said.append(_("later encounters left as they are"))
    return ", ".join(said)


def _figures(hand: Told) -> str:
    """What a hand cost the sides, A first."""
    if hand.get("void"):
        return _("void hand")
    totals, language = hand.get("totals", {}), get_language() or "tr"
    return " / ".join(f"{side} {signed(points, language)}" for side, points in sorted(totals.items()))


def _confirmed(_before: Told, after: Told) -> str:
    return _("match %(match)s up to deal %(deal)s, side %(side)s") % after


def _protested(_before: Told, after: Told) -> str:
    return _("match %(match)s, deal %(deal)s, side %(side)s: “%(question)s”") % after


def _settings(before: Told, after: Told) -> str:
    """What both sides confirm, and how long they may protest, where that changed."""
    names = dict(Agreement.choices)
    told = []
    if before.get("agreement") != after.get("agreement"):
        chosen = [str(names.get(str(said.get("agreement")), "?")) for said in (before, after)]
        told.append(_("both sides confirm: %(change)s") % {"change": " → ".join(chosen)})
    if before.get("protest_minutes") != after.get("protest_minutes"):
        minutes = [str(said.get("protest_minutes", "?")) for said in (before, after)]
        told.append(_("minutes to protest: %(change)s") % {"change": " → ".join(minutes)})
    return ", ".join(told)


def _walkover(_before: Told, after: Told) -> str:
    return _("to side %(letter)s") % {"letter": after.get("winner", "?")}


def _swapped(_before: Told, after: Told) -> str:
    return _("side %(letter)s") % {"letter": after.get("side", "?")}


def _typed(_before: Told, after: Told) -> str:
    said = _("match %(match)s") % {"match": after.get("match", "?")}
    return said if "hands" not in after else said + ", " + _("hands: %(hands)s") % {"hands": after["hands"]}


_PARTICULARS: Mapping[str, Callable[[Told, Told], str]] = {
    "tournament_created": lambda _before, after: str(after.get("name", "")),
    "tournament_changed": _settings,
    "hands_confirmed": _confirmed,
    "protest_opened": _protested,
    "entrant_added": lambda _before, after: _pair(after),
    "entrant_changed": lambda before, after: f"{_pair(before)} → {_pair(after)}",
    "entrant_removed": lambda before, _after: _pair(before),
    "groups_drawn": _drawn,
    "codes_printed": lambda _before, after: str(after.get("address", "")),
    "hand_recorded": _hand,
    "hand_corrected": _corrected,
    "hand_ruled": _ruled,
    "referee_called": _called,
    "call_answered": _called,
    "hand_taken_back": _taken_back,
    "table_kept": _kept,
    "second_typing_asked": _typed,
    "sheet_typed": _typed,
    "typed_sheets_dropped": _typed,
    "rules_changed": _rules,
    "rules_amended": _amended,
    "walkover_recorded": _walkover,
    "partners_swapped": _swapped,
}
