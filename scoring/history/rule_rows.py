from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.games import game_of
from scoring.rulebook.views.ruleset_differences import rule_set_name
from tournaments.history.details.row_context import DetailDescriptions, RowValues


def _rules(before: RowValues, after: RowValues) -> str:
    language = get_language() or "tr"
    sets = [rule_set_name(rules["rule_set"]).in_language(language) for rules in (before, after)]
    switches = game_of(after["rule_set"]).book.switches
    changes = [" → ".join(sets)] if sets[0] != sets[1] else []
    for name, values in after["switches"].items():
        switch = switches[name]
        choices = dict.fromkeys(switch.named(value).name.in_language(language) for value in values)
        changes.append(f"{switch.name.in_language(language)}: {' → '.join(choices)}")
    return "; ".join(changes)


def _amended(before: RowValues, after: RowValues) -> str:
    parts = [
        _rules(before, after),
        _("hands rescored: %(hands)s") % {"hands": after["hands"]},
        _("reason: %(reason)s") % {"reason": after["reason"]},
    ]
    if after["later_play_stands"]:
        parts.append(_("later encounters left as they are"))
    return ", ".join(parts)


def _of_template(before: RowValues, after: RowValues) -> str:
    return f"{after['name']}: {_rules(before, after)}"


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "rules_changed": _rules,
    "rules_amended": _amended,
    "template_rules_changed": _of_template,
}
