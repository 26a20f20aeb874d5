"""Group order from the ledger, by the stage's tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Sum

from rules.text import Text
from rules.tiebreaks import EncounterRecord, Ranked, Row, steps_named
from rules.tiebreaks import rank_group as rank_by_rules
from scoring.models import EntrySeat
from tournaments.models import Encounter, EncounterSide, Entrant, Group, GroupPlace


@dataclass(frozen=True)
class RankedEntrant:
    """An entrant's place (1, 2, 3…, no two alike) and rank (shared when `tied`), with its figures."""

    entrant: Entrant
    place: int
    rank: int
    tied: bool
    row: Row
    reason: Text | None


def rank_group(group: Group) -> list[RankedEntrant]:
    """The order of one group, first first."""
    return rank_groups([group])[group.pk]


def rank_groups(groups: Sequence[Group]) -> dict[int, list[RankedEntrant]]:
    """The order of each group by primary key, in a number of queries that does not depend on how many."""
    places = GroupPlace.objects.filter(group__in=groups).select_related("entrant").order_by("position")
    members: dict[int, dict[str, Entrant]] = {group.pk: {} for group in groups}
    for place in places:
        members[place.group_id][str(place.entrant.public_id)] = place.entrant
    records = _records(groups)
    return {group.pk: _rank(group, members[group.pk], records[group.pk]) for group in groups}


def _rank(group: Group, entrants: dict[str, Entrant], records: list[EncounterRecord]) -> list[RankedEntrant]:
    steps = steps_named(group.stage.tie_breaks)
    ranked: list[Ranked] = rank_by_rules(list(entrants), records, group.lot or None, steps)
    return [
        RankedEntrant(
            entrant=entrants[item.entrant],
            place=place,
            rank=item.rank,
            tied=item.tied,
            row=item.row,
            reason=item.reason.sentence(lambda key: entrants[key].name) if item.reason else None,
        )
        for place, item in enumerate(ranked, start=1)
    ]


def _records(groups: Sequence[Group]) -> dict[int, list[EncounterRecord]]:
    """What each encounter adds to the standings; a walkover has a winner and no hands."""
    encounters = (
        Encounter.objects.filter(group__in=groups)
        .prefetch_related(Prefetch("sides", EncounterSide.objects.select_related("entrant")))
        .order_by("round", "position", "pk")
    )
    sums = {
        (row["entry__hand__match__encounter"], row["side"]): (row["penalties"], row["fouls"])
        for row in EntrySeat.objects.filter(
            entry__current_of__match__encounter__group__in=groups,
            entry__current_of__match__counts=True,
            entry__void=False,
        )
        .order_by()
        .values("entry__hand__match__encounter", "side")
        .annotate(penalties=Sum("points"), fouls=Sum("infractions"))
    }
    records: dict[int, list[EncounterRecord]] = {group.pk: [] for group in groups}
    for encounter in encounters:
        if encounter.group_id is not None:
            records[encounter.group_id].append(_record(encounter, sums))
    return records


def _record(encounter: Encounter, sums: dict[tuple[int, str], tuple[int, int]]) -> EncounterRecord:
    first, second = encounter.sides_in_order
    figures = [sums.get((encounter.pk, letter), (0, 0)) for letter in "AB"]
    winner = next((side for side in (first, second) if side.letter == encounter.winner), None)
    return EncounterRecord(
        sides=(_key(first), _key(second)),
        winner=_key(winner) if winner else None,
        matches_won=(first.wins or 0, second.wins or 0),
        penalties=(figures[0][0], figures[1][0]),
        infractions=(figures[0][1], figures[1][1]),
    )


def _key(side: EncounterSide) -> str:
    return str(side.entrant.public_id) if side.entrant else ""
