from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from scoring.enums import CallState
from scoring.models import Call
from tournaments.models import Encounter


@dataclass(frozen=True)
class Protest:
    side: str
    open: bool
    answer: str


def read_protests(encounter: Encounter) -> dict[tuple[int, int], list[Protest]]:
    """Read an encounter's protests by match and deal, oldest first, in one query."""
    calls = Call.objects.filter(hand__match__encounter=encounter).exclude(side="")
    protests: dict[tuple[int, int], list[Protest]] = defaultdict(list)
    for call in calls.select_related("hand__match").order_by("asked_at", "pk"):
        if call.hand is not None:
            protest = Protest(call.side, call.state != CallState.CLOSED, call.answer_text)
            protests[call.hand.match.number, call.hand.deal].append(protest)
    return protests
