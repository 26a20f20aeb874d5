from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_tournament
from scoring.play import result_decisions
from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.entrants.domain import entry_list
from tournaments.enums import TournamentState
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, EncounterSide, Entrant, Group, LogRow, Stage, Tournament
from tournaments.people.domain.logged_names import logged_name_of
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play import late_entries, rescheduling
from tournaments.play.late_entries import NoPlaceForLate
from tournaments.play.leaving_play import NotInPlayYet
from tournaments.schedule.change import Change
from tournaments.signup.domain import waiting_list


@dataclass(frozen=True)
class LatePlace:
    """`group` is None in a bracket; a Swiss stage has no opponents before its next round.

    `rounds` are the group's.
    """

    stage: Stage
    group: Group | None
    members: int
    opponents: Sequence[Entrant]
    rounds: int


@transaction.atomic
def add_late(
    *, tournament: Tournament, entry: ListedEntrant, reschedule: bool = False, change: Change
) -> Entrant:
    """Add and log an entrant of the first stage after the draw; accept and notify their application, if any.

    `reschedule` spreads what has not begun in a group over as few rounds as possible. Raises NoPlaceForLate
    (also before the draw or after the end), EntryListFull, WrongNumberOfPlayers, EntrantNameTaken.
    """
    lock_club(tournament.club_id)
    locked = lock_tournament(tournament)
    if locked.state == TournamentState.OPEN:
        raise NoPlaceForLate(why=_("the tournament is not drawn yet: use the list of entries."))
    if locked.state == TournamentState.FINISHED:
        raise NoPlaceForLate(why=_("the tournament is over."))
    stage = _first_stage(locked)
    entrant = entry_list.add_late_entrant(tournament=locked, entry=entry, by=change.by, at=change.at)
    places_before = late_entries.add_late_entrant(stage, entrant, reschedule=reschedule, change=change)
    waiting_list.accept_entered(locked, [entrant], by=change.by, at=change.at)
    _update_groups(stage, _groups_of(entrant), change=change)
    log_and_publish(
        "late_entrant_added",
        by=change.by,
        at=change.at,
        tournament=locked,
        subject=entrant.public_id,
        before={"places": places_before} if places_before else None,
        after={
            "name": logged_name_of(entrant),
            "group": _group_name(entrant),
            **({"rescheduled": len(places_before)} if places_before else {}),
        },
    )
    return entrant


def read_late_place(entrant: Entrant) -> LatePlace:
    """Return first stage, group (or None), its size and last round, each opponent once in order of rounds."""
    stage = _first_stage(entrant.tournament)
    group = next(iter(_groups_of(entrant)), None)
    encounters = Encounter.objects.filter(stage=stage, sides__entrant=entrant)
    opponent_sides = EncounterSide.objects.filter(encounter__in=encounters).exclude(entrant=entrant)
    sides_by_round = opponent_sides.select_related("entrant").order_by("encounter__round", "pk")
    return LatePlace(
        stage=stage,
        group=group,
        members=group.places.count() if group else 0,
        rounds=rescheduling.last_round_of(group) if group else 0,
        opponents=list(dict.fromkeys(side.entrant for side in sides_by_round if side.entrant is not None)),
    )


@transaction.atomic
def remove_late(*, entrant: Entrant, change: Change) -> None:
    """Delete and log a late entrant, whose application waits again, and notify its applicants.

    Encounters rescheduled for them get their rounds back unless begun.
    Raises HasPlayed (also if not a late entrant), NotInPlayYet.
    """
    locked = lock_tournament(entrant.tournament)
    if locked.state == TournamentState.OPEN:
        raise NotInPlayYet(name=entrant.name)
    stored = get_or_refuse(Entrant.objects, entrant.pk)
    entry = _log_row_of(entrant)
    if entry is None:
        raise late_entries.HasPlayed(name=entrant.name)
    groups = _groups_of(entrant)
    before = {"name": logged_name_of(entrant), "group": _group_name(entrant)}
    logged = json.loads(entry.before or "{}").get("places", {})
    places_before = {key: (number, position) for key, (number, position) in logged.items()}
    late_entries.remove_late_entrant(entrant, places_before=places_before, change=change)
    waiting_list.return_to_waiting_list(entrant, by=change.by, at=change.at)
    stored.delete()
    _update_groups(_first_stage(locked), groups, change=change)
    log_and_publish(
        "late_entrant_removed",
        by=change.by,
        at=change.at,
        tournament=locked,
        subject=entrant.public_id,
        before=before,
    )


def is_late_entrant(entrant: Entrant) -> bool:
    return _log_row_of(entrant) is not None


def _log_row_of(entrant: Entrant) -> LogRow | None:
    added = LogRow.objects.filter(action="late_entrant_added", subject=str(entrant.public_id))
    return added.order_by("pk").last()


def _first_stage(tournament: Tournament) -> Stage:
    return tournament.stages.select_related("tournament").order_by("position")[0]


def _groups_of(entrant: Entrant) -> list[Group]:
    return list(Group.objects.filter(places__entrant=entrant).select_related("stage__tournament"))


def _update_groups(stage: Stage, groups: list[Group], *, change: Change) -> None:
    standings_requests.count_stage_write(stage)
    for group in groups:
        if Encounter.objects.filter(group=group).exists():
            result_decisions.decide_group(group, change=change)


def _group_name(entrant: Entrant) -> str:
    return next((group.name for group in _groups_of(entrant)), "")
