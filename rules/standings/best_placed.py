"""The order of those who have the same rank in different groups, such as the best of the thirds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import lcm

from rules.standings.criteria import Basis, Group, Step, Value
from rules.standings.standings_rows import EncounterRecord, Row, records_of
from rules.standings.tiebreaks import Ranked, rank
from rules.text import Text, decimal


def rank_across(
    placed: Mapping[str, Row],
    steps: Sequence[Step],
    extra_encounters: Sequence[EncounterRecord] = (),
    lot: Sequence[str] | None = None,
) -> list[Ranked]:
    """Put entrants of equal rank, each of another group, in order by those steps that mean something.

    Who met whom says nothing here: such steps are left out. Where groups are of unequal size,
    figures are compared per encounter played, so that nothing that was played is left out of
    account. The values in the reasons are then multiplied by one number for all, which makes them
    whole; their sentences show them per encounter.

    Args:
        placed: the row of each, in the order in which unbroken ties are shown.
        steps: the criteria of the groups, in order.
        extra_encounters: played between some of these to part a tie.
        lot: ids in the order of a lot drawn among these.
    """
    played = {row.encounters_played for row in placed.values()}
    usable = [step for step in steps if not step.met]
    if len(played) > 1:
        scale = lcm(*(played - {0}))
        usable = [step if step.basis is Basis.AFTERWARDS else _per_encounter(step, scale) for step in usable]
    records = records_of(extra_encounters)
    group = Group(
        placed,
        {entrant: records[entrant] for entrant in placed},
        {entrant: number for number, entrant in enumerate(lot or (), start=1)},
    )
    return rank(tuple(placed), group, usable)


def _per_encounter(step: Step, scale: int) -> Step:
    """Make a step compare its values per encounter played, all multiplied by the same number."""
    return replace(
        step,
        phrase=Text(f"karşılaşma başına {step.phrase.tr}", f"{step.phrase.en} per encounter"),
        value=_scaled(step.value, scale),
        show=lambda value, language: decimal(value, scale, language),
    )


def _scaled(value: Value, scale: int) -> Value:
    def scaled(group: Group, tied: Collection[str]) -> Mapping[str, int]:
        played = {entrant: max(1, group.rows[entrant].encounters_played) for entrant in tied}
        values = value(group, tied)
        return {entrant: values[entrant] * scale // played[entrant] for entrant in tied}

    return scaled
