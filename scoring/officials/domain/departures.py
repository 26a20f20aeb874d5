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
from scoring.play.walkovers import decide_from_hands, decide_without_hands
from scoring.standings import snapshots
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import SINGLES_KINDS, DecidedBy, EncounterState, EntrantState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Entrant, Group, Stage, Tournament
from tournaments.people.domain.name_placeholders import log_name_of
from tournaments.play import advancing, leaving
from tournaments.play.leaving import Results
from tournaments.refusals import Refused
from tournaments.schedule import bracket_slots, replacements


class DisqualifiedWithoutReason(Refused):
    code = "disqualified_without_reason"
    template = _("A disqualification needs a reason. It is recorded in the history.")


@transaction.atomic
def withdraw(
    *, entrant: Entrant, results: Results, by: Actor, at: datetime, reason: str = "", let_stand: bool = False
) -> None:
    """Withdraw an entrant; remaining encounters go to the opponents once they are known.

    With ANNULLED results, encounters in unfinished group and Swiss stages stop counting, but not tables of
    four. Raises NotInPlayYet, TournamentIsOver, HasLeftAlready, LaterPlayAffected.
    """
    state = EntrantState.WITHDRAWN
    _leave(entrant, state, results, reason=reason.strip(), let_stand=let_stand, by=by, at=at)


@transaction.atomic
def disqualify(
    *, entrant: Entrant, results: Results, reason: str, by: Actor, at: datetime, let_stand: bool = False
) -> None:
    """Raises DisqualifiedWithoutReason and what `withdraw` raises."""
    if not reason.strip():
        raise DisqualifiedWithoutReason
    state = EntrantState.DISQUALIFIED
    _leave(entrant, state, results, reason=reason.strip(), let_stand=let_stand, by=by, at=at)


@transaction.atomic
def undo_departure(*, entrant: Entrant, by: Actor, at: datetime, let_stand: bool = False) -> None:
    """Undo a departure: remove its walkovers and restore its annulled encounters.

    Raises HasNotLeft, PlaceWasTaken, LaterPlayAffected.
    """
    locked, leaver = _lock(entrant)
    before = {"state": leaver.state, "name": log_name_of(leaver)}
    left_at = leaving.return_to_play(leaver)
    places_at_four.return_places(leaver)
    stages = list(locked.stages.exclude(drawn_at=None).order_by("position"))
    # Reopen later stages first: nothing depends on their walkovers, and they would block the corrected
    # entrant of an earlier stage.
    for stage in reversed(stages):
        for encounter in _walkovers_against(stage, leaver, left_at):
            _reopen(encounter, let_stand=let_stand, by=by, at=at)
    for stage in stages:
        _restore_annulled(stage, leaver, left_at, by=by, at=at)
        _rank(stage, leaver, let_stand=let_stand, by=by, at=at)
    _close("entrant_back", locked, leaver, by=by, at=at, before=before, after={"name": log_name_of(leaver)})


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
    locked, leaver = _lock(entrant)
    table_stages = leaving.leave(leaver, state, at=at)
    annulling = [
        stage for stage in table_stages if results is Results.ANNULLED and stage.kind not in SINGLES_KINDS
    ]
    annulled = [
        annulled_encounter for stage in annulling for annulled_encounter in _annul(stage, leaver, at=at)
    ]
    passed_places = places_at_four.pass_on_places(leaver, at=at)
    for encounter in leaving.open_encounters(leaver):
        _decide_without(encounter, leaver, let_stand=let_stand, by=by, at=at)
    for stage in table_stages:
        _rank(stage, leaver, let_stand=let_stand, by=by, at=at)
    details = {
        "name": log_name_of(leaver),
        "state": state,
        "results": results.value if table_stages else "",
        "annulled": len(annulled),
        "places": passed_places,
        "reason": reason,
    }
    _close("entrant_left", locked, leaver, by=by, at=at, after=details)


def _lock(entrant: Entrant) -> tuple[Tournament, Entrant]:
    locked = lock_tournament(entrant.tournament)
    snapshots.store_snapshots(locked)
    return locked, get_or_refuse(Entrant.objects, entrant.pk)


def _annul(stage: Stage, leaver: Entrant, *, at: datetime) -> Sequence[Encounter]:
    encounters = list(stage.encounters.standing().filter(sides__entrant=leaver).order_by("pk"))
    for encounter in encounters:
        replacements.annul(encounter, at=at)
    Match.objects.filter(encounter__in=encounters).update(counts=False)
    return encounters


def _decide_without(
    encounter: Encounter, leaver: Entrant, *, let_stand: bool, by: Actor, at: datetime
) -> None:
    encounter.refresh_from_db()
    if encounter.state == EncounterState.DECIDED:  # decided by an earlier one in this loop
        return
    standings_requests.count_stage_write(encounter.stage)
    if encounter.stage.kind in SINGLES_KINDS:
        places_at_four.rank_the_others(encounter, leaver, let_stand=let_stand, by=by, at=at)
    elif encounter.state == EncounterState.PLAYING:
        remaining_sides = encounter.sides.filter(entrant__state=EntrantState.PLAYING)
        winner = remaining_sides.values_list("letter", flat=True).first()
        decide_without_hands(encounter, winner=winner, let_stand=let_stand, by=by, at=at)
    elif bracket_slots.decide_without_play(encounter, at=at) and encounter.group_id is None:
        advancing.fill_fed_slots(encounter, let_stand=let_stand, by=by, at=at)


def _rank(stage: Stage, leaver: Entrant, *, let_stand: bool, by: Actor, at: datetime) -> None:
    for group in Group.objects.filter(stage=stage, places__entrant=leaver).select_related(
        "stage__tournament"
    ):
        standings_requests.count_stage_write(stage)
        decisions.decide_group(group, let_stand=let_stand, by=by, at=at)


def _restore_annulled(stage: Stage, leaver: Entrant, left_at: datetime, *, by: Actor, at: datetime) -> None:
    annulled = stage.encounters.filter(sides__entrant=leaver, annulled_at=left_at).exclude(annulled_at=None)
    for encounter in annulled.select_related("stage__tournament__rule_book"):
        if replacements.replacement_of(encounter) is None:
            encounter.annulled_at = None
            encounter.save(update_fields=["annulled_at"])
            if encounter.decided_by == DecidedBy.BYE:  # a bye has no hands to decide it
                continue
            play = read_play(encounter, rules_of(stage.tournament.rule_book))
            decisions.decide_encounter(encounter=encounter, play=play, let_stand=True, by=by, at=at)


def _walkovers_against(stage: Stage, leaver: Entrant, left_at: datetime) -> list[Encounter]:
    return list(
        stage.encounters.standing()
        .filter(sides__entrant=leaver, decided_by__in=decisions.WALKOVERS, decided_at__gte=left_at)
        .select_related("stage__tournament__rule_book", "group")
        .order_by("round", "pk")
    )


def _reopen(encounter: Encounter, *, let_stand: bool, by: Actor, at: datetime) -> None:
    if encounter.started_at is not None:
        decide_from_hands(encounter, let_stand=let_stand, by=by, at=at)
        return
    standings_requests.count_stage_write(encounter.stage)
    if bracket_slots.decide_without_play(encounter, at=at) and encounter.group_id is None:
        advancing.fill_fed_slots(encounter, let_stand=let_stand, by=by, at=at)


def _close(
    action: str,
    tournament: Tournament,
    leaver: Entrant,
    *,
    by: Actor,
    at: datetime,
    after: dict[str, Any],
    before: dict[str, Any] | None = None,
) -> None:
    audit_log.write(
        action, by=by, at=at, tournament=tournament, subject=leaver.public_id, before=before, after=after
    )
