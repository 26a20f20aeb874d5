"""What the ledger decides: matches, encounters, group ranks, and by them the bracket."""

from __future__ import annotations

from datetime import datetime

from scoring.models import Match
from tournaments.domain import progress
from tournaments.domain.actor import Actor
from tournaments.enums import DecidedBy, EncounterState, SideLetter
from tournaments.models import Encounter, Entrant, Group

from .play import EncounterPlay
from .ranking import rank_group


def settle(*, encounter: Encounter, play: EncounterPlay, let_stand: bool, by: Actor, at: datetime) -> None:
    """Bring everything that rests on an encounter's hands in line with them. Caller holds the locks.

    Raises LaterPlayRestsOnIt when that would change the sides of an encounter that has begun.
    """
    was_decided = encounter.state == EncounterState.DECIDED
    changed = _settle_matches(play)
    result = play.result
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
    if was_decided or result.winner is not None:
        settle_group(encounter.group, let_stand=let_stand, by=by, at=at)


def settle_group(group: Group | None, *, let_stand: bool, by: Actor, at: datetime) -> None:
    """Rank a group that is complete, take the ranks back when it is not."""
    if group is None:
        return
    progress.record_group_ranking(
        group=group, ranking=_final_ranking(group), let_stand=let_stand, by=by, at=at
    )


def advancing(group: Group) -> int:
    """How many of a group go on: of an only group its first, the champion."""
    return group.stage.advance if group.stage.groups.count() > 1 else 1


def _final_ranking(group: Group) -> list[tuple[Entrant, int]] | None:
    """The ranks of a complete group; None while an encounter is open or a lot must say who goes on."""
    if group.encounters.undecided().exists():
        return None
    ranking, through = rank_group(group), advancing(group)
    if any(ranked.tied and ranked.rank <= through for ranked in ranking):
        return None
    return [(ranked.entrant, ranked.rank) for ranked in ranking]


def _settle_matches(play: EncounterPlay) -> bool:
    """Store winners, and which matches count; true when anything changed."""
    changed = False
    counted = play.result.counted
    for match in play.matches:
        winner, counts = match.result.winner, match.number <= counted
        if match.row is not None and (winner, counts) != (match.row.winner, match.row.counts):
            Match.objects.filter(pk=match.row.pk).update(winner=winner, counts=counts)
            changed = True
    return changed
