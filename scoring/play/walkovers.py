from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import refusals, standings_requests
from scoring.ledger.encounter_state import read_play, waits_for_organizer
from scoring.ledger.locks import lock_with_later
from scoring.ledger.rulebooks import rules_of
from scoring.models import Match
from scoring.play import result_decisions
from scoring.standings import snapshots
from tournaments.enums import SINGLES_KINDS, WALKOVERS, DecidedBy, EncounterState, EntrantState, SideLetter
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter
from tournaments.play import advancing
from tournaments.refusals import Refused
from tournaments.schedule.change import Change


class NoWalkoverToTakeBack(Refused):
    code = "no_walkover_to_undo"
    template = _("This encounter was not decided by a walkover.")


class SideHasLeft(Refused):
    code = "side_has_left"
    template = _("%(name)s has left the tournament. Undo that, and the walkovers it caused are undone too.")


class PlacesAreNeeded(Refused):
    code = "places_are_needed"
    template = _("At a table of four, each player needs a different place.")


class NoPlacesToGive(Refused):
    code = "no_places_to_give"
    template = _("Places are only assigned at tables of four. Here one side wins.")


@transaction.atomic
def record_walkover(*, encounter: Encounter, winner: SideLetter, change: Change, reason: str = "") -> None:
    """Decide for `winner` with the wins needed; hands don't count, the reason is public.

    `by` needs no role. Raises EncounterNotReady, EncounterIsDecided, PlacesAreNeeded at a table of four,
    LaterPlayAffected.
    """
    locked = _lock_undecided(encounter)
    if locked.stage.kind in SINGLES_KINDS:
        raise PlacesAreNeeded
    decide_without_hands(locked, winner=winner, change=change)
    _log_walkover(
        "walkover_recorded",
        locked,
        by=change.by,
        at=change.at,
        after={"winner": winner} | _reason_details(reason),
    )


@transaction.atomic
def record_double_walkover(*, encounter: Encounter, change: Change, reason: str = "") -> None:
    """Let both lose. Raises what record_walkover raises."""
    locked = _lock_undecided(encounter)
    if locked.stage.kind in SINGLES_KINDS:
        raise PlacesAreNeeded
    decide_without_hands(locked, winner=None, change=change)
    _log_walkover(
        "double_walkover_recorded", locked, by=change.by, at=change.at, after=_reason_details(reason)
    )


@transaction.atomic
def award_places(
    *, encounter: Encounter, order: Sequence[SideLetter], change: Change, reason: str = ""
) -> None:
    """Decide a table of four by `order`, best first; hands don't count, `by` needs no role.

    Raises PlacesAreNeeded unless each present side is in it once, EncounterNotReady, EncounterIsDecided,
    NoPlacesToGive (not a table of four), LaterPlayAffected.
    """
    locked = _lock_undecided(encounter)
    if locked.stage.kind not in SINGLES_KINDS:
        raise NoPlacesToGive
    present = sorted(locked.sides.filter(vacant=False).values_list("letter", flat=True))
    if sorted(order) != present:
        raise PlacesAreNeeded
    decide_without_hands(locked, winner=order[0], places=_places_in_order(order), change=change)
    _log_walkover(
        "places_awarded",
        locked,
        by=change.by,
        at=change.at,
        after={"order": "".join(order)} | _reason_details(reason),
    )


def decide_without_hands(
    locked: Encounter, *, winner: str | None, change: Change, places: Mapping[str, int] | None = None
) -> None:
    """Decide by walkover, also group and later slots; hands no longer count, the encounter leaves its table.

    With winner None both sides lose; `places` are for tables of four. The caller locks before and logs after.
    Raises LaterPlayAffected.
    """
    standings_requests.count_stage_write(locked.stage)
    Match.objects.filter(encounter=locked).update(counts=False)
    locked.left_table_at = change.at
    advancing.apply_result(
        encounter=locked,
        wins={letter: locked.stage.wins_needed if letter == winner else 0 for letter in locked.stage.letters},
        winner=winner,
        decided_by=DecidedBy.WALKOVER if winner else DecidedBy.DOUBLE_WALKOVER,
        places=places,
        change=change,
    )
    result_decisions.decide_group(locked.group, change=change)


@transaction.atomic
def take_walkover_back(*, encounter: Encounter, change: Change) -> None:
    """Remove the walkover and decide by hands again, if enough; `by` needs no role.

    Raises NoWalkoverToTakeBack, SideHasLeft if an entrant has withdrawn, LaterPlayAffected.
    """
    locked = lock_with_later(encounter)
    if locked.decided_by not in WALKOVERS:
        raise NoWalkoverToTakeBack
    withdrawn = locked.sides.exclude(entrant=None).exclude(entrant__state=EntrantState.PLAYING)
    if (side := withdrawn.select_related("entrant").first()) and side.entrant:
        raise SideHasLeft(name=side.entrant.name)
    snapshots.store_snapshots(locked.stage.tournament)
    before = {"winner": locked.winner}
    decide_from_hands(locked, change=change)
    _log_walkover("walkover_undone", locked, by=change.by, at=change.at, before=before)


def decide_from_hands(locked: Encounter, *, change: Change) -> None:
    """Replace the result of encounter and group by that of the hands; the caller locks before and logs after.

    Raises LaterPlayAffected.
    """
    standings_requests.count_stage_write(locked.stage)
    advancing.apply_result(encounter=locked, wins={}, winner=None, decided_by=DecidedBy.PLAY, change=change)
    play = read_play(locked, rules_of(locked.stage.tournament.rule_book))
    result_decisions.decide_encounter(encounter=locked, play=play, change=change)
    result_decisions.decide_group(locked.group, change=change)


def _lock_undecided(encounter: Encounter) -> Encounter:
    locked = lock_with_later(encounter)
    if locked.state == EncounterState.PENDING and not waits_for_organizer(locked):
        raise refusals.EncounterNotReady
    if locked.state == EncounterState.DECIDED:
        raise refusals.EncounterIsDecided
    snapshots.store_snapshots(locked.stage.tournament)
    return locked


def _places_in_order(order: Sequence[str]) -> dict[str, int]:
    return {letter: place for place, letter in enumerate(order, start=1)}


def _reason_details(reason: str) -> dict[str, str]:
    return {"reason": reason.strip()} if reason.strip() else {}


def _log_walkover(
    action: str,
    encounter: Encounter,
    *,
    by: Actor,
    at: datetime,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    tournament = encounter.stage.tournament
    log_and_publish(
        action, by=by, at=at, tournament=tournament, subject=encounter.public_id, before=before, after=after
    )
