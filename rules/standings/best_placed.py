"""Equal ranks in different groups, such as best thirds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import lcm

from rules.standings.criteria import Basis, Group, Step, Value
from rules.standings.standings_rows import EncounterRecord, StandingsRow, records_by_entrant
from rules.standings.tiebreaks import RankedRow, rank


def rank_best_placed(
    placed: Mapping[str, StandingsRow],
    steps: Sequence[Step],
    extra_encounters: Sequence[EncounterRecord] = (),
    lot: Sequence[str] | None = None,
) -> list[RankedRow]:
    """Rank across groups; skip steps about opponents.

    If groups differ in size, figures are per encounter played, times a common factor to be whole. ``placed``
    is in the order of unbroken ties; ``extra_encounters`` were played between these; ``lot`` names
    entrants best first.
    """
    played = {row.encounters_played for row in placed.values()}
    usable = [step for step in steps if not step.compares_opponents]
    if len(played) > 1:
        scale = lcm(*(played - {0}))
        usable = [step if step.basis is Basis.AFTERWARDS else _per_encounter(step, scale) for step in usable]
    records = records_by_entrant(extra_encounters)
    group = Group(
        placed,
        {entrant: records[entrant] for entrant in placed},
        {entrant: number for number, entrant in enumerate(lot or (), start=1)},
    )
    return rank(tuple(placed), group, usable)


def _per_encounter(step: Step, scale: int) -> Step:
    return replace(step, value=_scaled(step.value, scale), scale=scale)


def _scaled(value: Value, scale: int) -> Value:
    def scaled(group: Group, tied: Collection[str]) -> Mapping[str, int]:
        played = {entrant: max(1, group.rows[entrant].encounters_played) for entrant in tied}
        values = value(group, tied)
        return {entrant: values[entrant] * scale // played[entrant] for entrant in tied}

    return scaled
