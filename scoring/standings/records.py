from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
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
EventCounts = Mapping[tuple[int, str, str], int]
"""How often something happened, by encounter, letter and kind."""


def records_of_groups(groups: Iterable[Group]) -> dict[int, list[EncounterRecord]]:
    """Return records by group's primary key."""
    listed = list(groups)
    records: dict[int, list[EncounterRecord]] = {group.pk: [] for group in listed}
    scopes = {"group__in": listed}
    for encounter, record in _read(scopes, _sum_figures(scopes, _count_events(scopes))):
        if encounter.group_id is not None and record is not None:
            records[encounter.group_id].append(record)
    return records


def read_results(**scopes: object) -> Iterator[tuple[Encounter, EncounterRecord | None]]:
    """Yield encounters in any of `scopes` with records, in which nothing is unopened or finished."""
    in_scope = {name: scope for name, scope in scopes.items() if scope}
    if in_scope:
        yield from _read(in_scope, _sum_figures(in_scope, {}))


def _read(
    scopes: Mapping[str, object], figures: FiguresBySide
) -> Iterator[tuple[Encounter, EncounterRecord | None]]:
    """Yield also undecided encounters, without annulled ones; no record if no side has an entrant."""
    for encounter in _encounters(scopes):
        yield encounter, _encounter_record(encounter, figures)


def _encounters(scopes: Mapping[str, object]) -> Iterable[Encounter]:
    sides = EncounterSide.objects.select_related("entrant").order_by("letter")
    return (
        Encounter.objects.not_annulled()
        .filter(_in_any(scopes))
        .select_related("stage")
        .prefetch_related(Prefetch("sides", sides))
        .order_by("round", "position", "pk")
    )


def _in_any(scopes: Mapping[str, object], encounter: str = "") -> Q:
    return reduce(or_, (Q(**{f"{encounter}{name}": scope}) for name, scope in scopes.items()))


def _count_events(scopes: Mapping[str, object]) -> EventCounts:
    """Count charges and finishes in hands that count, by encounter's key, side and kind."""
    # Plain joins: a subquery would read all seats.
    events = (
        EntrySeatEvent.objects.filter(_counting_entries("seat__entry", scopes))
        .filter(kind__in=(SeatEventKind.CHARGED, SeatEventKind.FINISHED))
        .order_by()
        .values_list("seat__entry__current_of__match__encounter", "seat__side", "kind")
        .annotate(times=Sum("times"))
    )
    return {(encounter, side, kind): times for encounter, side, kind, times in events}


def _sum_figures(scopes: Mapping[str, object], event_counts: EventCounts) -> FiguresBySide:
    """Sum penalties, infractions, unopened, finishes and hands that count, by encounter's key and side."""
    rows = (
        EntrySeat.objects.filter(_counting_entries("entry", scopes))
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


def _counting_entries(entry: str, scopes: Mapping[str, object]) -> Q:
    hand = f"{entry}__current_of"
    encounter = f"{hand}__match__encounter"
    conditions = {f"{hand}__match__counts": True, f"{hand}__counts": True, f"{entry}__void": False}
    return _in_any(scopes, f"{encounter}__") & Q(**conditions, **{f"{encounter}__annulled_at": None})


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
