from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from rules.rulesets import RuleSet
from scoring.enums import ProvisionalReason
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.models import Notice, RoundClock, StandingsCache
from scoring.queries.encounters.match_totals import FigureKind, figure_kind_of
from scoring.queries.provisional_results import read_provisional_reasons
from tournaments.enums import EntrantKind, StageKind, TournamentState, Visibility
from tournaments.models import Entrant, Feed, Group, SignUp, Stage, Tournament
from tournaments.models.aggregate_subqueries import count_subquery
from tournaments.stages.stage_names import number_duplicates, stage_name
from tournaments.stages.stage_settings import FeedSettings, StageSettings


@dataclass(frozen=True)
class StageContext:
    """Feeds have best places first; hands are counted only while standings are stale."""

    stage: Stage
    name: str
    groups: int
    feeds_in: Sequence[Feed]
    feeds_out: Sequence[Feed]
    standings_version: int
    as_of_hands: int | None

    @property
    def drawn(self) -> bool:
        return self.stage.drawn_at is not None

    @property
    def only_group(self) -> bool:
        return self.groups == 1

    @property
    def best(self) -> Feed | None:
        return next((feed for feed in self.feeds_out if feed.best is not None), None)

    @property
    def has_one_next_stage(self) -> bool:
        return len({feed.stage_id for feed in self.feeds_out}) == 1

    @property
    def last(self) -> bool:
        return not self.feeds_out

    @property
    def advance(self) -> int:
        return self.stage.certain_qualifier_count


@dataclass(frozen=True)
class TournamentContext:
    tournament: Tournament
    entrant_count: int
    stages: Sequence[StageContext]
    has_notices: bool = True
    has_clock: bool = True
    sign_up_open: bool = False
    """Whether people can sign up now."""
    provisional: ProvisionalReason | None = None
    """Why champion and ranking aren't final, once there are any."""

    @property
    def drawn(self) -> bool:
        return self.tournament.state != TournamentState.OPEN

    @property
    def provisional_note(self) -> str:
        return str(self.provisional.label) if self.provisional else ""

    @property
    def singles(self) -> bool:
        return self.tournament.kind == EntrantKind.SINGLES

    @property
    def tabular(self) -> list[StageContext]:
        return [stage for stage in self.stages if stage.stage.has_standings]

    @property
    def knockouts(self) -> list[StageContext]:
        return [stage for stage in self.stages if not stage.stage.has_standings]

    @property
    def fed_by_standings(self) -> list[Stage]:
        """Return drawn stages."""
        fed = {feed.stage_id for stage in self.tabular for feed in stage.feeds_out}
        return [stage.stage for stage in self.stages if stage.drawn and stage.stage.pk in fed]

    @property
    def in_groups(self) -> bool:
        return all(stage.stage.kind == StageKind.GROUPS and not stage.only_group for stage in self.tabular)

    @property
    def at_tables_of_four(self) -> bool:
        return all(stage.stage.kind == StageKind.TABLES for stage in self.knockouts)

    @property
    def group_count(self) -> int:
        return self.stages[0].groups if self.stages and self.stages[0].stage.kind == StageKind.GROUPS else 0

    @property
    def settings(self) -> list[StageSettings]:
        """Return each stage's settings; feeds name their source by position."""
        return [
            StageSettings(
                kind=stage.stage.kind,
                best_of=stage.stage.best_of,
                hands=stage.stage.hands_per_match,
                name=stage.stage.name,
                meetings=stage.stage.meetings,
                rounds=stage.stage.rounds,
                third_place=stage.stage.third_place,
                reset_final=stage.stage.reset_final,
                feeds=tuple(
                    FeedSettings(
                        self.stage(feed.source_id).stage.position, feed.first_rank, feed.last_rank, feed.best
                    )
                    for feed in stage.feeds_in
                ),
            )
            for stage in self.stages
        ]

    @property
    def rules(self) -> RuleSet:
        rules: RuleSet = rules_of(self.tournament.rule_book)
        return rules

    @property
    def figure_kind(self) -> FigureKind:
        return figure_kind_of(game_of_rules(self.rules).ends_at)

    def stage(self, pk: int) -> StageContext:
        return next(stage for stage in self.stages if stage.stage.pk == pk)


def _select_stages(tournament_id: UUID, now: datetime) -> QuerySet[Stage, Any]:
    """Select stages with counts, the standings' version and what is visible or open `now`."""
    cached = StandingsCache.objects.filter(group__stage=OuterRef("pk"))
    notices = Notice.objects.visible_at(now).filter(tournament=OuterRef("tournament"))
    clocks = RoundClock.objects.filter(tournament=OuterRef("tournament"), stopped_at=None)
    open_to_all = SignUp.objects.open_at(now).filter(tournament=OuterRef("tournament"))
    return (
        Stage.objects.filter(tournament__public_id=tournament_id)
        .select_related("tournament__club", "tournament__champion", "tournament__rule_book")
        .annotate(
            group_count=count_subquery(Group.objects.filter(stage=OuterRef("pk"))),
            pairs=count_subquery(Entrant.objects.filter(tournament=OuterRef("tournament"))),
            has_notices=Exists(notices),
            has_clock=Exists(clocks),
            sign_up_open=Exists(open_to_all),
            standings_version=F("ledger_version") + Coalesce(_sum_of(cached, "moved"), 0),
            kept_hands=_sum_of(cached, "hands"),
            stale=Exists(cached.stale()),
        )
        .order_by("position")
        .prefetch_related(
            Prefetch("feeds_out", Feed.objects.select_related("stage").order_by("first_rank", "pk"))
        )
    )


def read_tournament_context(tournament_id: UUID) -> TournamentContext:
    """Read a tournament with its stages and feeds in two queries, more with a champion.

    Raises Tournament.DoesNotExist.
    """
    now = timezone.now()
    stages = _select_stages(tournament_id, now)
    if not stages:
        raise Tournament.DoesNotExist
    tournament = stages[0].tournament
    feeds = sorted(
        (feed for stage in stages for feed in stage.feeds_out.all()),
        key=lambda feed: (feed.first_rank, feed.pk),
    )
    names = number_duplicates([stage_name(stage) for stage in stages])
    stage_contexts = []
    for stage, name in zip(stages, names, strict=True):
        stage.tournament = tournament
        feeds_in = [feed for feed in feeds if feed.stage_id == stage.pk]
        feeds_out = list(stage.feeds_out.all())
        rest_on = stage.kept_hands if stage.stale else None
        stage_contexts.append(
            StageContext(
                stage, name, stage.group_count, feeds_in, feeds_out, stage.standings_version, rest_on
            )
        )
    still_open = tournament.state == TournamentState.OPEN and not tournament.cancelled
    signs_up = stages[0].sign_up_open and still_open and tournament.visibility == Visibility.PUBLIC
    reasons = read_provisional_reasons([tournament], at=now) if tournament.has_result else {}
    return TournamentContext(
        tournament,
        stages[0].pairs,
        stage_contexts,
        stages[0].has_notices,
        stages[0].has_clock,
        signs_up,
        reasons.get(tournament.pk),
    )


def _sum_of(cached: QuerySet[StandingsCache], figure: str) -> Subquery:
    return Subquery(cached.order_by().values("group__stage").annotate(total=Sum(figure)).values("total"))
