"""Withdrawals and disqualifications: what becomes of the encounters of who leaves, and taking that back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.encounter_state import read_play
from scoring.ledger.locks import lock_tournament
from scoring.ledger.rulebooks import rules_of
from scoring.models import Match
from scoring.officials.domain import places_at_four
from scoring.play import decisions
from scoring.play.walkovers import award, decide_from_hands
from scoring.standings import snapshots
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import AT_FOUR, DecidedBy, EncounterState, EntrantState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Entrant, Group, Stage, Tournament
from tournaments.people.domain.name_placeholders import told_of
from tournaments.play import advancing, leaving
from tournaments.play.leaving import Results
from tournaments.refusals import Refused
from tournaments.schedule import bracket_slots, replacements


class DisqualifiedWithoutReason(Refused):
    code = "disqualified_without_reason"
    template = _("A disqualification needs its reason: the history keeps it.")


@transaction.atomic
def withdraw(
    *, entrant: Entrant, results: Results, by: Actor, at: datetime, reason: str = "", let_stand: bool = False
) -> None:
    """Let an entrant leave. What it still had to play goes to its opponents, at once or when they are known.

    With ANNULLED results, its encounters of a group or Swiss stage that is still played count nowhere; not
    so tables of four, where three others paid, too. Raises NotInPlayYet, TournamentIsOver, HasLeftAlready,
    LaterPlayRestsOnIt.
    """
    state = EntrantState.WITHDRAWN
    _leave(entrant, state, results, reason=reason.strip(), let_stand=let_stand, by=by, at=at)


@transaction.atomic
def disqualify(
    *, entrant: Entrant, results: Results, reason: str, by: Actor, at: datetime, let_stand: bool = False
) -> None:
    """Expel an entrant, which has the same consequences. Raises DisqualifiedWithoutReason, as withdraw."""
    if not reason.strip():
        raise DisqualifiedWithoutReason
    state = EntrantState.DISQUALIFIED
    _leave(entrant, state, results, reason=reason.strip(), let_stand=let_stand, by=by, at=at)


@transaction.atomic
def take_back(*, entrant: Entrant, by: Actor, at: datetime, let_stand: bool = False) -> None:
    """Let an entrant play on as if it had never left: walkovers go, annulled encounters count again.

    Raises HasNotLeft, PlaceWasTaken, LaterPlayRestsOnIt.
    """
    held, own = _hold(entrant)
    before = {"state": own.state, "name": told_of(own)}
    left_at = leaving.come_back(own)
    places_at_four.give_back(own)
    stages = list(held.stages.exclude(drawn_at=None).order_by("position"))
    # Later stages first: a walkover of theirs rests on nothing and must not keep out who is sent there anew.
    for stage in reversed(stages):
        for encounter in _walked_over(stage, own, left_at):
            _reopen(encounter, let_stand=let_stand, by=by, at=at)
    for stage in stages:
        _count_again(stage, own, left_at, by=by, at=at)
        _rank(stage, own, let_stand=let_stand, by=by, at=at)
    _close("entrant_back", held, own, by=by, at=at, before=before, after={"name": told_of(own)})


def _leave(
    entrant: Entrant,
    state: EntrantState,
    results: Results,
    *,
    reason: str,
    let_stand: bool,
    by: Actor,
    at: datetime,
) -> None:
    held, own = _hold(entrant)
    tables = leaving.leave(own, state, at=at)
    annulling = [stage for stage in tables if results is Results.ANNULLED and stage.kind not in AT_FOUR]
    annulled = [one for stage in annulling for one in _annul(stage, own, at=at)]
    taken = places_at_four.pass_on_places(own, at=at)
    for encounter in leaving.open_encounters(own):
        _give_up(encounter, own, let_stand=let_stand, by=by, at=at)
    for stage in tables:
        _rank(stage, own, let_stand=let_stand, by=by, at=at)
    told = {
        "name": told_of(own),
        "state": state,
        "results": results.value if tables else "",
        "annulled": len(annulled),
        "places": taken,
        "reason": reason,
    }
    _close("entrant_left", held, own, by=by, at=at, after=told)


def _hold(entrant: Entrant) -> tuple[Tournament, Entrant]:
    held = lock_tournament(entrant.tournament)
    snapshots.keep(held)
    return held, get_or_refuse(Entrant.objects, entrant.pk)


def _annul(stage: Stage, own: Entrant, *, at: datetime) -> Sequence[Encounter]:
    """Let every encounter of an entrant in a stage count nowhere."""
    encounters = list(stage.encounters.standing().filter(sides__entrant=own).order_by("pk"))
    for encounter in encounters:
        replacements.annul(encounter, at=at)
    Match.objects.filter(encounter__in=encounters).update(counts=False)
    return encounters


def _give_up(encounter: Encounter, own: Entrant, *, let_stand: bool, by: Actor, at: datetime) -> None:
    """Decide an open encounter without an entrant, as far as its other sides are known."""
    encounter.refresh_from_db()
    if encounter.state == EncounterState.DECIDED:  # by one before it
        return
    standings_requests.advance_ledger(encounter.stage)
    if encounter.stage.kind in AT_FOUR:
        places_at_four.rank_the_others(encounter, own, let_stand=let_stand, by=by, at=at)
    elif encounter.state == EncounterState.PLAYING:
        there = encounter.sides.filter(entrant__state=EntrantState.PLAYING)
        winner = there.values_list("letter", flat=True).first()
        award(encounter, winner=winner, let_stand=let_stand, by=by, at=at)
    elif bracket_slots.settle(encounter, at=at) and encounter.group_id is None:
        advancing.pass_on(encounter, let_stand=let_stand, by=by, at=at)


def _rank(stage: Stage, own: Entrant, *, let_stand: bool, by: Actor, at: datetime) -> None:
    for group in Group.objects.filter(stage=stage, places__entrant=own).select_related("stage__tournament"):
        standings_requests.advance_ledger(stage)
        decisions.settle_group(group, let_stand=let_stand, by=by, at=at)


def _count_again(stage: Stage, own: Entrant, left_at: datetime, *, by: Actor, at: datetime) -> None:
    """Take back what was annulled when the entrant left; what was replaced by another stays annulled."""
    annulled = stage.encounters.filter(sides__entrant=own, annulled_at=left_at).exclude(annulled_at=None)
    for encounter in annulled.select_related("stage__tournament__rule_book"):
        if replacements.replacement_of(encounter) is None:
            encounter.annulled_at = None
            encounter.save(update_fields=["annulled_at"])
            if encounter.decided_by == DecidedBy.BYE:  # no hand decides it
                continue
            play = read_play(encounter, rules_of(stage.tournament.rule_book))
            decisions.settle_encounter(encounter=encounter, play=play, let_stand=True, by=by, at=at)


def _walked_over(stage: Stage, own: Entrant, left_at: datetime) -> list[Encounter]:
    """The encounters that went to others because the entrant had left."""
    return list(
        stage.encounters.standing()
        .filter(sides__entrant=own, decided_by__in=decisions.WALKED_OVER, decided_at__gte=left_at)
        .select_related("stage__tournament__rule_book", "group")
        .order_by("round", "pk")
    )


def _reopen(encounter: Encounter, *, let_stand: bool, by: Actor, at: datetime) -> None:
    if encounter.started_at is not None:
        decide_from_hands(encounter, let_stand=let_stand, by=by, at=at)
        return
    standings_requests.advance_ledger(encounter.stage)
    if bracket_slots.settle(encounter, at=at) and encounter.group_id is None:
        advancing.pass_on(encounter, let_stand=let_stand, by=by, at=at)


def _close(
    action: str,
    held: Tournament,
    own: Entrant,
    *,
    by: Actor,
    at: datetime,
    after: dict[str, Any],
    before: dict[str, Any] | None = None,
) -> None:
    audit_log.write(action, by=by, at=at, tournament=held, subject=own.public_id, before=before, after=after)
