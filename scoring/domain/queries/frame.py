"""What every page of a tournament knows of it: its stages, and which pages it has."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from rules.rulesets import RuleSet
from scoring.domain.rulebooks import rules_of
from tournaments.enums import StageKind, TournamentState
from tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class Frame:
    """A tournament with its number of pairs and its stages; the group stage carries `group_count`."""

    tournament: Tournament
    pairs: int
    groups_stage: Stage
    knockout: Stage
    group_count: int

    @property
    def drawn(self) -> bool:
        return self.tournament.state != TournamentState.OPEN

    @property
    def has_bracket(self) -> bool:
        return self.group_count > 1

    @property
    def advance(self) -> int:
        """How many of a group go on: of an only group its first, the champion."""
        return self.groups_stage.advance if self.group_count > 1 else 1

    @property
    def rules(self) -> RuleSet:
        return rules_of(self.tournament.rule_book)


def read_frame(tournament_id: UUID) -> Frame:
    """The frame of a tournament, by its public id, in two queries. Raises Tournament.DoesNotExist."""
    tournament = Tournament.objects.select_related("club", "champion", "rule_book").get(
        public_id=tournament_id
    )
    stages = {
        stage.kind: stage
        for stage in tournament.stages.select_related("standings_table").annotate(
            group_count=Count("groups", distinct=True), pairs=Count("tournament__entrants", distinct=True)
        )
    }
    for stage in stages.values():
        stage.tournament = tournament
    groups_stage = stages[StageKind.GROUPS]
    return Frame(
        tournament=tournament,
        pairs=groups_stage.pairs,
        groups_stage=groups_stage,
        knockout=stages[StageKind.KNOCKOUT],
        group_count=groups_stage.group_count,
    )
