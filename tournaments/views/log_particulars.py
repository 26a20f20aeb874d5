"""What became of the subject of a log row, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.rulebook.switches import SWITCHES
from rules.rulesets import PRESETS
from rules.text import signed
from tournaments.enums import Agreement, DrawMethod, EntrantState, TieDecidedBy

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


def _left(_before: Told, after: Told) -> str:
    """Who left and how, what became of the results, and why."""
    states = dict(EntrantState.choices)
    said = [f"{after.get('name', '')}: {states.get(after.get('state', ''), '')}"]
    if after.get("results"):
        kept = after["results"] == "kept"
        said.append(_("results kept") if kept else _("results annulled"))
    said += [_("their place goes to %(name)s") % {"name": place["to"]} for place in after.get("places", ())]
    return ", ".join([*said, *_because(after)])


def _moved(before: Told, after: Told) -> str:
    return _("table %(before)s → %(after)s") % {
        "before": before.get("table") or "–",
        "after": after.get("table", "?"),
    }


def _substituted(before: Told, after: Told) -> str:
    return f"{before.get('entrant', '')}: {before.get('player', '')} → {after.get('player', '')}"


def _late(before: Told, after: Told) -> str:
    said = after or before
    group = [_("group %(group)s") % said] if said.get("group") else []
    return ", ".join([str(said.get("name", "")), *group])


def _lot(_before: Told, after: Told) -> str:
    """Whether it was drawn or decided, and who saw it."""
    ways = dict(TieDecidedBy.choices)
    said = [str(ways.get(after.get("decided_by", ""), ""))]
    if after.get("witness"):
        said.append(_("seen by %(witness)s") % after)
    return ", ".join(one for one in (*said, *_because(after)) if one)


def _because(after: Told) -> list[str]:
    return [_("reason: %(reason)s") % after] if after.get("reason") else []


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
    "stage_drawn": _stage_drawn,
    "round_drawn": _stage_drawn,
    "round_undone": _stage_drawn,
    "draw_undone": _draws_undone,
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
    "places_awarded": lambda _before, after: " · ".join(after.get("order", "")),
    "encounter_reopened": lambda _before, after: ", ".join(_because(after)),
    "encounter_moved": _moved,
    "entrant_left": _left,
    "entrant_back": lambda _before, after: str(after.get("name", "")),
    "player_substituted": _substituted,
    "late_entrant_added": _late,
    "late_entrant_taken_back": _late,
    "lot_recorded": _lot,
    "partners_swapped": _swapped,
}
