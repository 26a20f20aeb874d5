"""Rows of a tournament’s rules: what was changed before the first hand, and what was amended after it."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.games import game_of
from scoring.rulebook.views.ruleset_differences import rule_set_name
from tournaments.history.details.row_context import Particulars, Told


def _rules(before: Told, after: Told) -> str:
    """Each switch of the game that differs with its old and new choice; the rule set where it is another."""
    language = get_language() or "tr"
    sets = [rule_set_name(said["rule_set"]).in_language(language) for said in (before, after)]
    known = game_of(after["rule_set"]).book.switches
    told = [" → ".join(sets)] if sets[0] != sets[1] else []
    for name, values in after["switches"].items():
        switch = known[name]
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


def _of_template(before: Told, after: Told) -> str:
    """Which template, and what changed."""
    return f"{after['name']}: {_rules(before, after)}"


PARTICULARS: Particulars = {
    "rules_changed": _rules,
    "rules_amended": _amended,
    "template_rules_changed": _of_template,
}
