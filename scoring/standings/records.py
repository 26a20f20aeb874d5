from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Prefetch, Q, Sum

from rules.seat_events import SeatEventKind
from rules.standings.tiebreaks import EncounterRecord
from scoring.models import EntrySeat, EntrySeatEvent
from tournaments.enums import DecidedBy, Part
from tournaments.models import Encounter, EncounterSide, Group


@dataclass(frozen=True)
class SideFigures:
    penalties: int = 0
    infractions: int = 0
    unopened: int = 0
    finishes: int = 0
    hands: int = 0


NO_HANDS: Final = SideFigures()
FiguresBySide = Mapping[tuple[int, str], SideFigures]
"""Figures by encounter and letter; missing where no hand counts."""


def records_of_groups(groups: Iterable[Group]) -> dict[int, list[EncounterRecord]]:
    """Return records by group's primary key, also undecided encounters', without annulled and empty ones."""
    listed = list(groups)
    figures = _sum_figures(listed)
    records: dict[int, list[EncounterRecord]] = {group.pk: [] for group in listed}
    for encounter in _encounters(listed):
        record = _encounter_record(encounter, figures)
        if encounter.group_id is not None and record is not None:
            records[encounter.group_id].append(record)
    return records


def _encounters(groups: Sequence[Group]) -> Iterable[Encounter]:
    sides = EncounterSide.objects.select_related("entrant").order_by("letter")
    return (
        Encounter.objects.not_annulled()
        .filter(group__in=groups)
        .select_related("stage")
        .prefetch_related(Prefetch("sides", sides))
        .order_by("round", "position", "pk")
    )


def _sum_figures(groups: Sequence[Group]) -> FiguresBySide:
    """Sum penalties, infractions, unopened, finishes and hands that count, by encounter's key and side.

    Sides without hands have no key.
    """
    # Plain joins: a subquery would read all seats.
    events = (
        EntrySeatEvent.objects.filter(_counting_entries("seat__entry", groups))
        .filter(kind__in=(SeatEventKind.CHARGED, SeatEventKind.FINISHED))
        .order_by()
        .values_list("seat__entry__current_of__match__encounter", "seat__side", "kind")
        .annotate(times=Sum("times"))
    )
    event_counts = {(encounter, side, kind): times for encounter, side, kind, times in events}
    rows = (
        EntrySeat.objects.filter(_counting_entries("entry", groups))
        .order_by()
        .values_list("entry__current_of__match__encounter", "side")
        .annotate(Sum("points"), Sum("infractions"), Count("entry", distinct=True))
    )
    return {
        (encounter, side): SideFigures(
            penalties=penalties,
            infractions=infractions,
            unopened=event_counts.get((encounter, side, SeatEventKind.CHARGED), 0),
            finishes=event_counts.get((encounter, side, SeatEventKind.FINISHED), 0),
            hands=hands,
        )
        for encounter, side, penalties, infractions, hands in rows
    }


def _counting_entries(entry: str, groups: Sequence[Group]) -> Q:
    hand = f"{entry}__current_of"
    encounter = f"{hand}__match__encounter"
    conditions = {f"{encounter}__group__in": groups, f"{encounter}__annulled_at": None}
    return Q(
        **conditions, **{f"{hand}__match__counts": True, f"{hand}__counts": True, f"{entry}__void": False}
    )


def _encounter_record(encounter: Encounter, figures_by_side: FiguresBySide) -> EncounterRecord | None:
    """Return the encounter's results and figures, zero without hands; None if no side has an entrant."""
    sides = encounter.sides_in_order
    if all(side.entrant is None for side in sides):
        return None
    figures = [figures_by_side.get((encounter.pk, side.letter), NO_HANDS) for side in sides]
    both_lost = encounter.decided_by == DecidedBy.DOUBLE_WALKOVER
    return EncounterRecord(
        sides=tuple(_entrant_key(side) for side in sides),
        winner={side.letter: _entrant_key(side) for side in sides}.get(encounter.winner or ""),
        matches_won=tuple(0 if both_lost else side.wins or 0 for side in sides),
        penalties=tuple(side_figures.penalties for side_figures in figures),
        infractions=tuple(side_figures.infractions for side_figures in figures),
        unopened=tuple(side_figures.unopened for side_figures in figures),
        finishes=tuple(side_figures.finishes for side_figures in figures),
        hands=max(side_figures.hands for side_figures in figures),
        walkover=encounter.decided_by == DecidedBy.WALKOVER,
        lost_by_both=encounter.stage.wins_needed if both_lost else 0,
        extra=encounter.part == Part.EXTRA,
    )


def _entrant_key(side: EncounterSide) -> str:
    return str(side.entrant.public_id) if side.entrant else ""


def extra_encounters(records: Mapping[int, Sequence[EncounterRecord]]) -> list[EncounterRecord]:
    return [record for of_group in records.values() for record in of_group if record.extra]


def byes_of(records: Iterable[EncounterRecord]) -> dict[str, int]:
    byes: defaultdict[str, int] = defaultdict(int)
    for record in records:
        if record.winner and record.sides.count("") == len(record.sides) - 1:
            byes[record.winner] += 1
    return byes
