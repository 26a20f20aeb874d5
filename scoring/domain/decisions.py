"""What the ledger decides: matches, encounters, group ranks, and by them the bracket."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from scoring.models import Match
from tournaments.domain import progress
from tournaments.domain.actor import Actor
from tournaments.enums import DecidedBy, EncounterState, SideLetter, StageKind
from tournaments.models import Encounter, Entrant, Group, Tournament

from .play import EncounterPlay, read_play
from .ranking import rank_group
from .rulebooks import rules_of


def settle(*, encounter: Encounter, play: EncounterPlay, let_stand: bool, by: Actor, at: datetime) -> None:
    """Bring everything that rests on an encounter's hands in line with them. Caller holds the locks.

    Raises LaterPlayRestsOnIt when that would change the sides of an encounter that has begun.
    """
    was_decided = encounter.state == EncounterState.DECIDED
    settle_encounter(encounter=encounter, play=play, let_stand=let_stand, at=at)
    if was_decided or encounter.winner is not None:
        settle_group(encounter.group, let_stand=let_stand, by=by, at=at)


def settle_encounter(*, encounter: Encounter, play: EncounterPlay, let_stand: bool, at: datetime) -> None:
    """The same without the group. A walkover stands, whatever the hands say, and they count nowhere."""
    if encounter.decided_by == DecidedBy.WALKOVER:
        _settle_matches(play, counted=0)
        return
    result = play.result
    changed = _settle_matches(play, counted=result.counted)
    if changed or result.winner != encounter.winner:
        wins = {letter: result.wins.get(letter, 0) for letter in SideLetter.values}
        progress.record_result(
            encounter=encounter,
            wins=wins if any(wins.values()) else dict.fromkeys(SideLetter.values),
            winner=result.winner,
            decided_by=DecidedBy.PLAY,
            let_stand=let_stand,
            at=at,
        )


def settle_group(group: Group | None, *, let_stand: bool, by: Actor, at: datetime) -> None:
    """Rank a group that is complete, take the ranks back when it is not."""
    if group is None:
        return
    progress.record_group_ranking(
        group=group, ranking=final_ranking(group), let_stand=let_stand, by=by, at=at
    )


def decide_again(*, tournament: Tournament, by: Actor, at: datetime) -> list[Encounter]:
    """Decide everything anew from its hands: groups, then the knock-out round by round.

    Later encounters that have begun stand as they are. Gives those whose sides a change would take out of
    them. Caller holds all locks.
    """
    rules = rules_of(tournament.rule_book)
    later: list[Encounter] = []
    for encounter in _played(tournament, StageKind.GROUPS):
        play = read_play(encounter, rules)
        settle_encounter(encounter=encounter, play=play, let_stand=False, at=at)
    groups = Group.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    for group in groups.order_by("position", "pk"):
        later += _rank_again(group, by=by, at=at)
    for encounter in _played(tournament, StageKind.KNOCKOUT):
        later += _settle_again(encounter, read_play(encounter, rules), at=at)
    return later


def advancing(group: Group) -> int:
    """How many of a group go on: of an only group its first, the champion."""
    return group.stage.advance if group.stage.groups.count() > 1 else 1


def final_ranking(group: Group) -> list[tuple[Entrant, int]] | None:
    """The ranks of a complete group; None while an encounter is open or a lot must say who goes on."""
    if group.encounters.undecided().exists():
        return None
    ranking, through = rank_group(group), advancing(group)
    if any(ranked.tied and ranked.rank <= through for ranked in ranking):
        return None
    return [(ranked.entrant, ranked.rank) for ranked in ranking]


def _played(tournament: Tournament, kind: StageKind) -> QuerySet[Encounter]:
    """The encounters of a stage that have hands; a bracket's rounds bear ascending keys."""
    played = Encounter.objects.filter(stage__tournament=tournament, stage__kind=kind, matches__isnull=False)
    return played.select_related("stage__tournament").order_by("pk").distinct()


def _rank_again(group: Group, *, by: Actor, at: datetime) -> list[Encounter]:
    """Store a group's ranks where they change. Gives what has begun and stands all the same."""
    ranking = final_ranking(group)
    stored = group.places.exclude(rank=None).values_list("entrant", "rank")
    if dict(stored) == {entrant.pk: rank for entrant, rank in ranking or ()}:
        return []
    return _standing(partial(progress.record_group_ranking, group=group, ranking=ranking, by=by, at=at))


def _settle_again(encounter: Encounter, play: EncounterPlay, *, at: datetime) -> list[Encounter]:
    """The same for an encounter of the knock-out; with the same winner nothing new stands in its way."""

    def settle(*, let_stand: bool) -> None:  # on a copy: an attempt that is taken back leaves its marks
        settle_encounter(encounter=copy(encounter), play=play, let_stand=let_stand, at=at)

    later = _standing(settle)
    return later if play.result.winner != encounter.winner else []


def _standing(settle: Callable[..., None]) -> list[Encounter]:
    """Settle; where later play has begun on what changes, let it stand and give it."""
    try:
        with transaction.atomic():
            settle(let_stand=False)
    except progress.LaterPlayRestsOnIt as later:
        settle(let_stand=True)
        return later.encounters
    return []


def _settle_matches(play: EncounterPlay, *, counted: int) -> bool:
    """Store winners, and which matches count; true when anything changed."""
    changed = False
    for match in play.matches:
        winner, counts = match.result.winner, match.number <= counted
        if match.row is not None and (winner, counts) != (match.row.winner, match.row.counts):
            Match.objects.filter(pk=match.row.pk).update(winner=winner, counts=counts)
            changed = True
    return changed
