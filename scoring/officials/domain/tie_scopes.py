from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol, Self

from django.db.models import QuerySet

from scoring.play import result_decisions
from scoring.standings.ranking import (
    RankedEntrant,
    lot_order_across,
    rank_group,
    rank_ledgers_across,
    read_ledgers,
    tied_at_cut,
)
from tournaments.database.row_locks import get_or_refuse
from tournaments.models import Entrant, Group, Stage, TieDecision
from tournaments.schedule.change import Change
from tournaments.schedule.stage_feeds import all_rounds_drawn, is_decided
from tournaments.stages.stage_names import stage_name


class TieScope(Protocol):
    @property
    def stage(self) -> Stage: ...

    @property
    def name(self) -> str:
        """Subject in the audit log."""

    def reload_scope(self) -> Self: ...

    def is_play_over(self) -> bool:
        """Whether no open encounter could break a tie."""

    def find_ties(self, *, decided: bool) -> list[list[Entrant]]:
        """`decided` applies recorded decisions."""

    def decisions(self) -> QuerySet[TieDecision]: ...

    def new_decision(self) -> TieDecision: ...

    def update_dependents(self, *, change: Change) -> None:
        """Raises LaterPlayAffected."""


@dataclass(frozen=True)
class GroupTieScope:
    group: Group

    @property
    def stage(self) -> Stage:
        return self.group.stage

    @property
    def name(self) -> str:
        return self.group.name

    def reload_scope(self) -> GroupTieScope:
        return GroupTieScope(get_or_refuse(Group.objects.select_related("stage__tournament"), self.group.pk))

    def is_play_over(self) -> bool:
        return not self.group.encounters.undecided().exists() and all_rounds_drawn(self.stage)

    def find_ties(self, *, decided: bool) -> list[list[Entrant]]:
        if decided:
            return _tied_classes(rank_group(self.group))
        (ledger,) = read_ledgers([self.group])
        return _tied_classes(replace(ledger, lot_order=()).rank_entrants())

    def decisions(self) -> QuerySet[TieDecision]:
        return self.group.tie_decisions.select_related("user").order_by("-pk")

    def new_decision(self) -> TieDecision:
        return TieDecision(group=self.group)

    def update_dependents(self, *, change: Change) -> None:
        result_decisions.decide_group(self.group, change=change)


@dataclass(frozen=True)
class BestPlacedTieScope:
    """One rank across groups, of which the best advance: ties matter at the cut."""

    stage: Stage

    @property
    def name(self) -> str:
        return stage_name(self.stage)

    def reload_scope(self) -> BestPlacedTieScope:
        return BestPlacedTieScope(get_or_refuse(Stage.objects.select_related("tournament"), self.stage.pk))

    def is_play_over(self) -> bool:
        return self.stage.drawn_at is not None and is_decided(self.stage)

    def find_ties(self, *, decided: bool) -> list[list[Entrant]]:
        feeds = list(self.stage.feeds_out.exclude(best=None).order_by("first_rank", "pk"))
        if not feeds:
            return []
        ledgers = read_ledgers(list(self.stage.groups.select_related("stage").order_by("position")))
        lot = lot_order_across(self.stage) if decided else ()
        rankings = [(rank_ledgers_across(ledgers, feed.first_rank, lot), feed.best or 0) for feed in feeds]
        cut_ties = [tied_at_cut(ranked, best) for ranked, best in rankings]
        return [[ranked_entrant.entrant for ranked_entrant in tie] for tie in cut_ties if tie]

    def decisions(self) -> QuerySet[TieDecision]:
        return self.stage.tie_decisions.select_related("user").order_by("-pk")

    def new_decision(self) -> TieDecision:
        return TieDecision(stage=self.stage)

    def update_dependents(self, *, change: Change) -> None:
        result_decisions.decide_best_placed(self.stage, change=change)


def _tied_classes(ranking: Sequence[RankedEntrant]) -> list[list[Entrant]]:
    tied = [ranked for ranked in ranking if ranked.tied]
    return [
        [ranked_entrant.entrant for ranked_entrant in rank_members]
        for _rank, rank_members in groupby(tied, key=lambda ranked_entrant: ranked_entrant.rank)
    ]
