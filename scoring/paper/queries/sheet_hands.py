from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat
from scoring.paper.games.game_sheet import GameSheet
from scoring.paper.games.written_hands import DealOnPaper


def read_deals(encounters: Sequence[int], game_sheet: GameSheet) -> dict[int, dict[int, list[DealOnPaper]]]:
    """Return deals, void ones too, by encounter's primary key and match number.

    Leave out withdrawn hands and those after a match ended by points.
    """
    entries = (
        Entry.objects.filter(current_of__match__encounter__in=encounters, current_of__counts=True)
        .exclude(kind=EntryKind.WITHDRAWAL)
        .select_related("hand__match", "rule_book")
        .order_by("hand__match", "hand__deal")
    )
    seats: dict[int, list[EntrySeat]] = defaultdict(list)
    for seat in EntrySeat.objects.filter(entry__current_of__match__encounter__in=encounters).order_by("pk"):
        seats[seat.entry_id].append(seat)
    by_encounter: dict[int, dict[int, list[DealOnPaper]]] = defaultdict(lambda: defaultdict(list))
    for entry in entries:
        match = entry.hand.match
        by_encounter[match.encounter_id][match.number].append(game_sheet.deal(entry, seats[entry.pk]))
    return by_encounter
