from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import QuerySet, prefetch_related_objects

from scoring.ledger import standings_requests
from scoring.ledger.encounter_state import read_play
from scoring.ledger.played_matches import EncounterPlay, HandPlay, MatchPlay
from scoring.ledger.rulebooks import rules_of
from scoring.models import Hand, Match
from scoring.play.cross_group_places import store_cross_group_places
from scoring.play.extra_encounters import drop_needless_extras
from scoring.standings import snapshots
from scoring.standings.ranking import rank_groups
from tournaments.database.row_locks import lock_rows
from tournaments.enums import WALKOVERS, DecidedBy, EncounterState
from tournaments.models import Encounter, Entrant, Group, Stage, Tournament
from tournaments.play import advancing
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change
from tournaments.schedule.stage_feeds import all_rounds_drawn


def update_dependent_results(*, encounter: Encounter, play: EncounterPlay, change: Change) -> bool:
    """Decide encounter, and group if the encounter is or was decided.

    Return True if a decision changed or existed before. The caller holds the locks. Raises LaterPlayAffected.
    """
    if encounter.group_id is None:
        standings_requests.count_stage_write(encounter.stage)
    was_decided = encounter.state == EncounterState.DECIDED
    changed = decide_encounter(encounter=encounter, play=play, change=change)
    if not was_decided and encounter.winner is None:
        return changed
    lock_rows(Stage.objects).get(
        pk=encounter.stage_id
    )  # Waits for a transaction that completes another group of the stage now.
    decide_group(encounter.group, change=change)
    return True


def decide_encounter(*, encounter: Encounter, play: EncounterPlay, change: Change) -> bool:
    """Decide by hands: update encounter, matches, hands and filled slots; return whether a result changed.

    The group isn't decided. After a walkover only mark matches as not counting. Reopened encounters have no
    result. Raises LaterPlayAffected.
    """
    if encounter.decided_by in WALKOVERS:
        return _store_matches(play, counts=count_no_match)
    changed = _store_matches(play, counts=play.result.counts)
    outcome = result_by_hands(encounter, play)
    winner_changed = outcome.winner != encounter.winner or (
        outcome.winner is not None and outcome.decided_by != encounter.decided_by
    )
    decided = changed or winner_changed or _places_differ(encounter, outcome.places)
    if decided:
        advancing.apply_result(
            encounter=encounter,
            wins=outcome.wins,
            winner=outcome.winner,
            decided_by=outcome.decided_by,
            change=change,
            places=outcome.places,
        )
    return decided


@dataclass(frozen=True)
class ResultByHands:
    winner: str | None
    decided_by: DecidedBy
    wins: Mapping[str, int]
    places: Mapping[str, int]


def result_by_hands(encounter: Encounter, play: EncounterPlay) -> ResultByHands:
    """Ignore walkovers; no result if reopened."""
    result = play.result
    winner, places = (None, {}) if encounter.reopened_at else (result.winner, play.places)
    wins = {letter: result.wins.get(letter, 0) for letter in encounter.stage.letters} if result.wins else {}
    return ResultByHands(winner, DecidedBy.TIME if result.cut_short else DecidedBy.PLAY, wins, places)


def decide_group(group: Group | None, *, change: Change) -> None:
    """Drop needless extras, store ranks (cleared while incomplete), update later stages, store snapshots.

    The caller holds the locks. Without a group it does nothing. Raises LaterPlayAffected.
    """
    if group is None:
        return
    drop_needless_extras(group, by=change.by, at=change.at)
    _store_ranking(group, final_ranking(group), change=change)
    snapshots.store_snapshots(group.stage.tournament)


def decide_best_placed(stage: Stage, *, change: Change) -> None:
    """Rank across groups, and advance the best. Raises LaterPlayAffected."""
    _update_later_stages(stage, change=change)
    snapshots.store_snapshots(stage.tournament)


def recompute_results(*, tournament: Tournament, change: Change) -> list[Encounter]:
    """Decide all encounters with hands again, by stage, and rank the groups; the caller holds all locks.

    Returns begun encounters kept although sides would have changed.
    """
    rules = rules_of(tournament.rule_book)
    later: list[Encounter] = []
    for stage in tournament.stages.order_by("position"):
        for encounter in _encounters_with_hands(stage):
            play = read_play(encounter, rules)
            if stage.has_standings:
                decide_encounter(encounter=encounter, play=play, change=change.refusing())
            else:
                later += _redecide_encounter(encounter, play, change=change)
        for group in stage.groups.select_related("stage__tournament").order_by("position", "pk"):
            later += _rerank_group(group, change=change)
    return later


Ranking = list[tuple[Entrant, int]]


def final_ranking(group: Group) -> Ranking | None:
    """None if play is open or a lot must decide."""
    return final_rankings([group])[group.pk]


def final_rankings(groups: Sequence[Group]) -> dict[int, Ranking | None]:
    """Rank groups of one stage, by primary key.

    A value is None if play is open, rounds are undrawn, or a tie at an advancing rank needs a lot.
    """
    final: dict[int, Ranking | None] = dict.fromkeys(group.pk for group in groups)
    undecided = Encounter.objects.undecided().filter(group__in=groups)
    undecided_groups = set(undecided.order_by("group").values_list("group", flat=True).distinct())
    complete = [group for group in groups if group.pk not in undecided_groups]
    if not complete or not all_rounds_drawn(complete[0].stage):
        return final
    # They are asked for again when later stages are updated.
    prefetch_related_objects([complete[0].stage], "feeds_out")
    last_advancing_rank = complete[0].stage.lowest_advancing_rank
    for pk, ranking in rank_groups(complete).items():
        if not any(ranked.tied and ranked.rank <= last_advancing_rank for ranked in ranking):
            final[pk] = [(ranked.entrant, ranked.rank) for ranked in ranking]
    return final


def _store_ranking(group: Group, ranking: Ranking | None, *, change: Change) -> None:
    if advancing.store_group_ranks(group, ranking):
        _update_later_stages(group.stage, change=change)


def _update_later_stages(stage: Stage, *, change: Change) -> None:
    store_cross_group_places(stage)
    advancing.update_following_stages(stage, change=change)


def _encounters_with_hands(stage: Stage) -> QuerySet[Encounter]:
    played = stage.encounters.not_annulled().filter(matches__isnull=False)
    return played.select_related("stage__tournament").order_by("pk").distinct()


def _rerank_group(group: Group, *, change: Change) -> list[Encounter]:
    """Drop needless extras, store changed ranks; return later play kept although its sides would change."""
    drop_needless_extras(group, by=change.by, at=change.at)
    ranking = final_ranking(group)
    stored = group.places.exclude(rank=None).values_list("entrant", "rank")
    unchanged = dict(stored) == {entrant.pk: rank for entrant, rank in ranking or ()}
    # Figures of the best placed matter even if ranks stay.
    if unchanged and not group.stage.feeds_out.exclude(best=None).exists():
        return []
    return _decide_keeping_later_play(partial(_store_ranking, group, ranking), change)


def _redecide_encounter(encounter: Encounter, play: EncounterPlay, *, change: Change) -> list[Encounter]:
    """Decide by hands, keeping later play; the passed instance stays as it was.

    Return begun encounters whose sides would have changed; [] if neither winner nor places did.
    """

    def decide_copy(
        *, change: Change
    ) -> None:  # On a copy, since a rolled-back attempt leaves its marks on the instance.
        decide_encounter(encounter=copy(encounter), play=play, change=change)

    result_changed = play.result.winner != encounter.winner or _places_differ(encounter, play.places)
    later = _decide_keeping_later_play(decide_copy, change)
    return later if result_changed else []


def _places_differ(encounter: Encounter, places: Mapping[str, int]) -> bool:
    return bool(places) and dict(encounter.sides.values_list("letter", "place")) != places


def _decide_keeping_later_play(decide: Callable[..., None], change: Change) -> list[Encounter]:
    try:
        with transaction.atomic():
            decide(change=change.refusing())
    except LaterPlayAffected as later:
        decide(change=change.keeping())
        return later.encounters
    return []


def count_no_match(_number: int) -> bool:
    return False


def changed_matches(play: EncounterPlay, counts: Callable[[int], bool]) -> Iterator[tuple[Match, MatchPlay]]:
    for match in play.matches:
        row = match.row
        if row is not None and (row.winner, row.counts) != (match.result.winner, counts(match.number)):
            yield row, match


def changed_hands(match: MatchPlay) -> Iterator[tuple[bool, list[HandPlay]]]:
    needless = match.needless_hands
    for counts, changed in (
        (False, [hand for hand in needless if hand.counts]),
        (True, [hand for hand in match.hands if not hand.counts and hand not in needless]),
    ):
        if changed:
            yield counts, changed


def _store_matches(play: EncounterPlay, *, counts: Callable[[int], bool]) -> bool:
    for match in play.matches:
        for hands_count, hands in changed_hands(match):
            Hand.objects.filter(pk__in=[hand.hand_id for hand in hands]).update(counts=hands_count)
    changed = list(changed_matches(play, counts))
    for row, match in changed:
        values = {"winner": match.result.winner, "counts": counts(match.number)}
        Match.objects.filter(pk=row.pk).update(**values)
    return bool(changed)
