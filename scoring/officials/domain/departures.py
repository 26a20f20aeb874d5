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
from scoring.officials.domain import passed_places, table_of_four_places
from scoring.play import result_decisions
from scoring.play.cross_group_places import store_cross_group_places
from scoring.play.walkovers import decide_from_hands, decide_without_hands
from scoring.standings import snapshots
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import SINGLES_KINDS, WALKOVERS, DecidedBy, EncounterState, EntrantState, StageKind
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Entrant, Group, Stage, Tournament
from tournaments.people.domain.logged_names import logged_name_of
from tournaments.play import advancing, leaving_play, rescheduling
from tournaments.play.leaving_play import LeaverResults
from tournaments.refusals import Refused
from tournaments.schedule import bracket_slots, replacements
from tournaments.schedule.change import Change


class DisqualifiedWithoutReason(Refused):
    code = "disqualified_without_reason"
    template = _("A disqualification needs a reason. It is recorded in the history.")


@transaction.atomic
def withdraw(
    *,
    entrant: Entrant,
    results: LeaverResults,
    change: Change,
    reason: str = "",
    next_takes_place: bool = False,
) -> None:
    """Withdraw an entrant and log it; remaining encounters go to the opponents once known.

    ANNULLED discards encounters in unfinished group and Swiss stages, but not tables of four. With
    `next_takes_place` places in a later stage go to the next in the ranking. Raises NotInPlayYet,
    TournamentIsOver, HasLeftAlready, HasBegunThere, NobodyIsNext, LaterPlayAffected.
    """
    _record_departure(
        entrant,
        EntrantState.WITHDRAWN,
        results,
        reason=reason.strip(),
        change=change,
        next_takes_place=next_takes_place,
    )


@transaction.atomic
def disqualify(
    *, entrant: Entrant, results: LeaverResults, reason: str, change: Change, next_takes_place: bool = False
) -> None:
    """Like `withdraw`. Also raises DisqualifiedWithoutReason."""
    if not reason.strip():
        raise DisqualifiedWithoutReason
    _record_departure(
        entrant,
        EntrantState.DISQUALIFIED,
        results,
        reason=reason.strip(),
        change=change,
        next_takes_place=next_takes_place,
    )


@transaction.atomic
def undo_departure(*, entrant: Entrant, change: Change) -> None:
    """Return an entrant to play and log it: undo the departure's walkovers, annulments and passed places.

    Encounters with an opponent who has left too stay without play. Raises HasNotLeft, PlaceWasTaken,
    LaterPlayAffected.
    """
    locked, leaver = _lock(entrant)
    before = {"state": leaver.state, "name": logged_name_of(leaver)}
    left_at = leaving_play.return_to_play(leaver)
    passed_places.take_back(leaver, change=change)
    table_of_four_places.return_places(leaver)
    table_of_four_places.open_waiting_tables(leaver, at=change.at)
    stages = list(locked.stages.exclude(drawn_at=None).order_by("position"))
    # Reopen later stages first: nothing depends on their walkovers, and they would block the corrected
    # entrant of an earlier stage.
    for stage in reversed(stages):
        for encounter in _walkovers_against(stage, leaver, left_at):
            _reopen(encounter, change=change)
    for stage in stages:
        _restore_annulled(stage, leaver, left_at, by=change.by, at=change.at)
        in_groups = stage.groups.filter(places__entrant=leaver, stage__kind=StageKind.GROUPS)
        for group in in_groups.select_related("stage__tournament"):
            rescheduling.separate_clashes(group)
        _decide_groups(stage, leaver, change=change)
    _update_after_tables_of_four(leaver, change=change)
    _log_departure(
        "departure_undone",
        locked,
        leaver,
        by=change.by,
        at=change.at,
        before=before,
        after={"name": logged_name_of(leaver)},
    )


def _record_departure(
    entrant: Entrant,
    state: EntrantState,
    results: LeaverResults,
    *,
    reason: str,
    change: Change,
    next_takes_place: bool,
) -> None:
    """Remove from play, decide open encounters and groups, and log."""
    locked, leaver = _lock(entrant)
    table_stages = leaving_play.remove_from_play(leaver, state, at=change.at)
    newcomers = passed_places.pass_on(leaver, change=change) if next_takes_place else []
    _rank_without_passed_places(leaver, change=change)
    annulling = [
        stage
        for stage in table_stages
        if results is LeaverResults.ANNULLED and stage.kind not in SINGLES_KINDS
    ]
    annulled = [
        annulled_encounter
        for stage in annulling
        for annulled_encounter in _annul(stage, leaver, at=change.at)
    ]
    tables_passed_on = table_of_four_places.pass_on_places(leaver, at=change.at)
    open_encounters = leaving_play.open_encounters(leaver)
    for encounter in open_encounters:
        _decide_without_leaver(encounter, leaver, change=change)
    # A group that was reopened after the next stage was drawn is none of `table_stages`.
    for stage in dict.fromkeys([*table_stages, *(encounter.stage for encounter in open_encounters)]):
        _decide_groups(stage, leaver, change=change)
    _update_after_tables_of_four(leaver, change=change)
    details = {
        "name": logged_name_of(leaver),
        "state": state,
        "results": results.value if table_stages else "",
        "annulled": len(annulled),
        "places": tables_passed_on,
        "passed_to": [logged_name_of(newcomer) for newcomer in newcomers],
        "reason": reason,
    }
    _log_departure("entrant_left", locked, leaver, by=change.by, at=change.at, after=details)


def _lock(entrant: Entrant) -> tuple[Tournament, Entrant]:
    locked = lock_tournament(entrant.tournament)
    snapshots.store_snapshots(locked)
    return locked, get_or_refuse(Entrant.objects, entrant.pk)


def _annul(stage: Stage, leaver: Entrant, *, at: datetime) -> Sequence[Encounter]:
    encounters = list(stage.encounters.not_annulled().filter(sides__entrant=leaver).order_by("pk"))
    for encounter in encounters:
        replacements.annul_encounter(encounter, at=at)
    Match.objects.filter(encounter__in=encounters).update(counts=False)
    return encounters


def _decide_without_leaver(encounter: Encounter, leaver: Entrant, *, change: Change) -> None:
    """Award a walkover (to nobody if all left) or rank a table of four; no effect if decided or too early."""
    encounter.refresh_from_db()
    if encounter.state == EncounterState.DECIDED:  # decided by an earlier one in this loop
        return
    standings_requests.count_stage_write(encounter.stage)
    if encounter.stage.kind in SINGLES_KINDS:
        table_of_four_places.rank_remaining_sides(encounter, leaver, change=change)
    elif encounter.state == EncounterState.PLAYING:
        remaining_sides = encounter.sides.filter(entrant__state=EntrantState.PLAYING)
        winner = remaining_sides.values_list("letter", flat=True).first()
        decide_without_hands(encounter, winner=winner, change=change)
    elif bracket_slots.decide_without_play(encounter, at=change.at) and encounter.group_id is None:
        advancing.fill_fed_slots(encounter, change=change)


def _decide_groups(stage: Stage, leaver: Entrant, *, change: Change) -> None:
    for group in Group.objects.filter(stage=stage, places__entrant=leaver).select_related(
        "stage__tournament"
    ):
        standings_requests.count_stage_write(stage)
        result_decisions.decide_group(group, change=change)


def _rank_without_passed_places(leaver: Entrant, *, change: Change) -> None:
    """A tie across groups may be gone with the leaver."""
    passed_on = Stage.objects.filter(groups__places__in=leaver.places.filter(passed_on=True))
    for stage in passed_on.select_related("tournament").order_by("pk"):
        standings_requests.count_stage_write(stage)
        if store_cross_group_places(stage):
            advancing.update_following_stages(stage, change=change)


def _update_after_tables_of_four(leaver: Entrant, *, change: Change) -> None:
    """Between two rounds no result changes, but too few may be left to draw another."""
    stages = Stage.objects.filter(kind=StageKind.TABLES, encounters__sides__entrant=leaver)
    for stage in stages.select_related("tournament").distinct().order_by("position"):
        if not stage.encounters.undecided().exists():
            standings_requests.count_stage_write(stage)
            advancing.update_following_stages(stage, change=change)


def _restore_annulled(stage: Stage, leaver: Entrant, left_at: datetime, *, by: Actor, at: datetime) -> None:
    """Reinstate and decide the stage's encounters that the departure at `left_at` annulled.

    Later play is kept. Encounters replaced, or of rounds left out since, stay annulled; so do those that
    an opponent's departure annuls, as of then.
    """
    annulled = stage.encounters.filter(sides__entrant=leaver, annulled_at=left_at).exclude(annulled_at=None)
    if stage.last_round is not None:
        annulled = annulled.filter(round__lte=stage.last_round)
    for encounter in annulled.select_related("stage__tournament__rule_book"):
        if replacements.replacement_of(encounter) is not None:
            continue
        encounter.annulled_at = _annulled_by_opponent(encounter)
        encounter.save(update_fields=["annulled_at"])
        # a bye has no hands to decide it
        if encounter.annulled_at is not None or encounter.decided_by == DecidedBy.BYE:
            continue
        play = read_play(encounter, rules_of(stage.tournament.rule_book))
        result_decisions.decide_encounter(encounter=encounter, play=play, change=Change(by, at).keeping())
        _decide_without_opponents(encounter, change=Change(by, at).keeping())


def _annulled_by_opponent(encounter: Encounter) -> datetime | None:
    """Return when an opponent left whose other encounters of the stage were annulled then."""
    for opponent in (
        Entrant.objects.filter(encounter_sides__encounter=encounter).exclude(left_at=None).order_by("pk")
    ):
        others = encounter.stage.encounters.filter(sides__entrant=opponent, annulled_at=opponent.left_at)
        if others.exclude(pk=encounter.pk).exists():
            return opponent.left_at
    return None


def _decide_without_opponents(encounter: Encounter, *, change: Change) -> None:
    """No effect if decided or everyone plays."""
    for leaver in (
        Entrant.objects.filter(encounter_sides__encounter=encounter).exclude(left_at=None).order_by("pk")
    ):
        _decide_without_leaver(encounter, leaver, change=change)


def _walkovers_against(stage: Stage, leaver: Entrant, left_at: datetime) -> list[Encounter]:
    return list(
        stage.encounters.not_annulled()
        .filter(sides__entrant=leaver, decided_by__in=WALKOVERS, decided_at__gte=left_at)
        .select_related("stage__tournament__rule_book", "group")
        .order_by("round", "pk")
    )


def _reopen(encounter: Encounter, *, change: Change) -> None:
    if encounter.started_at is not None:
        decide_from_hands(encounter, change=change)
        _decide_without_opponents(encounter, change=change)
        return
    standings_requests.count_stage_write(encounter.stage)
    if bracket_slots.decide_without_play(encounter, at=change.at) and encounter.group_id is None:
        advancing.fill_fed_slots(encounter, change=change)


def _log_departure(
    action: str,
    tournament: Tournament,
    leaver: Entrant,
    *,
    by: Actor,
    at: datetime,
    after: dict[str, Any],
    before: dict[str, Any] | None = None,
) -> None:
    log_and_publish(
        action, by=by, at=at, tournament=tournament, subject=leaver.public_id, before=before, after=after
    )
