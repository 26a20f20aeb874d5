"""Walkovers and lots: what the organizer decides where hands don't."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.models import Match
from tournaments.domain import counter, log, progress
from tournaments.domain.actor import Actor
from tournaments.domain.refusals import Refused
from tournaments.enums import DecidedBy, EncounterState, SideLetter
from tournaments.models import Encounter, Entrant, Group

from . import decisions, feed, refusals
from .locks import lock_knockout, lock_with_later
from .play import read_play
from .ranking import rank_group
from .rulebooks import rules_of


class NoWalkoverToTakeBack(Refused):
    code = "no_walkover"
    template = _("This encounter was not decided by a walkover.")


class LotNotNeeded(Refused):
    code = "lot_not_needed"
    template = _("No tie of this group is left to a lot.")


class LotIncomplete(Refused):
    code = "lot_incomplete"
    template = _("The lot must name exactly the pairs that are level: %(names)s.")


@transaction.atomic
def record_walkover(
    *, encounter: Encounter, winner: SideLetter, by: Actor, at: datetime, let_stand: bool = False
) -> None:
    """Credit the winner with the encounter and the matches it needed; hands played count nowhere.

    Raises EncounterNotReady, EncounterIsDecided, LaterPlayRestsOnIt.
    """
    held = lock_with_later(encounter)
    if held.state == EncounterState.PENDING:
        raise refusals.EncounterNotReady
    if held.state == EncounterState.DECIDED:
        raise refusals.EncounterIsDecided
    feed.advance_ledger(held.stage)
    Match.objects.filter(encounter=held).update(counts=False)
    held.left_table_at = at
    progress.record_result(
        encounter=held,
        wins={letter: held.stage.wins_needed if letter == winner else 0 for letter in SideLetter.values},
        winner=winner,
        decided_by=DecidedBy.WALKOVER,
        let_stand=let_stand,
        at=at,
    )
    decisions.settle_group(held.group, let_stand=let_stand, by=by, at=at)
    _close("walkover_recorded", held, by=by, at=at, after={"winner": winner})


@transaction.atomic
def take_walkover_back(*, encounter: Encounter, by: Actor, at: datetime, let_stand: bool = False) -> None:
    """Decide the encounter from its hands again. Raises NoWalkoverToTakeBack, LaterPlayRestsOnIt."""
    held = lock_with_later(encounter)
    if held.decided_by != DecidedBy.WALKOVER:
        raise NoWalkoverToTakeBack
    before = {"winner": held.winner}
    feed.advance_ledger(held.stage)
    progress.record_result(
        encounter=held,
        wins=dict.fromkeys(SideLetter.values),
        winner=None,
        decided_by=DecidedBy.PLAY,
        let_stand=let_stand,
        at=at,
    )
    play = read_play(held, rules_of(held.stage.tournament.rule_book))
    decisions.settle(encounter=held, play=play, let_stand=let_stand, by=by, at=at)
    decisions.settle_group(held.group, let_stand=let_stand, by=by, at=at)
    _close("walkover_taken_back", held, by=by, at=at, before=before)


@transaction.atomic
def record_lot(*, group: Group, order: Sequence[Entrant], by: Actor, at: datetime) -> None:
    """Settle a tie that the criteria left open, by a lot drawn in the room.

    `order` names the entrants that are level, best first. Raises LotNotNeeded, LotIncomplete.
    """
    lock_knockout(group)
    held = Group.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=group.pk)
    feed.advance_ledger(held.stage)
    undecided = held.encounters.undecided().exists()
    tied = [] if undecided else [ranked.entrant for ranked in rank_group(held) if ranked.tied]
    if not tied:
        raise LotNotNeeded
    if not {entrant.pk for entrant in tied} <= {entrant.pk for entrant in order}:
        raise LotIncomplete(names=", ".join(entrant.name for entrant in tied))
    drawn = [str(entrant.public_id) for entrant in order]
    held.lot = [*drawn, *(earlier for earlier in held.lot if earlier not in drawn)]
    held.save(update_fields=["lot"])
    decisions.settle_group(held, let_stand=True, by=by, at=at)  # as it does when a hand completes the group
    tournament = held.stage.tournament
    log.write(
        "lot_recorded", by=by, at=at, tournament=tournament, subject=held.name, after={"order": held.lot}
    )
    counter.touch(tournament)


def _close(
    action: str,
    encounter: Encounter,
    *,
    by: Actor,
    at: datetime,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    tournament = encounter.stage.tournament
    log.write(
        action, by=by, at=at, tournament=tournament, subject=encounter.public_id, before=before, after=after
    )
    counter.touch(tournament)
