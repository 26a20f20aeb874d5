"""Rows of a tournament’s rules: what was changed before the first hand, and what was amended after it."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import PRESETS
from tournaments.views.particulars.told import Particulars, Told


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


PARTICULARS: Particulars = {
    "rules_changed": _rules,
    "rules_amended": _amended,
}
