"""The protests against the hands of an encounter, for the sheet that shows them at their rows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from scoring.enums import CallState
from scoring.models import Call
from tournaments.models import Encounter


@dataclass(frozen=True)
class Protest:
    """A side's protest: `open` until it is answered or taken back."""

    side: str
    open: bool
    answer: str


def read_protests(encounter: Encounter) -> dict[tuple[int, int], list[Protest]]:
    """The protests by match and deal, the oldest first, in one query."""
    asked = Call.objects.filter(hand__match__encounter=encounter).exclude(side="")
    found: dict[tuple[int, int], list[Protest]] = defaultdict(list)
    for call in asked.select_related("hand__match").order_by("asked_at", "pk"):
        if call.hand is not None:
            protest = Protest(call.side, call.state != CallState.CLOSED, call.told_answer)
            found[call.hand.match.number, call.hand.deal].append(protest)
    return found
