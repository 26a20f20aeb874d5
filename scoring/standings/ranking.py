from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from rules.standings.best_placed import rank_best_placed
from rules.standings.criteria import build_group, opponents_won
from rules.standings.statements import Statement
from rules.standings.tiebreaks import EncounterRecord, RankedRow, StandingsRow, rank, steps_by_ids
from scoring.standings.records import extra_encounters, records_of_groups
from tournaments.models import Entrant, Feed, Group, GroupPlace, Stage, TieDecision
from tournaments.models.group import newest_order


@dataclass(frozen=True)
class RankedEntrant:
    """A place (all distinct) and a rank (shared if `tied`).

    Reasons explain the lead over the next, and that of those just above; `strength` counts opponents'
    wins.
    """

    entrant: Entrant
    place: int
    rank: int
    tied: bool
    row: StandingsRow
    reasons: Sequence[Statement]
    strength: int = 0
    separated_by: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class GroupLedger:
    """By public id; departed entrants rank last; those who passed their place on only across groups."""

    group: Group
    entrants: Mapping[str, Entrant]
    records: Sequence[EncounterRecord]
    lot_order: Sequence[str]
    departed_keys: Collection[str] = ()
    passed_on_keys: Collection[str] = ()

    def rank_entrants(self) -> list[RankedEntrant]:
        group = build_group(self.entrants, self.records, self.lot_order)
        steps = steps_by_ids(self.group.stage.tie_breaks)
        staying = [key for key in self.entrants if key not in self.departed_keys]
        leaving = rank([key for key in self.entrants if key in self.departed_keys], group, steps)
        ranked = _with_withdrawn_last(rank(staying, group, steps), leaving)
        return _ranked_entrants(ranked, self.entrants, opponents_won(group, self.entrants))


def rank_group(group: Group) -> list[RankedEntrant]:
    return rank_groups([group])[group.pk]


def rank_groups(groups: Sequence[Group]) -> dict[int, list[RankedEntrant]]:
    return {ledger.group.pk: ledger.rank_entrants() for ledger in read_ledgers(groups)}


def read_ledgers(groups: Sequence[Group]) -> list[GroupLedger]:
    """Read the ledgers in order of `groups`, whose stages must be loaded."""
    members, records, lots = _members(groups), records_of_groups(groups), _lots(groups)
    return [
        GroupLedger(
            group,
            {str(member.entrant.public_id): member.entrant for member in members[group.pk]},
            records[group.pk],
            lots[group.pk],
            {str(member.entrant.public_id) for member in members[group.pk] if member.gone},
            {str(member.entrant.public_id) for member in members[group.pk] if member.passed_on},
        )
        for group in groups
    ]


def best_placed(feed: Feed) -> dict[int, Entrant]:
    """Return by place, from 1, who advances among the best across groups; nobody where a lot must decide."""
    count = feed.best or 0
    ranked = rank_across_groups(feed.source, feed.first_rank)
    tied = tied_at_cut(ranked, count)
    return {best.place: best.entrant for best in ranked[:count] if best not in tied}


def rank_across_groups(stage: Stage, rank: int) -> list[RankedEntrant]:
    groups = list(stage.groups.select_related("stage").order_by("position"))
    return rank_ledgers_across(read_ledgers(groups), rank, lot_order_across(stage))


def lot_order_across(stage: Stage) -> list[str]:
    return newest_order(stage.tie_decisions.all())


def rank_ledgers_across(
    ledgers: Sequence[GroupLedger], rank: int, lot: Sequence[str] = ()
) -> list[RankedEntrant]:
    """Rank a stage's entrants at place `rank` by steps valid across groups, then by lot; withdrawn ones last.

    While a tie leaves a rank open, the entrant there now is compared.
    """
    if not ledgers:
        return []
    at_rank = {
        str(entrant.entrant.public_id): entrant
        for ledger in ledgers
        for entrant in ledger.rank_entrants()
        if entrant.place == rank
    }
    departed = {key for ledger in ledgers for key in (*ledger.departed_keys, *ledger.passed_on_keys)}
    steps = steps_by_ids(ledgers[0].group.stage.tie_breaks)
    extra = extra_encounters({ledger.group.pk: ledger.records for ledger in ledgers})
    staying, leaving = (
        rank_best_placed(
            {key: entrant.row for key, entrant in at_rank.items() if (key in departed) is has_left},
            steps,
            extra,
            lot,
        )
        for has_left in (False, True)
    )
    return _ranked_entrants(
        _with_withdrawn_last(staying, leaving), {key: entrant.entrant for key, entrant in at_rank.items()}, {}
    )


def tied_at_cut(ranked: Sequence[RankedEntrant], best: int) -> list[RankedEntrant]:
    """Tied across the cut-off place `best`."""
    tied = [entrant for entrant in ranked if entrant.tied and entrant.rank <= best]
    last_tied = [entrant for entrant in tied if entrant.rank == tied[-1].rank]
    return last_tied if last_tied and last_tied[-1].place > best else []


def _with_withdrawn_last(staying: Sequence[RankedRow], leaving: Sequence[RankedRow]) -> list[RankedRow]:
    """Without ties: nothing depends on their order."""
    places = enumerate(leaving, start=len(staying) + 1)
    return [*staying, *(replace(entrant, rank=place, tied=False) for place, entrant in places)]


def _ranked_entrants(
    ranked: Iterable[RankedRow], entrants: Mapping[str, Entrant], strengths: Mapping[str, int]
) -> list[RankedEntrant]:
    """Return entrants with places from 1; a missing strength is 0."""
    return [
        RankedEntrant(
            entrant=entrants[ranked_item.entrant],
            place=place,
            rank=ranked_item.rank,
            tied=ranked_item.tied,
            row=ranked_item.row,
            reasons=ranked_item.reasons,
            strength=strengths.get(ranked_item.entrant, 0),
            separated_by=ranked_item.separated_by,
        )
        for place, ranked_item in enumerate(ranked, start=1)
    ]


def _members(groups: Sequence[Group]) -> dict[int, list[GroupPlace]]:
    places = GroupPlace.objects.filter(group__in=groups).select_related("entrant").order_by("position", "pk")
    members: dict[int, list[GroupPlace]] = {group.pk: [] for group in groups}
    for place in places:
        members[place.group_id].append(place)
    return members


def _lots(groups: Sequence[Group]) -> dict[int, list[str]]:
    decisions = TieDecision.objects.filter(group__in=groups).order_by("group", "pk")
    by_group = {
        pk: list(group_decisions)
        for pk, group_decisions in groupby(decisions, key=lambda decision: decision.group_id)
    }
    return {group.pk: newest_order(by_group.get(group.pk, [])) for group in groups}
