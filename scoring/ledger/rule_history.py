from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import LogRow, Tournament, User

Switches = Mapping[str, Sequence[Any]]
"""Each changed switch by its name in the rule set: the old and the new value as JSON."""


@dataclass(frozen=True)
class RuleChange:
    """A change before the first hand, or an amendment after it.

    `rule_set` is the id in force from then on; hands to review are (encounter's public id, match, deal).
    """

    at: datetime
    user: User | None
    amended: bool
    rule_set: str
    switches: Switches
    reason: str
    hands: int
    later_play_stands: bool
    look_again: Sequence[tuple[str, int, int]]


def rule_changes_of(tournament: Tournament) -> list[RuleChange]:
    """Return the changes, newest first; rows without details are left out."""
    rows = LogRow.objects.filter(tournament=tournament, action__in=("rules_changed", "rules_amended"))
    recorded = rows.exclude(after="")
    return [_rule_change(row) for row in recorded.select_related("user").order_by("-at", "-pk")]


def _rule_change(row: LogRow) -> RuleChange:
    facts = json.loads(row.after)
    return RuleChange(
        at=row.at,
        user=row.user,
        amended=row.action == "rules_amended",
        rule_set=facts["rule_set"],
        switches=facts["switches"],
        reason=facts.get("reason", ""),
        hands=facts.get("hands", 0),
        later_play_stands=facts.get("later_play_stands", False),
        look_again=[(encounter, match, deal) for encounter, match, deal in facts.get("look_again", [])],
    )
