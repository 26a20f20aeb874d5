from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Prefetch

from rules.games import DEFAULT_RULE_SET, game_of
from rules.games.game import Game
from rules.standings.steps import PLAY_STEPS
from rules.standings.tiebreaks import DEFAULT_ORDER, FOURS_ORDER, SWISS_ORDER
from rules.standings.time_up import DEFAULT_ENOUGH_HANDS
from tournaments.enums import StageKind, TimeUp
from tournaments.models import Draw, Feed, Stage, Tournament

BEST_OF = (1, 3, 5)
USUAL_GAME: Game[Any, Any] = game_of(DEFAULT_RULE_SET)
MOST_STAGES = 8
MOST_ROUNDS = 30
MOST_QUALIFIERS = 256
LONGEST_STAGE_NAME = 60


@dataclass(frozen=True)
class FeedSettings:
    """Places `first_rank`…`last_rank` of the stage at position `source` advance.

    With `best`, only the best across groups.
    """

    source: int
    first_rank: int
    last_rank: int
    best: int | None = None


@dataclass(frozen=True)
class StageSettings:
    """The first stage has no feeds: it takes the entry list."""

    kind: str
    best_of: int
    hands: int | None
    feeds: tuple[FeedSettings, ...] = ()
    name: str = ""
    meetings: int = 1
    rounds: int = 0
    third_place: bool = False
    reset_final: bool = True
    draws_itself: bool = True
    time_up: str = TimeUp.OFF.value
    least_hands: int = DEFAULT_ENOUGH_HANDS
    tie_breaks: tuple[str, ...] = DEFAULT_ORDER


@dataclass(frozen=True)
class Length:
    """`hands` is None where only points end a match."""

    best_of: int
    hands: int | None


def counted_tie_breaks(game: Game[Any, Any]) -> tuple[str, ...]:
    return (*game.play_tie_breaks, *game.optional_play_tie_breaks)


def usual_tie_breaks(kind: str, game: Game[Any, Any] = USUAL_GAME) -> tuple[str, ...]:
    orders = {StageKind.SWISS.value: SWISS_ORDER, StageKind.FOURS.value: FOURS_ORDER}
    order = orders.get(kind, DEFAULT_ORDER)
    index = order.index("fewest_infractions")
    later_steps = [
        step for step in order[index:] if step not in PLAY_STEPS or step in game.optional_play_tie_breaks
    ]
    return (*order[:index], *game.play_tie_breaks, *later_steps)


def groups_then_knockout(
    groups: Length,
    knockout: Length,
    advance: int = 2,
    tie_breaks: tuple[str, ...] = DEFAULT_ORDER,
) -> tuple[StageSettings, ...]:
    """Return groups, and a knockout of their first `advance`; `tie_breaks` hold for both."""
    return (
        StageSettings(StageKind.GROUPS.value, groups.best_of, groups.hands, tie_breaks=tie_breaks),
        StageSettings(
            StageKind.KNOCKOUT.value,
            knockout.best_of,
            knockout.hands,
            feeds=(FeedSettings(source=1, first_rank=1, last_rank=advance),),
            tie_breaks=tie_breaks,
        ),
    )


def store_stages(tournament: Tournament, stages: Sequence[StageSettings]) -> None:
    """Store checked stages, delete further ones (undrawn); of a drawn stage only the name changes."""
    surplus = tournament.stages.filter(position__gt=len(stages))
    Feed.objects.filter(stage__tournament=tournament, stage__drawn_at=None).delete()
    Draw.objects.filter(
        stage__in=surplus
    ).delete()  # a surplus stage is never drawn, so its draws are all revoked
    surplus.delete()
    existing = {stage.position: stage for stage in tournament.stages.all()}
    stored: list[Stage] = []
    for position, settings in enumerate(stages, start=1):
        stage = existing.get(position) or Stage(tournament=tournament, position=position)
        stored.append(_store_stage(stage, settings, stored))


def stages_of(tournament: Tournament) -> tuple[StageSettings, ...]:
    """Runs two queries."""
    feeds = Prefetch("feeds_in", Feed.objects.select_related("source"))
    return settings_of_stages(tournament.stages.prefetch_related(feeds))


def settings_of_stages(stages: Iterable[Stage]) -> tuple[StageSettings, ...]:
    return tuple(_read_settings(stage) for stage in sorted(stages, key=lambda stage: stage.position))


def serialize_stages(stages: Sequence[StageSettings]) -> str:
    return json.dumps([asdict(stage) for stage in stages], ensure_ascii=False)


def stage_from_log(details: Mapping[str, Any]) -> StageSettings:
    feeds = tuple(FeedSettings(**feed) for feed in details["feeds"])
    return StageSettings(**{**details, "feeds": feeds, "tie_breaks": tuple(details["tie_breaks"])})


def _store_stage(stage: Stage, settings: StageSettings, sources: Sequence[Stage]) -> Stage:
    """Store a stage and insert its feeds (caller deletes old ones); of a drawn one only the name.

    `sources` are stored earlier stages.
    """
    stage.name = settings.name
    if stage.drawn_at is not None:
        stage.save(update_fields=["name"])
        return stage
    stage.kind = settings.kind
    stage.best_of, stage.hands_per_match = settings.best_of, settings.hands
    stage.meetings, stage.rounds = settings.meetings, settings.rounds
    stage.third_place, stage.reset_final = settings.third_place, settings.reset_final
    stage.draws_itself = settings.draws_itself
    stage.time_up, stage.least_hands = settings.time_up, settings.least_hands
    stage.tie_breaks = list(settings.tie_breaks)
    stage.save()
    Feed.objects.bulk_create(
        Feed(
            stage=stage,
            source=sources[feed.source - 1],
            first_rank=feed.first_rank,
            last_rank=feed.last_rank,
            best=feed.best,
        )
        for feed in settings.feeds
    )
    return stage


def _read_settings(stage: Stage) -> StageSettings:
    """Read feeds, by source and rank, from `feeds_in`."""
    feeds = sorted(stage.feeds_in.all(), key=lambda feed: (feed.source.position, feed.first_rank))
    return StageSettings(
        kind=stage.kind,
        best_of=stage.best_of,
        hands=stage.hands_per_match,
        feeds=tuple(
            FeedSettings(feed.source.position, feed.first_rank, feed.last_rank, feed.best) for feed in feeds
        ),
        name=stage.name,
        meetings=stage.meetings,
        rounds=stage.rounds,
        third_place=stage.third_place,
        reset_final=stage.reset_final,
        draws_itself=stage.draws_itself,
        time_up=stage.time_up,
        least_hands=stage.least_hands,
        tie_breaks=tuple(stage.tie_breaks),
    )
