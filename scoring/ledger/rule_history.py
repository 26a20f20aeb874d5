"""How the rules of a tournament were changed and amended, read from its log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import LogRow, Tournament, User

Switches = Mapping[str, Sequence[Any]]
"""Each switch that changes, by its name in a rule set: the old value and the new one, as JSON has them."""


@dataclass(frozen=True)
class RuleChange:
    """A row of the history: a change before the first hand, or an amendment after it (`amended`).

    `rule_set` is the id of the rule set that holds since, `look_again` the hands that it told to look at
    again: an encounter's public id, the match, the deal.
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


def history(tournament: Tournament) -> list[RuleChange]:
    """How the rules of a tournament were changed, newest first, from the log; where an archive told it."""
    rows = LogRow.objects.filter(tournament=tournament, action__in=("rules_changed", "rules_amended"))
    told = rows.exclude(after="")
    return [_rule_change(row) for row in told.select_related("user").order_by("-at", "-pk")]


def _rule_change(row: LogRow) -> RuleChange:
    told = json.loads(row.after)
    return RuleChange(
        at=row.at,
        user=row.user,
        amended=row.action == "rules_amended",
        rule_set=told["rule_set"],
        switches=told["switches"],
        reason=told.get("reason", ""),
        hands=told.get("hands", 0),
        later_play_stands=told.get("later_play_stands", False),
        look_again=[(encounter, match, deal) for encounter, match, deal in told.get("look_again", [])],
    )
