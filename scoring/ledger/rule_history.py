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
    """`rule_set` is in force from then on; hands to review are (encounter's public id, match, deal)."""

    at: datetime
    user: User | None
    is_amendment: bool
    rule_set: str
    switches: Switches
    reason: str
    hands: int
    keeps_later_play: bool
    hands_to_review: Sequence[tuple[str, int, int]]


def rule_changes_of(tournament: Tournament) -> list[RuleChange]:
    """Newest first, without rows that lack details."""
    rows = LogRow.objects.filter(tournament=tournament, action__in=("rules_changed", "rules_amended"))
    recorded = rows.exclude(after="")
    return [_rule_change(row) for row in recorded.select_related("user").order_by("-at", "-pk")]


def _rule_change(row: LogRow) -> RuleChange:
    """Parse a row with details (`after`).

    Only amendments have reason, hands, hands to review and `keeps_later_play`.
    """
    facts = json.loads(row.after)
    return RuleChange(
        at=row.at,
        user=row.user,
        is_amendment=row.action == "rules_amended",
        rule_set=facts["rule_set"],
        switches=facts["switches"],
        reason=facts.get("reason", ""),
        hands=facts.get("hands", 0),
        keeps_later_play=facts.get("later_play_stands", False),
        hands_to_review=[(encounter, match, deal) for encounter, match, deal in facts.get("look_again", [])],
    )
