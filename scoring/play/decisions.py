"""What the ledger decides: matches, encounters, group ranks, and by them the bracket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from scoring.ledger.encounter_state import read_play
from scoring.ledger.played_matches import EncounterPlay, HandPlay, MatchPlay
from scoring.ledger.rulebooks import rules_of
from scoring.models import Hand, Match
from scoring.standings import snapshots
from scoring.standings.ranking import best_across, rank_groups
from tournaments.database.row_locks import hold
from tournaments.enums import DecidedBy, EncounterState
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Entrant, Group, Stage, Tournament
from tournaments.play import advancing
from tournaments.schedule import bracket_slots
from tournaments.schedule.stage_feeds import all_rounds_drawn, last_rank_sent_on

WALKED_OVER = bracket_slots.WALKED_OVER


def settle(*, encounter: Encounter, play: EncounterPlay, let_stand: bool, by: Actor, at: datetime) -> bool:
    """Bring everything that rests on an encounter's hands in line with them. Caller holds the locks.

    True where a match or an encounter is decided otherwise than before. Raises LaterPlayRestsOnIt when that
    would change the sides of an encounter that has begun.
    """
    was_decided = encounter.state == EncounterState.DECIDED
    changed = settle_encounter(encounter=encounter, play=play, let_stand=let_stand, by=by, at=at)
    if not was_decided and encounter.winner is None:
        return changed
    hold(Stage.objects).get(pk=encounter.stage_id)  # who ends another group now is waited for
    settle_group(encounter.group, let_stand=let_stand, by=by, at=at)
    return True


def settle_encounter(
    *, encounter: Encounter, play: EncounterPlay, let_stand: bool, by: Actor, at: datetime
) -> bool:
    """The same without the group. A walkover stands, whatever the hands say, and they count nowhere.

    One that was reopened has no result until it is closed again.
    """
    if encounter.decided_by in WALKED_OVER:
        return _settle_matches(play, counts=nowhere)
    changed = _settle_matches(play, counts=play.result.counts)
    told = by_hands(encounter, play)
    turned = told.winner != encounter.winner or (
        told.winner is not None and told.decided_by != encounter.decided_by
    )
    decided = changed or turned or _placed_otherwise(encounter, told.places)
    if decided:
        advancing.record_result(
            encounter=encounter,
            wins=told.wins,
            winner=told.winner,
            decided_by=told.decided_by,
            let_stand=let_stand,
            by=by,
            at=at,
            places=told.places,
        )
    return decided


@dataclass(frozen=True)
class ByHands:
    """What an encounter comes to by its hands; `places` are those of more than two sides."""

    winner: str | None
    decided_by: DecidedBy
    wins: Mapping[str, int]
    places: Mapping[str, int]


def by_hands(encounter: Encounter, play: EncounterPlay) -> ByHands:
    """What hands make of an encounter that no walkover decided. One that was reopened has no winner."""
    result = play.result
    winner, places = (None, {}) if encounter.reopened_at else (result.winner, play.places)
    wins = {letter: result.wins.get(letter, 0) for letter in encounter.stage.letters} if result.wins else {}
    return ByHands(winner, DecidedBy.TIME if result.cut_short else DecidedBy.PLAY, wins, places)


def settle_group(group: Group | None, *, let_stand: bool, by: Actor, at: datetime) -> None:
    """Rank a group that is complete, take the ranks back when it is not. Raises LaterPlayRestsOnIt.

    Where that draws the next stage, the standings by which it was drawn are kept.
    """
    if group is None:
        return
    advancing.record_group_ranking(
        group=group,
        ranking=final_ranking(group),
        across=best_across,
        let_stand=let_stand,
        by=by,
        at=at,
    )
    snapshots.keep(group.stage.tournament)


def settle_across(stage: Stage, *, let_stand: bool, by: Actor, at: datetime) -> None:
    """The same where those of one rank in different groups were parted. Raises LaterPlayRestsOnIt."""
    advancing.move_on(stage, across=best_across, let_stand=let_stand, by=by, at=at)
    snapshots.keep(stage.tournament)


def decide_again(*, tournament: Tournament, by: Actor, at: datetime) -> list[Encounter]:
    """Decide everything anew from its hands: groups, then the knock-out round by round.

    Later encounters that have begun stand as they are. Gives those whose sides a change would take out of
    them. Caller holds all locks.
    """
    rules = rules_of(tournament.rule_book)
    later: list[Encounter] = []
    for stage in tournament.stages.order_by("position"):
        for encounter in _played(stage):
            play = read_play(encounter, rules)
            if stage.tabular:
                settle_encounter(encounter=encounter, play=play, let_stand=False, by=by, at=at)
            else:
                later += _settle_again(encounter, play, by=by, at=at)
        for group in stage.groups.select_related("stage__tournament").order_by("position", "pk"):
            later += _rank_again(group, by=by, at=at)
    return later


Ranking = list[tuple[Entrant, int]]


def final_ranking(group: Group) -> Ranking | None:
    """The ranks of a complete group; None while an encounter is open or a lot must say who goes on."""
    return final_rankings([group])[group.pk]


def final_rankings(groups: Sequence[Group]) -> dict[int, Ranking | None]:
    """The same of groups of one stage, by primary key, in as many queries as one of them takes."""
    final: dict[int, Ranking | None] = dict.fromkeys(group.pk for group in groups)
    undecided = Encounter.objects.undecided().filter(group__in=groups)
    being_played = set(undecided.order_by("group").values_list("group", flat=True).distinct())
    complete = [group for group in groups if group.pk not in being_played]
    if not complete or not all_rounds_drawn(complete[0].stage):
        return final
    last = last_rank_sent_on(complete[0].stage)
    for pk, ranking in rank_groups(complete).items():
        if not any(ranked.tied and ranked.rank <= last for ranked in ranking):
            final[pk] = [(ranked.entrant, ranked.rank) for ranked in ranking]
    return final


def _played(stage: Stage) -> QuerySet[Encounter]:
    """The encounters of a stage that have hands; a bracket's rounds bear ascending keys."""
    played = stage.encounters.standing().filter(matches__isnull=False)
    return played.select_related("stage__tournament").order_by("pk").distinct()


def _rank_again(group: Group, *, by: Actor, at: datetime) -> list[Encounter]:
    """Store a group's ranks where they change. Gives what has begun and stands all the same.

    Where the best across groups go on, figures tell who they are even while ranks stay.
    """
    ranking = final_ranking(group)
    stored = group.places.exclude(rank=None).values_list("entrant", "rank")
    unchanged = dict(stored) == {entrant.pk: rank for entrant, rank in ranking or ()}
    if unchanged and not group.stage.feeds_out.exclude(best=None).exists():
        return []
    return _standing(
        partial(
            advancing.record_group_ranking, group=group, ranking=ranking, across=best_across, by=by, at=at
        )
    )


def _settle_again(encounter: Encounter, play: EncounterPlay, *, by: Actor, at: datetime) -> list[Encounter]:
    """The same for an encounter of the knock-out; with the same winner nothing new stands in its way."""

    def settle(*, let_stand: bool) -> None:  # on a copy: an attempt that is taken back leaves its marks
        settle_encounter(encounter=copy(encounter), play=play, let_stand=let_stand, by=by, at=at)

    turned = play.result.winner != encounter.winner or _placed_otherwise(encounter, play.places)
    later = _standing(settle)
    return later if turned else []


def _placed_otherwise(encounter: Encounter, places: Mapping[str, int]) -> bool:
    """Whether four sides ended otherwise than is stored: who goes on may change while the first does not."""
    return bool(places) and dict(encounter.sides.values_list("letter", "place")) != places


def _standing(settle: Callable[..., None]) -> list[Encounter]:
    """Settle; where later play has begun on what changes, let it stand and give it."""
    try:
        with transaction.atomic():
            settle(let_stand=False)
    except bracket_slots.LaterPlayRestsOnIt as later:
        settle(let_stand=True)
        return later.encounters
    return []


def nowhere(_number: int) -> bool:
    """Which matches count where a walkover decides."""
    return False


def matches_otherwise(
    play: EncounterPlay, counts: Callable[[int], bool]
) -> Iterator[tuple[Match, MatchPlay]]:
    """The matches whose winner, or whether they count, is stored otherwise than the hands say."""
    for match in play.matches:
        row = match.row
        if row is not None and (row.winner, row.counts) != (match.result.winner, counts(match.number)):
            yield row, match


def hands_otherwise(match: MatchPlay) -> Iterator[tuple[bool, list[HandPlay]]]:
    """The hands of which it is stored otherwise whether they count; after the end by figures none does."""
    needless = match.needless
    for counts, moved in (
        (False, [hand for hand in needless if hand.counts]),
        (True, [hand for hand in match.hands if not hand.counts and hand not in needless]),
    ):
        if moved:
            yield counts, moved


def _settle_matches(play: EncounterPlay, *, counts: Callable[[int], bool]) -> bool:
    """Store winners, and which matches and hands count; true when anything changed of matches."""
    for match in play.matches:
        for hands_count, moved in hands_otherwise(match):
            Hand.objects.filter(pk__in=[hand.hand_id for hand in moved]).update(counts=hands_count)
    changed = list(matches_otherwise(play, counts))
    for row, match in changed:
        told = {"winner": match.result.winner, "counts": counts(match.number)}
        Match.objects.filter(pk=row.pk).update(**told)
    return bool(changed)
