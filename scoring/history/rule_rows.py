from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.games import game_of
from scoring.rulebook.views.ruleset_differences import rule_set_name
from tournaments.history.details.row_context import DetailDescriptions, RowValues


def _describe_rule_changes(before: RowValues, after: RowValues) -> str:
    """Return the rule set, if another, and switches (`after` has both values) as “old → new”, localized."""
    language = get_language() or "tr"
    sets = [rule_set_name(rules["rule_set"]).in_language(language) for rules in (before, after)]
    switches = game_of(after["rule_set"]).book.switches
    changes = [" → ".join(sets)] if sets[0] != sets[1] else []
    for name, values in after["switches"].items():
        switch = switches[name]
        choices = dict.fromkeys(switch.choice_for(value).name.in_language(language) for value in values)
        changes.append(f"{switch.name.in_language(language)}: {' → '.join(choices)}")
    return "; ".join(changes)


def _describe_amendment(before: RowValues, after: RowValues) -> str:
    parts = [
        _describe_rule_changes(before, after),
        _("hands rescored: %(hands)s") % {"hands": after["hands"]},
        _("reason: %(reason)s") % {"reason": after["reason"]},
    ]
    if after["later_play_stands"]:
        parts.append(_("later encounters left as they are"))
    return ", ".join(parts)


def _describe_template_rules(before: RowValues, after: RowValues) -> str:
    return f"{after['name']}: {_describe_rule_changes(before, after)}"


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "rules_changed": _describe_rule_changes,
    "rules_amended": _describe_amendment,
    "template_rules_changed": _describe_template_rules,
}
