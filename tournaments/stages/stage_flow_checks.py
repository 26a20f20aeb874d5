from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.games.game import Game
from rules.localized_text import Text
from rules.rulesets import LONGEST_MATCH
from rules.standings.step_orders import find_order_problems
from tournaments.enums import BRACKET_KINDS, SINGLES_KINDS, STANDINGS_KINDS, EntrantKind, StageKind, TimeUp
from tournaments.formats.catalogue import FORMATS
from tournaments.refusals import Refused
from tournaments.stages.stage_settings import (
    BEST_OF,
    LONGEST_STAGE_NAME,
    MOST_QUALIFIERS,
    MOST_ROUNDS,
    MOST_STAGES,
    USUAL_GAME,
    FeedSettings,
    StageSettings,
)

PLACES_DECIDED_BY_FINAL, PLACES_DECIDED_WITH_THIRD_PLACE = 2, 4


class SettingsNotPossible(Refused):
    code = "settings_not_possible"
    template = _("These settings can't be played: “%(field)s” can't be %(value)s.")


class StageFlowNotPossible(Refused):
    code = "stage_flow_not_possible"
    template = _("Stage %(stage)s can't be played like that: %(why)s")


@dataclass(frozen=True)
class StageFlowProblem:
    stage: int
    setting: str
    why: Promise | str
    feed: int | None = None


def refuse_out_of_range(*settings: tuple[Promise, object, Container[object]]) -> None:
    """Raise SettingsNotPossible."""
    for name, value, allowed in settings:
        if value not in allowed:
            raise SettingsNotPossible(field=name, value=value)


def check_stage_flow(stages: Sequence[StageSettings], kind: str, game: Game[Any, Any] = USUAL_GAME) -> None:
    """Raise SettingsNotPossible, StageFlowNotPossible."""
    refuse_out_of_range((_("number of stages"), len(stages), range(1, MOST_STAGES + 1)))
    for stage in stages:
        _check_settings(stage, game.lengths)
    for problem in stage_flow_problems(stages, kind, game):
        raise StageFlowNotPossible(stage=problem.stage, why=problem.why)


def stage_flow_problems(
    stages: Sequence[StageSettings], kind: str, game: Game[Any, Any] = USUAL_GAME
) -> list[StageFlowProblem]:
    """Settings must be in range."""
    return [
        problem
        for position, stage in enumerate(stages, start=1)
        for problem in _problems_at(position, stage, stages, kind, game)
    ]


def champion_stage_position(stages: Sequence[StageSettings]) -> int:
    last = 1
    for number, stage in enumerate(stages, start=1):
        if any(feed.source == last and feed.first_rank == 1 for feed in stage.feeds):
            last = number
    return last


def _check_settings(stage: StageSettings, lengths: Collection[int | None]) -> None:
    """Raise SettingsNotPossible if out of range; `lengths` are possible hands a match."""
    refuse_out_of_range(
        (_("format"), stage.kind, StageKind.values),
        (_("best of"), stage.best_of, BEST_OF),
        (_("hands a match"), stage.hands, lengths),
        (_("meetings"), stage.meetings, (1, 2)),
        (_("rounds"), stage.rounds, range(MOST_ROUNDS + 1)),
        (_("when time is up"), stage.time_up, TimeUp.values),
        (_("least number of hands"), stage.least_hands, range(1, LONGEST_MATCH + 1)),
        (_("length of the name"), len(stage.name), range(LONGEST_STAGE_NAME + 1)),
    )
    for feed in stage.feeds:
        refuse_out_of_range(
            (_("places that advance"), feed.first_rank, range(1, MOST_QUALIFIERS + 1)),
            (_("places that advance"), feed.last_rank, range(feed.first_rank, MOST_QUALIFIERS + 1)),
            (_("best of a place"), feed.best, (None, *range(1, MOST_QUALIFIERS + 1))),
        )


def _problems_at(
    position: int,
    stage: StageSettings,
    stages: Sequence[StageSettings],
    kind: str,
    game: Game[Any, Any],
) -> Iterator[StageFlowProblem]:
    """Yield problems of the settings, then of the feeds, which count from 0; `position` counts from 1."""
    for setting, reason in _stage_problems(position, stage, stages, kind):
        yield StageFlowProblem(position, setting, reason)
    if stage.time_up != TimeUp.OFF and game.ends_at is not None:
        yield StageFlowProblem(
            position, "time_up", _("its matches end when a player has used up their points.")
        )
    for number, feed in enumerate(stage.feeds):
        earlier = [feed for previous in stages[: position - 1] for feed in previous.feeds]
        for reason in _feed_problems(position, feed, [*earlier, *stage.feeds[:number]], stages):
            yield StageFlowProblem(position, "feeds", reason, feed=number)


def _stage_problems(
    position: int, stage: StageSettings, stages: Sequence[StageSettings], kind: str
) -> Iterator[tuple[str, Promise | str]]:
    """Yield (setting's name, lower-case sentence about the stage); `kind` is the kind of the entrants."""
    four = stage.kind in SINGLES_KINDS
    if four != (kind == EntrantKind.SINGLES):
        yield "kind", _("tables of four are for singles, and singles play at tables of four.")
    if four and stage.best_of != 1:
        yield "best_of", _("an encounter at a table of four is a single match.")
    if stage.time_up != TimeUp.OFF and stage.hands is not None and stage.least_hands > stage.hands:
        yield "least_hands", format_lazy(_("its matches have {hands} hands only."), hands=stage.hands)
    if position == 1 and stage.feeds:
        yield "feeds", _("the first stage is played by the entry list.")
    if position > 1 and not stage.feeds:
        yield "feeds", _("nobody advances to it.")
    elif position > 1 and (fewest := _unmet_minimum(position, stage, stages)):
        yield "feeds", format_lazy(_("at least {fewest} must advance to it."), fewest=fewest)
    for problem in find_order_problems(stage.tie_breaks, four=four) if stage.kind in STANDINGS_KINDS else ():
        yield "tie_breaks", _lazy_message(problem.message)


def _unmet_minimum(position: int, stage: StageSettings, stages: Sequence[StageSettings]) -> int:
    """Return how many a stage needs if fewer advance; 0 if that depends on groups."""
    feeds = [feed for feed in stage.feeds if 1 <= feed.source < position]
    if not feeds or any(stages[feed.source - 1].kind == StageKind.GROUPS for feed in feeds):
        return 0
    fewest = FORMATS[stage.kind].fewest
    return fewest if sum(feed.last_rank - feed.first_rank + 1 for feed in feeds) < fewest else 0


def _feed_problems(
    position: int, feed: FeedSettings, earlier: Sequence[FeedSettings], stages: Sequence[StageSettings]
) -> Iterator[Promise | str]:
    """Yield lower-case sentences; places of `earlier` feeds, or that a bracket leaves open, can't advance."""
    if not 1 <= feed.source < position:
        yield _("entrants can only advance to it from an earlier stage.")
        return
    source = stages[feed.source - 1]
    if feed.best is not None and (source.kind != StageKind.GROUPS or feed.first_rank != feed.last_rank):
        yield _("“the best of” is for one place of several groups.")
    if source.kind in BRACKET_KINDS and feed.last_rank > (decided_places := _decided_places(source)):
        yield format_lazy(_("that bracket only decides its first {places} places."), places=decided_places)
    if any(_feeds_overlap(feed, earlier_feed) for earlier_feed in earlier):
        yield _("a place can advance to one stage only.")


def _decided_places(bracket: StageSettings) -> int:
    third = bracket.kind == StageKind.KNOCKOUT and bracket.third_place
    return PLACES_DECIDED_WITH_THIRD_PLACE if third else PLACES_DECIDED_BY_FINAL


def _feeds_overlap(first: FeedSettings, second: FeedSettings) -> bool:
    return (
        first.source == second.source
        and first.first_rank <= second.last_rank
        and second.first_rank <= first.last_rank
    )


def _in_language_of_page(text: Text) -> str:
    return text.in_language(get_language() or "tr")


_lazy_message = lazy(_in_language_of_page, str)  # evaluated in the reader's language
