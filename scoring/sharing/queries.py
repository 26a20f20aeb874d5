from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from scoring.queries.encounters.encounter_list import EncounterListing, table_number
from scoring.queries.encounters.encounter_reader import read_fixtures_among, read_scored_listings
from scoring.queries.play_progress import (
    BYE,
    DECIDED,
    GroupProgress,
    RoundProgress,
    find_current_round,
    names_of_rounds,
    read_groups,
)
from scoring.queries.round_names import RoundName, round_key_of
from scoring.queries.standings_reader import Portion, read_standings
from scoring.queries.standings_tables import StageStandings
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import Part
from tournaments.models import Encounter

MAX_ROWS = 40
"""The largest number of encounters or places in a message."""
MAX_ROWS_OF_ROUNDS = 16
"""Up to this many results of a bracket, earlier rounds are in the message too."""


@dataclass(frozen=True)
class RoundSummary:
    stage: StageContext
    name: RoundName
    listings: Sequence[EncounterListing]
    hidden_count: int


def read_pairings(context: TournamentContext, rounds: Sequence[RoundProgress]) -> RoundSummary | None:
    """Return at most MAX_ROWS undecided pairings of the current round; None without any."""
    current = _current(context, rounds)
    if current is None or current.decided == current.total:
        return None
    open_still = (
        Encounter.objects.not_annulled()
        .filter(~DECIDED, **_filter_by_round(current))
        .order_by("table__number", "queue_place", "pk")
    )
    chosen = list(open_still.values_list("pk", flat=True)[:MAX_ROWS])
    listings = read_fixtures_among(Encounter.objects.filter(pk__in=chosen))
    in_order = sorted(
        listings, key=lambda listing: (table_number(listing) or MAX_ROWS**2, listing.encounter.turn)
    )
    return _round_summary(
        context, rounds, current, in_order, more=current.total - current.decided - len(chosen)
    )


def read_last_results(context: TournamentContext, rounds: Sequence[RoundProgress]) -> list[RoundSummary]:
    """Return at most MAX_ROWS results (no byes) of the current round, else of the last with any.

    Of a bracket, also those of the rounds before and of the match for third place, newest first.
    """
    now_played = _current(context, rounds)
    if now_played is None:
        return []
    candidates = [
        candidate
        for candidate in _in_playing_order(context, rounds)
        if candidate.decided and _playing_order(context, candidate) <= _playing_order(context, now_played)
    ]
    if not candidates:
        return []
    last = now_played if now_played.decided else candidates[-1]
    chosen = sorted([last, *_rounds_beside(context, rounds, last)], key=_newest_first)
    decided = Encounter.objects.not_annulled().filter(
        DECIDED, ~BYE | Q(decided_by=None), reduce(or_, (Q(**_filter_by_round(part)) for part in chosen))
    )
    keys = list(decided.order_by("group__position", "position", "pk").values_list("pk", flat=True)[:MAX_ROWS])
    listings = read_scored_listings(Encounter.objects.filter(pk__in=keys))
    return [
        _round_summary(context, rounds, part, of_round, more=part.decided - len(of_round))
        for part in chosen
        for of_round in [[each for each in listings if round_key_of(each.encounter) == part.key]]
    ]


def _rounds_beside(
    context: TournamentContext, rounds: Sequence[RoundProgress], last: RoundProgress
) -> list[RoundProgress]:
    """Return a bracket's other rounds with results up to `last`, newest first, while the message has room."""
    stage, _part, number = last.key
    if context.stage(stage).stage.has_standings:
        return []
    others = [
        other
        for other in rounds
        if other.key[0] == stage and other.key[2] <= number and other.decided and other.key != last.key
    ]
    shown: list[RoundProgress] = []
    size = last.decided
    for other in sorted(others, key=_newest_first):
        size += other.decided
        if size > MAX_ROWS_OF_ROUNDS:
            break
        shown.append(other)
    return shown


def read_current_standings(
    tournament_context: TournamentContext, rounds: Sequence[RoundProgress]
) -> StageStandings | None:
    """Read the current stage's tables, else those before, cut to MAX_ROWS first places in total.

    None without any.
    """
    current = _current(tournament_context, rounds)
    if current is None:
        return None
    position = tournament_context.stage(current.key[0]).stage.position
    drawn_stages = [
        context
        for context in tournament_context.tabular
        if context.drawn and context.stage.position <= position
    ]
    if not drawn_stages:
        return None
    stage = drawn_stages[-1].stage.pk
    groups = read_groups(tournament_context)
    stage_groups = [group for group in groups if group.stage.pk == stage]
    read = read_standings(
        tournament_context, groups, select_portions=lambda _every: _first_of_each(stage_groups)
    )
    return next(
        (stage_standings for stage_standings in read.stages if stage_standings.stage.stage.pk == stage), None
    )


def _first_of_each(groups: Sequence[GroupProgress]) -> Iterable[Portion]:
    each = max(1, MAX_ROWS // max(1, len(groups)))
    return [Portion(group, last=min(each, group.places)) for group in groups[:MAX_ROWS]]


def _current(context: TournamentContext, rounds: Sequence[RoundProgress]) -> RoundProgress | None:
    moment = find_current_round(context, rounds)
    if moment is None:
        return None
    names = names_of_rounds(context, rounds)
    stage_rounds = (candidate for candidate in rounds if candidate.key[0] == moment.stage.stage.pk)
    return next(candidate for candidate in stage_rounds if names[candidate.key] == moment.round)


def _in_playing_order(context: TournamentContext, rounds: Iterable[RoundProgress]) -> Iterator[RoundProgress]:
    yield from sorted(rounds, key=lambda round_: _playing_order(context, round_))


def _playing_order(context: TournamentContext, progress: RoundProgress) -> tuple[int, int, str]:
    stage, part, number = progress.key
    return context.stage(stage).stage.position, number, part


def _newest_first(progress: RoundProgress) -> tuple[int, bool, str]:
    """Sort the match for third place after the final."""
    _stage, part, number = progress.key
    return -number, part == Part.THIRD, part


def _filter_by_round(progress: RoundProgress) -> dict[str, int | str]:
    stage, part, number = progress.key
    return {"stage": stage, "part": part, "round": number}


def _round_summary(
    context: TournamentContext,
    rounds: Sequence[RoundProgress],
    progress: RoundProgress,
    listings: Sequence[EncounterListing],
    *,
    more: int,
) -> RoundSummary:
    """`more` listings are left out."""
    return RoundSummary(
        context.stage(progress.key[0]), names_of_rounds(context, rounds)[progress.key], listings, more
    )
